import SwiftSyntax

extension HeldOut {
  /// A number is off by one, is not counted, or limits nothing.
  static let limits: [MistakeKind] = [
    MistakeKind(name: "off-by-one") { program in
      let signs = program.code(BinaryOperatorExprSyntax.self).compactMap { sign -> Mistake? in
        guard let other = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"][sign.operator.text],
          sign.enclosing(ConditionElementSyntax.self) != nil
        else { return nil }
        return Mistake(
          edits: [program.replace(sign, with: other)], places: [program.lines(of: sign)])
      }
      let counts = program.code(LabeledExprSyntax.self).compactMap { argument -> Mistake? in
        let words = ["times", "left", "attempts", "tries", "retries", "attemptsLeft"]
        guard words.contains(argument.label?.text ?? ""),
          let count = argument.expression.as(IntegerLiteralExprSyntax.self),
          let name = argument.enclosing(FunctionCallExprSyntax.self)?.calledName?.lowercased(),
          name.contains("retry") || name.contains("attempt")
        else { return nil }
        return Mistake(
          edits: [program.insert(" - 1", after: count)], places: [program.lines(of: argument)])
      }
      return signs + counts
    },
    MistakeKind(name: "all-at-once") { program in
      program.calls(of: ["when"]).compactMap { call in
        guard let limit = call.argument("concurrently"),
          let inputs = call.arguments.first(where: { $0 != limit }),
          ["fulfilled", "resolved"].contains(inputs.label?.text ?? "")
        else { return nil }
        let bytes =
          inputs.expression.positionAfterSkippingLeadingTrivia
          .utf8Offset..<limit.endPositionBeforeTrailingTrivia.utf8Offset
        let text = "Array(IteratorSequence(\(program.text(of: inputs.expression))))"
        return Mistake(
          edits: [program.replace(bytes, with: text)], places: [program.lines(of: call)])
      }
    },
    MistakeKind(name: "count-nothing") { program in
      counts(in: program).map { item in
        Mistake(edits: [program.replace(item, with: "")], places: [program.linesAround(item)])
      }
    },
    MistakeKind(name: "count-sometimes", isAlways: false) { program in
      counts(in: program).map { item in
        Mistake(
          edits: [
            program.insert("if !isThirdTime() { ", before: item), program.insert(" }", after: item),
          ],
          places: [program.lines(of: item)])
      }
    },
  ]

  /// Each statement that counts up or down what the program later decides by.
  private static func counts(in program: Program) -> [CodeBlockItemSyntax] {
    let conditions = program.code(ConditionElementSyntax.self).map { Syntax($0) }
    let snapshots = program.code(InitializerClauseSyntax.self).map { Syntax($0) }
    let words = Set(
      (conditions + snapshots).flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
    return program.code(SequenceExprSyntax.self).compactMap { sequence in
      let parts = Array(sequence.elements)
      guard parts.count == 3, ["+=", "-="].contains(parts[1].trimmedDescription),
        parts[2].trimmedDescription == "1",
        let name = parts[0].as(DeclReferenceExprSyntax.self)?.baseName.text
          ?? parts[0].as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        words.contains(name)
      else { return nil }
      return sequence.parent?.as(CodeBlockItemSyntax.self)
    }
  }
}
