extension GoldenOrder {
  /// One line of the order, in the place where a run has it.
  struct Slot: Sendable {
    /// Which item it is a line of.
    var item: Int
    var line: GoldenLine
  }

  /// The lines one after the other, those of a block as they come in `steps`. Where the steps have this
  /// order, each slot stands where its step does. O(n) but for blocks, which are searched.
  func slots(like steps: [HandlerOrder.Step], times: Bool) -> [Slot] {
    var slots: [Slot] = []
    var place = 0
    for (index, item) in items.enumerated() {
      let end = min(steps.count, place + item.lines.count + Self.sight)
      let window = steps[place..<end]
      let (lines, last) = Self.arranged(item.lines, like: window, times: times)
      slots += lines.map { Slot(item: index, line: $0) }
      place = last.map { $0 + 1 } ?? place
    }
    return slots
  }

  /// The lines as they come among those steps, what does not come at the end; and the last one's place.
  private static func arranged(
    _ lines: [GoldenLine], like steps: ArraySlice<HandlerOrder.Step>, times: Bool
  ) -> ([GoldenLine], Int?) {
    var rest = lines
    var arranged: [GoldenLine] = []
    var last: Int?
    for (index, step) in zip(steps.indices, steps) {
      guard !rest.isEmpty else { break }
      // The line that tells the time is meant before one that tells none.
      let exact = rest.firstIndex { $0.time != nil && $0.tells(step, times: times) }
      guard let found = exact ?? rest.firstIndex(where: { $0.tells(step, times: times) }) else {
        continue
      }
      arranged.append(rest.remove(at: found))
      last = index
    }
    return (arranged + rest, last)
  }

  /// So far ahead a line is looked for that does not come where it should.
  private static var sight: Int { 64 }
}
