import SwiftSyntax

/// One link of a chain: `.then { … }` with the line break before it.
struct Link {
  let call: FunctionCallExprSyntax
  let receiver: ExprSyntax
  let name: TokenSyntax

  init?(_ call: FunctionCallExprSyntax) {
    guard let receiver = call.receiver, let name = call.nameToken else { return nil }
    (self.call, self.receiver, self.name) = (call, receiver, name)
  }

  var bytes: Range<Int> {
    receiver.endPositionBeforeTrailingTrivia
      .utf8Offset..<call.endPositionBeforeTrailingTrivia.utf8Offset
  }

  func lines(in program: Program) -> ClosedRange<Int> {
    program.line(of: name).lowerBound...program.lines(of: call).upperBound
  }
}

extension Program {
  /// The links with one of these names, outside the program's own check.
  func links(_ names: Set<String>) -> [Link] { calls(of: names).compactMap(Link.init) }

  /// A chain in which a link stands before another one, and all links between, that it should
  /// follow.
  func exchange(_ late: Link, with early: Link) -> Mistake {
    let bytes = early.bytes.lowerBound..<late.bytes.upperBound
    let moved = text(in: late.bytes)
    let all = lines(of: early.receiver).upperBound...lines(of: late.call).upperBound
    let first = all.lowerBound + moved.prefix { $0 != "." }.count { $0 == "\n" }
    let length = late.lines(in: self).count
    return Mistake(
      edits: [replace(bytes, with: moved + text(in: early.bytes))],
      places: [first...first + length - 1, all.upperBound...all.upperBound])
  }

  /// A chain without a link.
  func leaveOut(_ link: Link) -> Mistake {
    let lines = link.lines(in: self)
    return Mistake(
      edits: [replace(link.bytes, with: "")],
      places: [max(1, lines.lowerBound - 1)...lines.upperBound + 1])
  }

  /// Two statements, one after the other, in the wrong order.
  func exchange(_ first: CodeBlockItemSyntax, with second: CodeBlockItemSyntax) -> Mistake {
    let start = first.positionAfterSkippingLeadingTrivia.utf8Offset
    let middle =
      first.endPositionBeforeTrailingTrivia
      .utf8Offset..<second.positionAfterSkippingLeadingTrivia.utf8Offset
    let bytes = start..<second.endPositionBeforeTrailingTrivia.utf8Offset
    let (top, bottom) = (lines(of: first), lines(of: second))
    let end = bottom.upperBound
    return Mistake(
      edits: [replace(bytes, with: text(of: second) + text(in: middle) + text(of: first))],
      places: [top.lowerBound...top.lowerBound, end - top.count + 1...end])
  }
}

extension CodeBlockItemSyntax {
  /// Whether it is the only statement of its closure or function, and what that returns.
  var isResult: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
      item.is(ExprSyntax.self)
    else {
      return false
    }
    let function = list.parent?.parent?.as(FunctionDeclSyntax.self)
    return list.parent?.is(ClosureExprSyntax.self) == true
      || function?.signature.returnClause != nil
  }
}
