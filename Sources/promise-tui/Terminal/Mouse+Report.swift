import PromiseScreens

extension Mouse {
  /// What a terminal reports as `[<0;10;5M`: a button, a column, a row, and whether it went down or moved
  /// (`M`) or up (`m`). (xterm's mode 1006)
  ///
  /// Other buttons than the left one, and modes that are not asked for, are none of ours.
  init?(report: String) {
    guard report.hasPrefix("[<"), let end = report.last, end == "M" || end == "m" else {
      return nil
    }
    let numbers = report.dropFirst(2).dropLast()
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], (1...Self.most).contains(column), (1...Self.most).contains(row),
      let deed = Self.deed(button, isUp: end == "m")
    else { return nil }
    self.init(deed, x: column - 1, y: row - 1)
  }

  /// What a terminal that does not know that mode reports after `[M`: a button, a column and a row, 32 more
  /// than they are.
  init?(bytes: [Int]) {
    guard bytes.count == 3, bytes[1] > 32, bytes[2] > 32, bytes.allSatisfy({ $0 < 256 }) else {
      return nil
    }
    let button = bytes[0] - 32
    // Which button went up is not said.
    let isUp = button & ~0b11100 == 3
    guard let deed = Self.deed(isUp ? 0 : button, isUp: isUp) else { return nil }
    self.init(deed, x: bytes[1] - 33, y: bytes[2] - 33)
  }

  private static func deed(_ button: Int, isUp: Bool) -> Deed? {
    // Shift, Alt and Control make no difference.
    switch (button & ~0b11100, isUp) {
    case (0, false): .press
    case (0, true), (32, true): .release
    case (32, false): .drag
    case (64, false): .wheelUp
    case (65, false): .wheelDown
    default: nil
    }
  }

  private static let most = 10_000
}
