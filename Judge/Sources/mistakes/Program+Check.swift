import SwiftSyntax

extension Program {
  /// All nodes of a type that are no part of the program's own check.
  func code<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] { all(type).filter { !isCheck($0) } }

  /// All calls of a function or a method with one of these names, outside the program's own check.
  func calls(of names: Set<String>) -> [FunctionCallExprSyntax] {
    code(FunctionCallExprSyntax.self).filter { names.contains($0.calledName ?? "") }
  }

  /// Whether a node is a part of the program's own check or of its watchdog: of a function, a
  /// closure or a statement of the file that speaks of a check or of a problem.
  func isCheck(_ node: some SyntaxProtocol) -> Bool {
    var current: Syntax? = Syntax(node)
    while let node = current {
      let isWhole = node.is(FunctionDeclSyntax.self) || node.is(ClosureExprSyntax.self)
      if isWhole || isStatementOfFile(node), speaksOfCheck(node) { return true }
      if let name = node.as(FunctionDeclSyntax.self)?.name.text.lowercased(),
        ["verdict", "verif", "compare"].contains(where: { name.hasPrefix($0) })
      {
        return true
      }
      current = node.parent
    }
    return speaksOfCheck(node)
  }

  private func speaksOfCheck(_ node: some SyntaxProtocol) -> Bool {
    let text = text(of: node)
    return text.contains("check") || text.contains("problem")
      || node.as(FunctionDeclSyntax.self)?.signature.returnClause?.type.trimmedDescription
        == "String?"
  }

  /// Whether a node is what happens when the file runs, and declares no type and no function.
  private func isStatementOfFile(_ node: Syntax) -> Bool {
    guard node.parent?.parent?.is(SourceFileSyntax.self) == true,
      let item = node.as(CodeBlockItemSyntax.self)?.item
    else { return false }
    return !item.is(DeclSyntax.self) || item.is(VariableDeclSyntax.self)
  }

  /// The text of a part of the program.
  func text(in bytes: Range<Int>) -> String {
    String(decoding: Array(tree.description.utf8)[bytes], as: UTF8.self)
  }

  /// The text of a node on one line, with semicolons between its statements.
  func oneLine(_ node: some SyntaxProtocol) -> String {
    var text = ""
    for token in node.tokens(viewMode: .sourceAccurate) {
      if !text.isEmpty {
        if token.startsLaterStatement {
          text += "; "
        } else if token.leadingTrivia.contains(where: \.isNewline) || text.hasSuffix(" ") {
          text += text.hasSuffix(" ") ? "" : " "
        }
      }
      text += token.text + (token.trailingTrivia.isEmpty ? "" : " ")
    }
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  /// The queue that the calls in a node name, or else the calls in the function around it, as an
  /// argument: `(on: queue)`.
  func queue(near node: some SyntaxProtocol) -> String {
    let scopes = [Syntax(node), node.enclosing(FunctionDeclSyntax.self).map { Syntax($0) }]
    for scope in scopes.compactMap({ $0 }) {
      let calls = all(FunctionCallExprSyntax.self, in: scope)
      if let queue = calls.lazy.compactMap({ $0.argument("on")?.expression }).first {
        return "(on: \(oneLine(queue)))"
      }
    }
    return ""
  }

  /// `[self] `, where a closure must say that it uses the object it is written in.
  func captureOfSelf(at node: some SyntaxProtocol) -> String {
    let isObject =
      node.enclosing(ClassDeclSyntax.self) != nil || node.enclosing(ActorDeclSyntax.self) != nil
    return isObject ? "[self] " : ""
  }

  /// The names of all properties that can change.
  var variableNames: Set<String> { variableNames(in: tree) }

  /// The names of the properties in a type that can change.
  func variableNames(in type: some SyntaxProtocol) -> Set<String> {
    let declarations = all(VariableDeclSyntax.self, in: type).filter {
      $0.bindingSpecifier.tokenKind == .keyword(.var)
        && $0.parent?.is(MemberBlockItemSyntax.self) == true
    }
    let names = declarations.flatMap(\.bindings).filter { $0.accessorBlock == nil }
      .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
    return Set(names)
  }
}

extension TokenSyntax {
  /// Whether it is the first token of a statement that follows another one without a semicolon.
  fileprivate var startsLaterStatement: Bool {
    var node = Syntax(self)
    while let parent = node.parent, parent.firstToken(viewMode: .sourceAccurate) == self {
      if let item = parent.as(CodeBlockItemSyntax.self),
        let list = item.parent?.as(CodeBlockItemListSyntax.self)
      {
        return list.first != item
          && previousToken(viewMode: .sourceAccurate)?.tokenKind != .semicolon
      }
      node = parent
    }
    return false
  }
}
