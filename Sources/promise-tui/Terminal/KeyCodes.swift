import CNcurses
import PromiseScreens

/// What terminals send for which key.
enum KeyCodes {
  /// The keys that curses has recognised by the terminal's description.
  static let recognised: [Int: Key] = [
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

  /// What follows Escape where the terminal does not do what its description says: the sequences
  /// of ECMA-48, xterm, rxvt and the Linux console.
  static let sequences: [String: Key] = [
    "[A": .up, "[B": .down, "[C": .right, "[D": .left,
    "OA": .up, "OB": .down, "OC": .right, "OD": .left,
    "[H": .home, "[1~": .home, "[7~": .home, "OH": .home,
    "[F": .end, "[4~": .end, "[8~": .end, "OF": .end,
    "[5~": .pageUp, "[6~": .pageDown,
    "[Z": .backTab,
    "OM": .enter,
  ]

  /// The key of a control character, 0 to 31 and 127.
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
