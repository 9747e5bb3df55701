/// How far the user has scrolled a pane.
struct Scroll: Hashable, Sendable {
  /// The first line to show, below those that stay.
  var offset = 0
  /// The line that was to be in view then: once that is another one, it comes into view again.
  var anchor: Int?

  /// The first line to show of `content` in `height` lines, below those that stay.
  func first(of content: PaneContent, height: Int) -> Int {
    let room = max(0, height - content.frozen)
    let last = max(0, content.lines.count - content.frozen - room)
    let first = min(max(0, offset), last)
    guard let anchor = content.anchor, anchor != self.anchor, anchor >= content.frozen else {
      return first
    }
    // A little of what follows stays in view below the anchor.
    let row = anchor - content.frozen
    let margin = min(2, room / 4)
    let lowest = min(last, max(0, row - room + 1 + margin))
    return min(max(first, lowest), max(0, row - margin))
  }
}
