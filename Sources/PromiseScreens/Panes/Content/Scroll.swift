import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The scroll position of a pane.
struct Scroll: Hashable, Sendable {
  /// The first visible line below the frozen ones.
  var offset = 0
  /// The first visible column right of the frozen ones.
  var x = 0
  /// The promise at the playhead or selected when the graph opened or the user scrolled sideways: while it is, its box
  /// may be out of view.
  var subjectOfX: PromiseID?
  /// The line that was kept in view; if it changes, the new one is brought into view.
  var anchor: Int?
  /// The promise of that line; while it is the same, new lines above it do not move the view.
  var subject: PromiseID?
  /// Whether the user has scrolled that line out of view.
  var isAway = false

  /// Returns the first visible line of `content` in `height` lines, below the frozen ones.
  func first(of content: PaneContent, height: Int) -> Int {
    first(
      count: content.count, frozen: content.frozen, anchor: content.anchor,
      subject: content.anchor.flatMap { content.promises[$0] }, height: height)
  }

  /// Returns the same for `count` lines with `frozen` ones among them, before any of them is drawn.
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
    // Keep a few lines below the anchor in view.
    let row = anchor - frozen
    let margin = min(2, room / 4)
    let lowest = min(last, max(0, row - room + 1 + margin))
    return min(max(first, lowest), max(0, row - margin))
  }

  /// Returns this view of `content` fixed and scrolled by `rows`: it stays in place until another line has to
  /// be in view.
  func settled(on content: PaneContent, height: Int, movedBy rows: Int = 0) -> Scroll {
    var scroll = Scroll(
      offset: first(of: content, height: height), x: x, subjectOfX: subjectOfX,
      anchor: content.anchor, subject: content.anchor.flatMap { content.promises[$0] })
    let most = max(0, content.count - max(content.frozen, height))
    scroll.offset = min(max(0, scroll.offset + rows), most)
    let room = max(0, height - content.frozen)
    let row = (scroll.anchor ?? content.frozen) - content.frozen - scroll.offset
    scroll.isAway = scroll.anchor != nil && !(0..<room).contains(row)
    return scroll
  }

  /// Returns a view of `content` centered on the line to keep in view.
  func centred(on content: PaneContent, height: Int) -> Scroll {
    guard let anchor = content.anchor, anchor >= content.frozen else { return self }
    let room = max(0, height - content.frozen)
    let last = max(0, content.count - content.frozen - room)
    return Scroll(
      offset: min(max(0, anchor - content.frozen - room / 2), last), x: x, anchor: anchor,
      subject: content.promises[anchor])
  }

  /// Returns the first visible column of `content` in `width` cells, right of the frozen ones.
  func firstColumn(of content: PaneContent, width: Int) -> Int {
    content.firstColumn ?? min(max(0, x), max(0, content.width - width))
  }
}
