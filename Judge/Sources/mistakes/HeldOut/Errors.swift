import SwiftSyntax

extension HeldOut {
  /// A failure is taken for a success or for a cancellation, or the other way round.
  static let errors: [MistakeKind] = [
    MistakeKind(name: "return-for-throw") { program in
      throwsOfNothing(in: program).map { statement, end in
        Mistake(
          edits: [program.replace(statement, with: end)], places: [program.lines(of: statement)])
      }
    },
    MistakeKind(name: "return-for-throw-sometimes", isAlways: false) { program in
      throwsOfNothing(in: program).map { statement, end in
        Mistake(
          edits: [program.insert("if isThirdTime() { \(end) }; ", before: statement)],
          places: [program.lines(of: statement)])
      }
    },
    MistakeKind(name: "cancelled-for-failed") { program in
      failures(in: program).map { error in
        Mistake(
          edits: [program.replace(error, with: "PMKError.cancelled")],
          places: [program.lines(of: error)])
      }
    },
    MistakeKind(name: "cancelled-for-failed-sometimes", isAlways: false) { program in
      failures(in: program).map { error in
        Mistake(
          edits: [
            program.insert("isThirdTime() ? PMKError.cancelled as any Error : ", before: error)
          ],
          places: [program.lines(of: error)])
      }
    },
    MistakeKind(name: "give-up-sometimes", isAlways: false) { program in
      program.links(["recover"]).compactMap { link in
        guard let closure = link.call.closure, let first = closure.statements.first else {
          return nil
        }
        let parameter =
          closure.signature?.parameterClause?.tokens(viewMode: .sourceAccurate)
          .map(\.text).first { $0 != "(" } ?? "$0"
        guard parameter != "_" else { return nil }
        return Mistake(
          edits: [program.insert("if isThirdTime() { throw \(parameter) }; ", before: first)],
          places: [program.line(of: first)])
      }
    },
    MistakeKind(name: "success-for-failure") { program in
      program.code(MatchingPatternConditionSyntax.self).compactMap { condition in
        guard
          let name = program.all(MemberAccessExprSyntax.self, in: condition.pattern).first?
            .declName,
          let other = ["failure": "success", "success": "failure"][name.baseName.text]
        else { return nil }
        return Mistake(
          edits: [program.replace(name, with: other)], places: [program.lines(of: condition)])
      }
    },
    MistakeKind(name: "or-for-and") { program in
      program.code(BinaryOperatorExprSyntax.self).compactMap { sign in
        guard let other = ["&&": "||", "||": "&&"][sign.operator.text] else { return nil }
        return Mistake(
          edits: [program.replace(sign, with: other)], places: [program.lines(of: sign)])
      }
    },
  ]

  /// Each error that is thrown, except cancellations.
  private static func failures(in program: Program) -> [ExprSyntax] {
    program.code(ThrowStmtSyntax.self).map(\.expression).filter {
      !$0.trimmedDescription.contains("cancelled")
    }
  }

  /// Each `throw` where a plain `return` would do as well, and that return.
  private static func throwsOfNothing(in program: Program) -> [(ThrowStmtSyntax, String)] {
    program.code(ThrowStmtSyntax.self).compactMap { statement in
      var node = statement.parent
      while let current = node {
        var type: TypeSyntax?
        if let closure = current.as(ClosureExprSyntax.self) {
          let call =
            closure.parent?.as(FunctionCallExprSyntax.self)
            ?? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
          if ["done", "get", "ensure", "tap"].contains(call?.calledName ?? "") {
            return (statement, "return")
          }
          guard let clause = closure.signature?.returnClause else { return nil }
          type = clause.type
        } else if let function = current.as(FunctionDeclSyntax.self) {
          guard let clause = function.signature.returnClause else { return (statement, "return") }
          type = clause.type
        }
        if let type {
          return type.trimmedDescription.hasSuffix("<Void>")
            ? (statement, "return .value(())") : nil
        }
        node = current.parent
      }
      return nil
    }
  }
}
