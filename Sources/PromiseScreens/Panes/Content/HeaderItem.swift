/// One item of the header.
struct HeaderItem {
  /// What is left out first if room is short: the last of these.
  enum Rank: Int {
    /// Never left out.
    case pace
    case position, help, mark, newer, stale, warnings, dropped, time, live, processes, recorded

    /// Whether it follows the name; the others are at the right.
    var isInFront: Bool {
      switch self {
      case .pace, .live, .stale, .newer, .processes: true
      case .position, .help, .mark, .warnings, .dropped, .time, .recorded: false
      }
    }
  }

  var line: StyledLine
  var rank: Rank

  /// Creates an item at least as wide as `widest`, so that the header does not move while its numbers
  /// grow. What follows the name keeps its start in place, the others their end.
  init(_ line: StyledLine, rank: Rank, widest: String = "") {
    let gap = Span(blanks(displayWidth(widest) - displayWidth(line.text)))
    self.line = StyledLine(rank.isInFront ? line.spans + [gap] : [gap] + line.spans)
    self.rank = rank
  }

  /// Returns the items that fit into `room`, with `gap` cells between them.
  static func fit(_ items: [HeaderItem], gap: Int, to room: Int) -> [HeaderItem] {
    var items = items
    func needed() -> Int { items.reduce(-gap) { $0 + displayWidth($1.line.text) + gap } }
    while needed() > room, let worst = items.map(\.rank.rawValue).max(), worst > 0 {
      items.removeAll { $0.rank.rawValue == worst }
    }
    return items
  }
}
