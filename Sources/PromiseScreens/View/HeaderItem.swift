/// One item at the right of the header.
struct HeaderItem {
  /// What goes first where there is no room: the last of these.
  enum Rank: Int {
    /// Never goes.
    case pace
    case position, help, mark, newer, warnings, dropped, clock, time, turn, live, recorded, rules
  }

  var line: StyledLine
  var rank: Rank

  /// An item that takes at least as many cells as `widest`, so that the header stands still while
  /// the numbers in it grow.
  init(_ line: StyledLine, rank: Rank, widest: String = "") {
    let gap = max(0, displayWidth(widest) - displayWidth(line.text))
    self.line = StyledLine([Span(String(repeating: " ", count: gap))] + line.spans)
    self.rank = rank
  }

  /// Of a run it is always to be seen, where it can be.
  var isNeeded: Bool { rank.rawValue <= Rank.dropped.rawValue }

  /// The items for which there is room, with a gap of so many cells between them.
  static func fit(_ items: [HeaderItem], gap: Int, to room: Int) -> [HeaderItem] {
    var items = items
    func needed() -> Int { items.reduce(-gap) { $0 + displayWidth($1.line.text) + gap } }
    while needed() > room, let worst = items.map(\.rank.rawValue).max(), worst > 0 {
      items.removeAll { $0.rank.rawValue == worst }
    }
    return items
  }
}
