/// The lanes that are open in the row that is being placed, and the signs that they leave in it.
struct ChainOpenLanes: Hashable, Sendable {
  /// Their columns, ascending.
  private var columns: [Int] = []
  /// How many cells of a row are kept.
  private let cap: Int

  init(cap: Int) { self.cap = cap }

  /// The rightmost of them.
  var last: Int? { columns.last }
  var isEmpty: Bool { columns.isEmpty }

  mutating func open(_ column: Int) {
    let index = columns.lastIndex { $0 < column }.map { $0 + 1 } ?? 0
    if index == columns.count || columns[index] != column { columns.insert(column, at: index) }
  }

  mutating func close(_ column: Int) {
    if let index = columns.lastIndex(of: column) { columns.remove(at: index) }
  }

  mutating func close(_ ended: Set<Int>) { columns.removeAll { ended.contains($0) } }

  /// The lanes left of `column`, as far as they are kept.
  func signs(before column: Int) -> [ChainLayout.Sign] {
    var signs = [ChainLayout.Sign](repeating: .blank, count: min(column, cap))
    for lane in columns {
      guard lane < signs.count else { break }
      signs[lane] = .vertical
    }
    return signs
  }

  /// The signs before `column` with a line from the lane in `start` to there; lanes that it crosses
  /// stay.
  func signs(
    before column: Int, from start: Int, _ sign: ChainLayout.Sign, line: ChainLayout.Sign
  ) -> [ChainLayout.Sign] {
    var signs = signs(before: column)
    guard start < signs.count else { return signs }
    signs[start] = sign
    for cell in signs.indices.dropFirst(start + 1) where signs[cell] == .blank {
      signs[cell] = line
    }
    return signs
  }
}
