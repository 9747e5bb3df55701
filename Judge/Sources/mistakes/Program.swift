import SwiftParser
import SwiftSyntax

/// A program, with its syntax tree, in which mistakes are planted.
struct Program: Sendable {
  let tree: SourceFileSyntax
  private let locations: SourceLocationConverter
  private let bytes: [UInt8]

  init(file: String, text: String) {
    tree = Parser.parse(source: text)
    locations = SourceLocationConverter(fileName: file, tree: tree)
    bytes = Array(text.utf8)
  }

  /// All nodes of a type, in the order of the text.
  func all<Node: SyntaxProtocol>(_ type: Node.Type, in root: some SyntaxProtocol) -> [Node] {
    var found: [Node] = []
    var rest: [Syntax] = [Syntax(root)]
    while let node = rest.popLast() {
      if let match = node.as(type) { found.append(match) }
      rest.append(contentsOf: node.children(viewMode: .sourceAccurate).reversed())
    }
    return found
  }

  func all<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] { all(type, in: tree) }

  /// The lines of a node, without what stands before and after it.
  func lines(of node: some SyntaxProtocol) -> ClosedRange<Int> {
    let first = locations.location(for: node.positionAfterSkippingLeadingTrivia).line
    let last = locations.location(for: node.endPositionBeforeTrailingTrivia).line
    return first...max(first, last)
  }

  /// The first line of a node.
  func line(of node: some SyntaxProtocol) -> ClosedRange<Int> {
    let first = lines(of: node).lowerBound
    return first...first
  }

  /// The lines of a node that is left out, with the line before and the line after.
  func linesAround(_ node: some SyntaxProtocol) -> ClosedRange<Int> {
    let own = lines(of: node)
    return max(1, own.lowerBound - 1)...own.upperBound + 1
  }

  /// The text of a node, without what stands before and after it.
  func text(of node: some SyntaxProtocol) -> String { node.trimmedDescription }

  /// Writes a text in place of a node. Where it has fewer line breaks, the rest of them follow it.
  func replace(_ node: some SyntaxProtocol, with text: String) -> Edit {
    let range =
      node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
    return replace(range, with: text)
  }

  func replace(_ range: Range<Int>, with text: String) -> Edit {
    let breaks =
      bytes[range].count { $0 == UInt8(ascii: "\n") } - text.utf8.count { $0 == UInt8(ascii: "\n") }
    precondition(breaks >= 0, "a mistake adds lines")
    return Edit(bytes: range, text: text + String(repeating: "\n", count: breaks))
  }

  /// Writes a text before a node.
  func insert(_ text: String, before node: some SyntaxProtocol) -> Edit {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
    return Edit(bytes: offset..<offset, text: text)
  }

  /// Writes a text after a node.
  func insert(_ text: String, after node: some SyntaxProtocol) -> Edit {
    let offset = node.endPositionBeforeTrailingTrivia.utf8Offset
    return Edit(bytes: offset..<offset, text: text)
  }
}
