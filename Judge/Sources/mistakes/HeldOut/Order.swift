import SwiftSyntax

extension HeldOut {
  /// Something stands at the wrong place in a chain or in a function.
  static let order: [MistakeKind] = [
    MistakeKind(name: "clean-up-too-early") { program in
      program.links(["ensure", "ensureThen"]).compactMap { late in
        let before = linksBefore(late)
        let waits = before.first { ["then", "thenMap", "delay", "timeout"].contains($0.name.text) }
        return (waits ?? before.first).map { program.exchange(late, with: $0) }
      }
    },
    MistakeKind(name: "announce-too-early") { program in
      program.links(["get", "tap", "done"]).compactMap { late in
        guard late.call.closure?.ignoresItsInput == true else { return nil }
        return linksBefore(late).first.map { program.exchange(late, with: $0) }
      }
    },
    MistakeKind(name: "act-before-check") { program in
      program.code(CodeBlockItemListSyntax.self).flatMap { list -> [Mistake] in
        zip(list, list.dropFirst()).compactMap { check, action in
          guard let bound = namesBound(by: check), !leaves(action),
            !action.item.is(DeclSyntax.self),
            namesBound(by: action) == nil
          else { return nil }
          let used = action.tokens(viewMode: .sourceAccurate).map(\.text)
          return bound.isDisjoint(with: used) ? program.exchange(check, with: action) : nil
        }
      }
    },
    MistakeKind(name: "set-after-waiting") { program in
      program.code(CodeBlockItemListSyntax.self).flatMap { list -> [Mistake] in
        guard let returned = list.last?.item.as(ReturnStmtSyntax.self),
          let result = returned.expression?.as(FunctionCallExprSyntax.self),
          returned.enclosing(ClassDeclSyntax.self) != nil
        else { return [] }
        let names = program.variableNames
        return list.dropLast().compactMap { item in
          guard let name = nameSet(by: item), names.contains(name) else { return nil }
          let late = "\(program.queue(near: result)) { [self] _ in \(program.oneLine(item)) }"
          let end = program.lines(of: result).upperBound
          return Mistake(
            edits: [program.replace(item, with: ""), program.insert(".get\(late)", after: result)],
            places: [program.linesAround(item), end...end])
        }
      }
    },
    MistakeKind(name: "read-early") { program in
      program.links(handlers).flatMap { link -> [Mistake] in
        guard let closure = link.call.closure, let owner = closure.enclosing(ClassDeclSyntax.self)
        else { return [] }
        let names = program.variableNames(in: owner)
        let uses = program.all(DeclReferenceExprSyntax.self, in: closure.statements)
          .filter { names.contains($0.baseName.text) && isOwn($0) }
        return Dictionary(grouping: uses, by: \.baseName.text).sorted { $0.key < $1.key }
          .compactMap { name, uses in
            uses.contains(where: isChanged) ? nil : keepEarly(name, uses, in: closure, of: program)
          }
      }
    },
  ]

  private static let handlers: Set<String> = [
    "then", "done", "map", "get", "tap", "ensure", "ensureThen", "recover", "catch",
  ]

  /// The links of a chain before one of them, the closest first.
  private static func linksBefore(_ link: Link) -> [Link] {
    var found: [Link] = []
    var call = link.receiver.as(FunctionCallExprSyntax.self)
    while let current = call, current.closure != nil || current.calledName == "timeout",
      let before = Link(current)
    {
      found.append(before)
      call = before.receiver.as(FunctionCallExprSyntax.self)
    }
    return found
  }

  /// The names that a condition binds for what follows it. Nil if the statement is no condition
  /// that leaves the block.
  private static func namesBound(by item: CodeBlockItemSyntax) -> Set<String>? {
    if let statement = item.item.as(GuardStmtSyntax.self) {
      let patterns = statement.conditions.compactMap {
        $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern
      }
      let others = statement.conditions.filter {
        $0.condition.is(MatchingPatternConditionSyntax.self)
      }
      return Set(
        (patterns.map(Syntax.init) + others.map(Syntax.init)).flatMap {
          $0.tokens(viewMode: .sourceAccurate).map(\.text)
        })
    }
    guard let branch = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
      branch.elseBody == nil, let last = branch.body.statements.last, leaves(last)
    else { return nil }
    return []
  }

  private static func leaves(_ item: CodeBlockItemSyntax) -> Bool {
    item.item.is(ReturnStmtSyntax.self) || item.item.is(ThrowStmtSyntax.self)
  }

  /// The property that a statement sets to something simple, counts up or down, or adds to.
  private static func nameSet(by item: CodeBlockItemSyntax) -> String? {
    if let call = item.item.as(FunctionCallExprSyntax.self), let name = call.calledName {
      guard ["removeAll", "append", "insert"].contains(name) else { return nil }
      return call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
    guard let sequence = item.item.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      var place = sequence.elements.first, let value = sequence.elements.last,
      !value.is(FunctionCallExprSyntax.self), !value.is(MemberAccessExprSyntax.self)
    else { return nil }
    if let entry = place.as(SubscriptCallExprSyntax.self) { place = entry.calledExpression }
    return place.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// Whether a name is that of a property of the object that the code belongs to.
  private static func isOwn(_ use: DeclReferenceExprSyntax) -> Bool {
    guard let member = use.parent?.as(MemberAccessExprSyntax.self), member.declName.id == use.id
    else { return true }
    return member.base?.trimmedDescription == "self"
  }

  /// Whether the code at a name changes the property.
  private static func isChanged(_ use: DeclReferenceExprSyntax) -> Bool {
    var node = Syntax(use)
    while let parent = node.parent {
      if let list = parent.as(ExprListSyntax.self) {
        let sign = list.first?.id == node.id ? list.dropFirst().first?.trimmedDescription : nil
        return sign?.hasSuffix("=") == true
          && !["==", "!=", "===", "!==", "<=", ">="].contains(sign)
      }
      if let member = parent.as(MemberAccessExprSyntax.self), member.base?.id == node.id {
        let words = ["append", "insert", "remove", "pop", "update", "merge", "next", "cancel"]
        if words.contains(where: { member.declName.baseName.text.hasPrefix($0) }) { return true }
      } else if parent.is(InOutExprSyntax.self) {
        return true
      } else if !parent.is(MemberAccessExprSyntax.self), !parent.is(SubscriptCallExprSyntax.self),
        !parent.is(OptionalChainingExprSyntax.self)
      {
        return false
      }
      node = parent
    }
    return false
  }

  /// A closure that keeps the value that a property has when the closure is made.
  private static func keepEarly(
    _ name: String, _ uses: [DeclReferenceExprSyntax], in closure: ClosureExprSyntax,
    of program: Program
  ) -> Mistake? {
    var edits: [Edit] = []
    for use in uses {
      if let member = use.parent?.as(MemberAccessExprSyntax.self), member.declName.id == use.id {
        edits.append(program.replace(member, with: name))
      }
    }
    if let captures = closure.signature?.capture, let last = captures.items.last {
      edits.append(program.insert(", \(name) = self.\(name)", after: last))
    } else if let signature = closure.signature {
      edits.append(program.insert("[\(name) = self.\(name)] ", before: signature))
    } else {
      edits.append(program.insert(" [\(name) = self.\(name)] in", after: closure.leftBrace))
    }
    return Mistake(edits: edits, places: [program.line(of: closure)])
  }
}
