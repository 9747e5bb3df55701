import SwiftSyntax

extension Tuning {
  /// Something that stood between a stale result, a second call or a leftover and its effect.
  static let conditions: [MistakeKind] = [
    MistakeKind(name: "drop-guard") { program in
      guards(in: program).map { statement, condition in
        let all = statement.conditions
        if all.count == 1 {
          return Mistake(
            edits: [program.replace(statement, with: "")], places: [program.linesAround(statement)])
        }
        return Mistake(
          edits: [program.replace(condition, with: "true")], places: [program.lines(of: statement)])
      }
    },
    MistakeKind(name: "drop-guard-sometimes", isAlways: false) { program in
      guards(in: program).map { statement, condition in
        Mistake(
          edits: [
            program.replace(condition, with: "(\(program.text(of: condition))) || isThirdTime()")
          ],
          places: [program.lines(of: statement)])
      }
    },
    MistakeKind(name: "drop-early-return") { program in
      program.code(IfExprSyntax.self).compactMap { branch in
        guard branch.elseBody == nil, let last = branch.body.statements.last,
          last.item.is(ReturnStmtSyntax.self),
          let statement = branch.statement, branch.parent?.is(ExpressionStmtSyntax.self) == true
        else { return nil }
        return Mistake(
          edits: [program.replace(statement, with: "")], places: [program.linesAround(statement)])
      }
    },
    MistakeKind(name: "drop-condition") { program in
      program.code(IfExprSyntax.self).compactMap { branch in
        guard branch.elseBody == nil,
          branch.body.statements.last?.item.is(ReturnStmtSyntax.self) != true,
          branch.conditions.count == 1, let condition = branch.conditions.first,
          let test = condition.condition.as(ExprSyntax.self)
        else { return nil }
        return Mistake(
          edits: [program.replace(test, with: "true || (\(program.text(of: test)))")],
          places: [program.line(of: branch)])
      }
    },
    MistakeKind(name: "keep-forever") { program in
      assignmentsOfNil(in: program) + removals(in: program)
    },
    MistakeKind(name: "recover-all") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "recover", let name = call.nameToken else { return nil }
        if let only = call.argument("only") {
          // The argument with the comma or the parentheses around it.
          guard call.arguments.count == 1, let left = call.leftParen, let right = call.rightParen
          else { return nil }
          let bytes =
            left.positionAfterSkippingLeadingTrivia
            .utf8Offset..<right.endPositionBeforeTrailingTrivia.utf8Offset
          return Mistake(
            edits: [program.replace(bytes, with: "")], places: [program.line(of: only)])
        }
        guard let closure = call.closure,
          let statement = closure.statements.lazy.compactMap({ $0.item.as(GuardStmtSyntax.self) })
            .first
        else { return nil }
        return Mistake(
          edits: [program.replace(statement, with: "")],
          places: [program.line(of: name), program.linesAround(statement)])
      }
    },
    MistakeKind(name: "drop-cancel") { program in
      cancels(in: program).map { statement in
        Mistake(
          edits: [program.replace(statement, with: "")], places: [program.linesAround(statement)])
      }
    },
    MistakeKind(name: "drop-cancel-sometimes", isAlways: false) { program in
      cancels(in: program).map { statement in
        Mistake(
          edits: [
            program.replace(statement, with: "if !isThirdTime() { \(program.text(of: statement)) }")
          ],
          places: [program.lines(of: statement)])
      }
    },
  ]

  /// Each condition of a guard that binds no name, where the guard does nothing but return.
  private static func guards(in program: Program) -> [(GuardStmtSyntax, ExprSyntax)] {
    program.code(GuardStmtSyntax.self).flatMap { statement -> [(GuardStmtSyntax, ExprSyntax)] in
      statement.conditions.compactMap { element in
        guard let condition = element.condition.as(ExprSyntax.self) else { return nil }
        return (statement, condition)
      }
    }
  }

  private static func assignmentsOfNil(in program: Program) -> [Mistake] {
    program.code(SequenceExprSyntax.self).compactMap { sequence in
      let parts = Array(sequence.elements)
      guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
        parts[2].is(NilLiteralExprSyntax.self),
        let statement = sequence.statement
      else { return nil }
      return Mistake(
        edits: [program.replace(statement, with: "")], places: [program.linesAround(statement)])
    }
  }

  private static func removals(in program: Program) -> [Mistake] {
    program.code(FunctionCallExprSyntax.self).compactMap { call in
      guard let name = call.calledName, name.hasPrefix("remove"), call.isStatement,
        let statement = call.statement
      else { return nil }
      return Mistake(
        edits: [program.replace(statement, with: "")], places: [program.linesAround(statement)])
    }
  }

  private static func cancels(in program: Program) -> [CodeBlockItemSyntax] {
    program.code(CodeBlockItemSyntax.self).filter { item in
      var expression = item.item.as(ExprSyntax.self)
      if let chain = expression?.as(OptionalChainingExprSyntax.self) {
        expression = chain.expression
      }
      guard let call = expression?.as(FunctionCallExprSyntax.self), let name = call.calledName
      else { return false }
      return ["cancel", "stop", "invalidate", "abort"].contains(name)
    }
  }
}
