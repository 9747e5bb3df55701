import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The name of what is called: `then` in `login().then { … }`, `when` in `when(fulfilled: a)`.
  var calledName: String? { nameToken?.text }

  /// The token of that name.
  var nameToken: TokenSyntax? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
      ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
  }

  /// What a method is called on.
  var receiver: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

  /// The closure that follows the call, or is its only closure.
  var closure: ClosureExprSyntax? {
    trailingClosure ?? arguments.lazy.compactMap { $0.expression.as(ClosureExprSyntax.self) }.first
  }

  func argument(_ label: String) -> LabeledExprSyntax? {
    arguments.first { $0.label?.text == label }
  }

  /// Whether it is a statement of its own, of which nobody uses the result.
  var isStatement: Bool {
    guard let item = parent?.as(CodeBlockItemSyntax.self) else { return false }
    guard let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else {
      return true
    }
    return list.parent?.is(ClosureExprSyntax.self) != true
  }
}

extension ClosureExprSyntax {
  /// The expression that the closure returns: its only one, or that of its last `return`.
  var result: ExprSyntax? {
    guard let last = statements.last else { return nil }
    if let returned = last.item.as(ReturnStmtSyntax.self) { return returned.expression }
    return statements.count == 1 ? last.item.as(ExprSyntax.self) : nil
  }

  /// Whether the closure uses what it was given.
  var ignoresItsInput: Bool {
    if let parameters = signature?.parameterClause {
      switch parameters {
      case .simpleInput(let names): return names.allSatisfy { $0.name.text == "_" }
      case .parameterClause(let clause):
        return clause.parameters.allSatisfy { $0.firstName.text == "_" }
      }
    }
    return !statements.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .dollarIdentifier("$0")
    }
  }
}

extension SyntaxProtocol {
  /// The closest node around this one that is of a type.
  func enclosing<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    var node = parent
    while let current = node {
      if let match = current.as(type) { return match }
      node = current.parent
    }
    return nil
  }

  /// The statement that it is a part of.
  var statement: CodeBlockItemSyntax? {
    self.as(CodeBlockItemSyntax.self) ?? enclosing(CodeBlockItemSyntax.self)
  }
}
