/// An order that a run is expected to have, as a person reads and writes it.
///
/// A line tells a handler or a note. Lines between `{` and `}` may come in any order among themselves.
/// A line that begins with `#` is a comment.
package struct GoldenOrder: Hashable, Sendable {
  /// What is expected, one after the other.
  package var items: [Item]

  /// One line, or a block of lines in any order.
  package struct Item: Hashable, Sendable {
    /// The comments and blank lines above it.
    package var comments: [String] = []
    package var lines: [GoldenLine]
    /// The lines stand between braces.
    package var isBlock: Bool

    package init(comments: [String] = [], lines: [GoldenLine], isBlock: Bool = false) {
      self.comments = comments
      self.lines = lines
      self.isBlock = isBlock
    }
  }

  package init(_ items: [Item] = []) { self.items = items }

  /// The order that a run had.
  package init(_ order: HandlerOrder, times: Bool) {
    items = order.steps.map { Item(lines: [GoldenLine($0, times: times)]) }
  }

  /// Those lines.
  package init(lines: [String]) { items = lines.map { Item(lines: [GoldenLine($0)]) } }

  /// How many lines there are.
  package var count: Int { items.reduce(0) { $0 + $1.lines.count } }

  /// Some line tells when.
  package var hasTimes: Bool { items.contains { $0.lines.contains { $0.time != nil } } }

  /// The lines as they are written, without comments.
  package var lines: [String] {
    items.flatMap(\.written)
  }

  /// The text of the file, or of its section.
  package var text: String {
    items.map { item in
      (item.comments + item.written).map { $0 + "\n" }.joined()
    }.joined()
  }
}

extension GoldenOrder.Item {
  /// As it stands in the file, without what stands above it.
  fileprivate var written: [String] {
    isBlock ? ["{"] + lines.map { "  \($0.raw)" } + ["}"] : lines.map(\.raw)
  }
}
