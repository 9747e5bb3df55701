import SwiftSyntax

extension HeldOut {
  /// Something does not wait for its turn, or is served in the wrong order.
  static let turns: [MistakeKind] = [
    MistakeKind(name: "out-of-turn") { program in
      turns(in: program).map { waited, none in
        Mistake(edits: [program.replace(waited, with: none)], places: [program.lines(of: waited)])
      }
    },
    MistakeKind(name: "out-of-turn-sometimes", isAlways: false) { program in
      turns(in: program).map { waited, none in
        let text = "(isThirdTime() ? \(none) : \(program.text(of: waited)))"
        return Mistake(
          edits: [program.replace(waited, with: text)], places: [program.lines(of: waited)])
      }
    },
    MistakeKind(name: "last-come-first-served") { program in
      let taken = program.links(["removeFirst"]).map { link in
        Mistake(
          edits: [program.replace(link.name, with: "removeLast")],
          places: [program.line(of: link.name)])
      }
      let kept = waiters(in: program).compactMap { link -> Mistake? in
        guard let waiter = link.call.arguments.last, link.name.text == "append" else { return nil }
        return Mistake(
          edits: [
            program.replace(link.name, with: "insert"), program.insert(", at: 0", after: waiter),
          ],
          places: [program.lines(of: link.call)])
      }
      return taken + kept
    },
    MistakeKind(name: "lose-waiter-sometimes", isAlways: false) { program in
      waiters(in: program).map { link in
        Mistake(
          edits: [program.insert("isThirdTime() ? () : ", before: link.call)],
          places: [program.lines(of: link.call)])
      }
    },
    MistakeKind(name: "notify-sometimes", isAlways: false) { program in
      program.code(CodeBlockItemSyntax.self).compactMap { item in
        var expression = item.item.as(ExprSyntax.self)
        if let chain = expression?.as(OptionalChainingExprSyntax.self) {
          expression = chain.expression
        }
        guard let call = expression?.as(FunctionCallExprSyntax.self), isNotice(call) else {
          return nil
        }
        return Mistake(
          edits: [
            program.insert("if !isThirdTime() { ", before: item), program.insert(" }", after: item),
          ],
          places: [program.lines(of: item)])
      }
    },
  ]

  /// Each promise that a handler only waits for, without its value, and one that is there already.
  private static func turns(in program: Program) -> [(ExprSyntax, String)] {
    program.links(["then", "done", "map", "get"]).compactMap { link in
      guard link.call.closure?.ignoresItsInput == true else { return nil }
      guard
        let name = link.receiver.as(DeclReferenceExprSyntax.self)?.baseName.text
          ?? link.receiver.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      else { return nil }
      let bindings = program.all(PatternBindingSyntax.self).filter {
        $0.pattern.trimmedDescription == name
      }
      let texts = bindings.map {
        ($0.typeAnnotation?.trimmedDescription ?? "") + ($0.initializer?.trimmedDescription ?? "")
      }
      // A constant that was there from the start keeps nobody waiting.
      let isConstant = bindings.contains {
        $0.parent?.parent?.as(VariableDeclSyntax.self)?.bindingSpecifier.tokenKind == .keyword(.let)
      }
      if isConstant,
        texts.contains(where: { $0.hasSuffix("Guarantee()") || $0.hasSuffix(".value") })
      {
        return nil
      }
      return (
        link.receiver, texts.contains { $0.contains("Guarantee") } ? "Guarantee()" : "Promise()"
      )
    }
  }

  /// Each call that keeps the resolver of a new promise for later.
  private static func waiters(in program: Program) -> [Link] {
    program.links(["append", "insert"]).filter { link in
      guard let closure = link.call.enclosing(ClosureExprSyntax.self),
        let seal = closure.signature?.parameterClause?.firstToken(viewMode: .sourceAccurate)?.text,
        ["Promise", "Guarantee"].contains(where: {
          closure.parent?.trimmedDescription.hasPrefix($0) == true
        })
      else { return false }
      return link.call.arguments.contains { $0.trimmedDescription.contains(seal) }
    }
  }

  /// Whether a call tells somebody that something happened: `onChange(…)`,
  /// `delegate?.didChange(…)`.
  private static func isNotice(_ call: FunctionCallExprSyntax) -> Bool {
    let receiver = call.receiver?.trimmedDescription.lowercased() ?? ""
    if ["delegate", "observer", "listener"].contains(where: { receiver.contains($0) }) {
      return true
    }
    guard let name = call.calledName, name.hasPrefix("on"), let letter = name.dropFirst(2).first
    else { return false }
    return letter.isUppercase && name != "onCancel"
  }
}
