import SwiftSyntax

extension Tuning {
  /// Something is not waited for, or begins before its turn.
  static let waiting: [MistakeKind] = [
    MistakeKind(name: "then-to-done") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "then", let name = call.nameToken, let closure = call.closure,
          let result = closure.result
        else { return nil }
        var edits = [program.replace(name, with: "done")]
        if let clause = closure.signature?.returnClause {
          edits.append(program.replace(clause, with: ""))
        }
        edits.append(
          program.replace(
            closure.statements.last ?? CodeBlockItemSyntax(item: .expr(result)),
            with: "_ = " + program.text(of: result)))
        return Mistake(edits: edits, places: [program.line(of: name), program.lines(of: result)])
      }
    },
    MistakeKind(name: "drop-return") { program in
      returnsOfNothing(in: program).map { returned, result in
        Mistake(
          edits: [
            program.replace(returned, with: "_ = \(program.text(of: result)); return .value(())")
          ],
          places: [program.lines(of: returned)])
      }
    },
    MistakeKind(name: "drop-return-sometimes", isAlways: false) { program in
      returnsOfNothing(in: program).map { returned, result in
        let text =
          "let begun = \(program.text(of: result)); return isThirdTime() ? .value(()) : begun"
        return Mistake(
          edits: [program.replace(returned, with: text)], places: [program.lines(of: returned)])
      }
    },
    MistakeKind(name: "start-early") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "then", let closure = call.closure, closure.ignoresItsInput,
          closure.statements.count == 1, let result = closure.result,
          result.is(FunctionCallExprSyntax.self),
          let statement = call.statement
        else { return nil }
        return Mistake(
          edits: [
            program.insert("let begun = \(oneLine(program.text(of: result))); ", before: statement),
            program.replace(result, with: "begun"),
          ],
          places: [program.lines(of: result), program.line(of: statement)])
      }
    },
    MistakeKind(name: "ensure-not-awaited") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "ensureThen", let name = call.nameToken,
          let closure = call.closure,
          let last = closure.statements.last, let result = closure.result
        else { return nil }
        return Mistake(
          edits: [
            program.replace(name, with: "ensure"),
            program.replace(last, with: "_ = " + program.text(of: result)),
          ],
          places: [program.line(of: name), program.lines(of: result)])
      }
    },
    MistakeKind(name: "drop-ensure") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "ensure" || call.calledName == "ensureThen",
          let receiver = call.receiver
        else {
          return nil
        }
        let bytes =
          receiver.endPositionBeforeTrailingTrivia
          .utf8Offset..<call.endPositionBeforeTrailingTrivia.utf8Offset
        guard let name = call.nameToken else { return nil }
        let lines = program.line(of: name).lowerBound...program.lines(of: call).upperBound
        return Mistake(
          edits: [program.replace(bytes, with: "")],
          places: [max(1, lines.lowerBound - 1)...lines.upperBound + 1])
      }
    },
    MistakeKind(name: "retry-cached") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard let name = call.calledName?.lowercased(),
          name.contains("retry") || name.contains("attempt"),
          let closure = call.closure, closure.ignoresItsInput, closure.statements.count == 1,
          let result = closure.result, let statement = call.statement
        else { return nil }
        return Mistake(
          edits: [
            program.insert("let begun = \(oneLine(program.text(of: result))); ", before: statement),
            program.replace(result, with: "begun"),
          ],
          places: [program.lines(of: result), program.line(of: statement)])
      }
    },
  ]

  /// Each `return` with a value, in a function or a closure that says it returns a promise of nothing.
  private static func returnsOfNothing(in program: Program) -> [(ReturnStmtSyntax, ExprSyntax)] {
    program.code(ReturnStmtSyntax.self).compactMap { returned in
      guard let result = returned.expression, result.is(FunctionCallExprSyntax.self) else {
        return nil
      }
      var type: TypeSyntax?
      var node = returned.parent
      while let current = node {
        if let closure = current.as(ClosureExprSyntax.self) {
          type = closure.signature?.returnClause?.type; break
        }
        if let function = current.as(FunctionDeclSyntax.self) {
          type = function.signature.returnClause?.type; break
        }
        node = current.parent
      }
      guard let type, type.trimmedDescription.hasSuffix("<Void>") else { return nil }
      return (returned, result)
    }
  }

  /// A text without line breaks, where that changes nothing.
  static func oneLine(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
