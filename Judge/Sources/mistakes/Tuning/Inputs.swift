import SwiftSyntax

extension Tuning {
  /// A fan-in waits for less, or takes failures for results.
  static let inputs: [MistakeKind] = [
    MistakeKind(name: "resolved-for-fulfilled") { program in
      fanIns(in: program).compactMap { call in
        guard let label = call.arguments.first?.label else { return nil }
        return Mistake(
          edits: [program.replace(label, with: "resolved")], places: [program.line(of: call)])
      }
    },
    MistakeKind(name: "drop-input") { program in
      fanIns(in: program).compactMap { call in
        guard let first = call.arguments.first, let last = call.arguments.last else { return nil }
        if call.arguments.count == 1 {
          let text = "Array((\(program.text(of: first.expression))).dropLast())"
          return Mistake(
            edits: [program.replace(first.expression, with: text)],
            places: [program.lines(of: call)])
        }
        guard last.label == nil, let before = call.arguments.dropLast().last else { return nil }
        let bytes =
          before.expression.endPositionBeforeTrailingTrivia
          .utf8Offset..<last.endPositionBeforeTrailingTrivia.utf8Offset
        return Mistake(edits: [program.replace(bytes, with: "")], places: [program.lines(of: call)])
      }
    },
    MistakeKind(name: "first-of-all") { program in
      fanIns(in: program).compactMap { call in
        guard call.arguments.count == 1, let label = call.arguments.first,
          let name = call.nameToken,
          let expression = call.arguments.first?.expression
        else { return nil }
        return Mistake(
          edits: [
            program.replace(name, with: "race"),
            program.replace(label, with: program.text(of: expression)),
          ],
          places: [program.line(of: call)])
      }
    },
  ]

  private static func fanIns(in program: Program) -> [FunctionCallExprSyntax] {
    program.code(FunctionCallExprSyntax.self).filter {
      $0.calledName == "when" && $0.arguments.first?.label?.text == "fulfilled"
    }
  }
}
