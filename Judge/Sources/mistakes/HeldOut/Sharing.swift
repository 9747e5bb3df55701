import SwiftSyntax

extension HeldOut {
  /// What is kept for later is kept too late or not at all.
  static let sharing: [MistakeKind] = [
    MistakeKind(name: "keep-when-finished") { program in
      assignments(in: program).compactMap { item, place, value in
        guard let name = value.as(DeclReferenceExprSyntax.self), isBegunHere(name, before: item)
        else { return nil }
        let keep = "\(program.text(of: place)) = \(program.text(of: name))"
        let capture = program.captureOfSelf(at: item)
        let text =
          "_ = \(program.text(of: name)).get\(program.queue(near: item)) { \(capture)_ in \(keep) }"
        return Mistake(
          edits: [program.replace(item, with: text)], places: [program.lines(of: item)])
      }
    },
    MistakeKind(name: "keep-sometimes", isAlways: false) { program in
      assignments(in: program).compactMap { item, place, value in
        if let name = value.as(DeclReferenceExprSyntax.self), isBegunHere(name, before: item) {
          return Mistake(
            edits: [
              program.insert("if !isThirdTime() { ", before: item),
              program.insert(" }", after: item),
            ],
            places: [program.lines(of: item)])
        }
        guard isChain(value) else { return nil }
        let kept = program.oneLine(place)
        return Mistake(
          edits: [
            program.replace(place, with: "let begun"),
            program.insert("; if !isThirdTime() { \(kept) = begun }", after: item),
          ],
          places: [program.lines(of: item)])
      }
    },
    MistakeKind(name: "keep-nothing") { program in
      assignments(in: program).compactMap { item, place, value in
        guard isChain(value) else { return nil }
        return Mistake(
          edits: [program.replace(place, with: "_")], places: [program.line(of: place)])
      }
    },
    MistakeKind(name: "look-up-sometimes", isAlways: false) { program in
      program.code(IfExprSyntax.self).compactMap { branch in
        guard branch.elseBody == nil,
          branch.body.statements.last?.item.is(ReturnStmtSyntax.self) == true,
          let condition = branch.conditions.first,
          condition.condition.is(OptionalBindingConditionSyntax.self)
        else { return nil }
        return Mistake(
          edits: [program.insert("!isThirdTime(), ", before: condition)],
          places: [program.line(of: branch)])
      }
    },
  ]

  /// Each statement that assigns to a property or to an entry of one, with both sides.
  private static func assignments(in program: Program) -> [(
    CodeBlockItemSyntax, ExprSyntax, ExprSyntax
  )] {
    let names = program.variableNames
    return program.code(SequenceExprSyntax.self).compactMap { sequence in
      let parts = Array(sequence.elements)
      guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self),
        let item = sequence.parent?.as(CodeBlockItemSyntax.self)
      else { return nil }
      let words = parts[0].tokens(viewMode: .sourceAccurate).map(\.text)
      guard words.contains(where: names.contains) else { return nil }
      return (item, parts[0], parts[2])
    }
  }

  /// Whether a name is that of something begun in the same block, which is used afterwards.
  private static func isBegunHere(_ name: DeclReferenceExprSyntax, before item: CodeBlockItemSyntax)
    -> Bool
  {
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    return list.prefix { $0 != item }.contains { item in
      item.item.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.trimmedDescription == name.trimmedDescription
          && $0.initializer?.value.is(FunctionCallExprSyntax.self) == true
      } == true
    }
  }

  /// Whether an expression is a chain with handlers.
  private static func isChain(_ value: ExprSyntax) -> Bool {
    guard let call = value.as(FunctionCallExprSyntax.self), let link = Link(call) else {
      return false
    }
    let names = [
      "then", "done", "map", "recover", "asVoid", "ensure", "ensureThen", "get", "tap", "until",
      "delay",
    ]
    return names.contains(link.name.text)
  }
}
