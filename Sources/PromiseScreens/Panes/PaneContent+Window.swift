import PromiseKitLite

extension PaneContent {
  /// Makes this the content of a pane of `count` lines below `frozen` that stay, and gives the places of
  /// those lines that are seen: only they need to be drawn, after the ones that stay.
  mutating func window(
    of count: Int, frozen: Int, _ scroll: Scroll, subject: PromiseID?, height: Int
  ) -> Range<Int> {
    let first = scroll.first(
      count: frozen + count, frozen: frozen, anchor: anchor,
      subject: anchor.flatMap { _ in subject },
      height: height)
    skipped = first
    self.count = frozen + count
    if let anchor, let subject { promises[anchor] = subject }
    return first..<min(count, first + max(0, height - frozen))
  }
}

extension RandomAccessCollection where Index == Int {
  /// The element so many places from that at `place`, or the last one that way; from none, the first or
  /// the last one.
  func step(_ rows: Int, from place: Int?) -> Element? {
    guard !isEmpty else { return nil }
    let next = place.map { $0 + rows } ?? (rows > 0 ? startIndex : endIndex - 1)
    return self[Swift.min(Swift.max(startIndex, next), endIndex - 1)]
  }
}

extension RandomAccessCollection where Index == Int, Element == PromiseID {
  /// The place of a promise among promises in ascending order. O(log count)
  func place(of promise: PromiseID) -> Int? {
    let place = partitionPoint { $0 < promise }
    return place < endIndex && self[place] == promise ? place : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that does not satisfy `isBefore`, which holds for the elements up to
  /// one of them and for none after it. O(log count)
  func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
