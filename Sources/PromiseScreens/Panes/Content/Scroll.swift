import PromiseEvents
import PromiseGraph

/// How far the user has scrolled a pane.
struct Scroll: Hashable, Sendable {
  /// The first line to show, below those that stay.
  var offset = 0
  /// The first column to show, right of those that stay.
  var x = 0
  /// The line that was to be in view then: once that is another one, it comes into view again.
  var anchor: Int?
  /// The promise of that line: while it is the same one, what comes above it moves nothing on the
  /// screen.
  var subject: PromiseID?
  /// The user has scrolled that line out of view.
  var isAway = false

  /// The first line to show of `content` in `height` lines, below those that stay.
  func first(of content: PaneContent, height: Int) -> Int {
    first(
      count: content.count, frozen: content.frozen, anchor: content.anchor,
      subject: content.anchor.flatMap { content.promises[$0] }, height: height)
  }

  /// The same for `count` lines of which `frozen` stay, before any of them is drawn.
  func first(count: Int, frozen: Int, anchor: Int?, subject: PromiseID?, height: Int) -> Int {
    let room = max(0, height - frozen)
    let last = max(0, count - frozen - room)
    var offset = offset
    var isKept = anchor == self.anchor && subject == self.subject
    if let anchor, let before = self.anchor, let subject, subject == self.subject {
      offset += anchor - before
      isKept = isAway
    }
    let first = min(max(0, offset), last)
    guard let anchor, anchor >= frozen, !isKept else { return first }
    // A little of what follows stays in view below the anchor.
    let row = anchor - frozen
    let margin = min(2, room / 4)
    let lowest = min(last, max(0, row - room + 1 + margin))
    return min(max(first, lowest), max(0, row - margin))
  }

  /// The same view of `content`, remembered and scrolled on by `rows`: it stays where it is until
  /// another line must be seen.
  func settled(on content: PaneContent, height: Int, movedBy rows: Int = 0) -> Scroll {
    var scroll = Scroll(
      offset: first(of: content, height: height), x: x, anchor: content.anchor,
      subject: content.anchor.flatMap { content.promises[$0] })
    let most = max(0, content.count - max(content.frozen, height))
    scroll.offset = min(max(0, scroll.offset + rows), most)
    let room = max(0, height - content.frozen)
    let row = (scroll.anchor ?? content.frozen) - content.frozen - scroll.offset
    scroll.isAway = scroll.anchor != nil && !(0..<room).contains(row)
    return scroll
  }

  /// A view of `content` in whose middle the line stands that should be in view.
  func centred(on content: PaneContent, height: Int) -> Scroll {
    guard let anchor = content.anchor, anchor >= content.frozen else { return self }
    let room = max(0, height - content.frozen)
    let last = max(0, content.count - content.frozen - room)
    return Scroll(
      offset: min(max(0, anchor - content.frozen - room / 2), last), x: x, anchor: anchor,
      subject: content.promises[anchor])
  }

  /// The first column to show of `content` in `width` cells, right of those that stay.
  func firstColumn(of content: PaneContent, width: Int) -> Int {
    min(max(0, x), max(0, content.width - width))
  }
}
