import CNcurses
import PromiseScreens

/// The keys that terminals send.
enum KeyCodes {
  /// The keys that curses recognizes by the terminal's description.
  static let recognized: [Int: Key] = [
    CN_KEY_UP: .up,
    CN_KEY_DOWN: .down,
    CN_KEY_LEFT: .left,
    CN_KEY_RIGHT: .right,
    CN_KEY_HOME: .home,
    CN_KEY_END: .end,
    CN_KEY_PAGE_UP: .pageUp,
    CN_KEY_PAGE_DOWN: .pageDown,
    CN_KEY_ENTER: .enter,
    CN_KEY_BACKSPACE: .backspace,
    CN_KEY_BACK_TAB: .backTab,
  ]

  /// The sequences after Escape that curses does not recognize, for terminals that differ from
  /// their description: those of ECMA-48, xterm, rxvt and the Linux console.
  static let sequences: [String: Key] = [
    "[A": .up, "[B": .down, "[C": .right, "[D": .left,
    "OA": .up, "OB": .down, "OC": .right, "OD": .left,
    "[H": .home, "[1~": .home, "[7~": .home, "OH": .home,
    "[F": .end, "[4~": .end, "[8~": .end, "OF": .end,
    "[5~": .pageUp, "[6~": .pageDown,
    "[Z": .backTab,
    "OM": .enter,
  ]

  /// Returns the key of a control character, 0 to 31 or 127.
  static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 8, 127: .backspace
    case 9: .tab
    case 10, 13: .enter
    case 27: .escape
    case 1...26: .control(Character(Unicode.Scalar(byte + 96)))
    case 28: .control("\\")
    default: nil
    }
  }
}

extension Mouse {
  /// Parses a report such as `[<0;10;5M`: a button, a column, a row, and whether the button went
  /// down or moved (`M`) or up (`m`). (xterm's mode 1006)
  ///
  /// Buttons other than the left one, and modes that were not requested, are ignored.
  init?(report: String) {
    guard report.hasPrefix("[<"), let end = report.last, end == "M" || end == "m" else {
      return nil
    }
    let numbers = report.dropFirst(2).dropLast()
      .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1],
      let row = numbers[2], (1...Self.most).contains(column), (1...Self.most).contains(row),
      let kind = Self.kind(button, isUp: end == "m")
    else { return nil }
    self.init(kind, x: column - 1, y: row - 1)
  }

  /// Parses what a terminal without that mode reports after `[M`: a button, a column and a row,
  /// each increased by 32.
  init?(bytes: [Int]) {
    guard bytes.count == 3, bytes[1] > 32, bytes[2] > 32, bytes.allSatisfy({ $0 < 256 }) else {
      return nil
    }
    let button = bytes[0] - 32
    // The report does not say which button went up.
    let isUp = button & ~0b11100 == 3
    guard let kind = Self.kind(isUp ? 0 : button, isUp: isUp) else { return nil }
    self.init(kind, x: bytes[1] - 33, y: bytes[2] - 33)
  }

  private static func kind(_ button: Int, isUp: Bool) -> Kind? {
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
