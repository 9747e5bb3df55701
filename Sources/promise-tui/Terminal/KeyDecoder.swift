import PromiseScreens

/// Makes keys of what is read from a terminal: bytes of UTF-8, keys that curses recognised, and the
/// escape sequences that it did not.
///
/// A sequence that nobody knows, such as an arrow with Control held, is no key at all, and never
/// the keys that its characters stand for.
struct KeyDecoder {
  /// The bytes of a character of which more is to come.
  private var partial: [UInt8] = []

  init() {}

  /// The keys in `codes`, which were read in one go: what follows an Escape in it belongs to it.
  mutating func decode(_ codes: [Int]) -> [Key] {
    var keys: [Key] = []
    var rest = codes[...]
    while let code = rest.popFirst() {
      guard let byte = UInt8(exactly: code) else {
        partial = []
        KeyCodes.recognised[code].map { keys.append($0) }
        continue
      }
      if byte == 27, let sequence = Self.sequence(in: rest) {
        rest = rest.dropFirst(sequence.count)
        KeyCodes.sequences[sequence].map { keys.append($0) }
      } else if let key = key(of: byte) {
        keys.append(key)
      }
    }
    return keys
  }

  /// The whole escape sequence at the front of `codes`: `[`, parameters, and a final character, or
  /// `O` and one character; the Linux console's `[[A` too. None where it is something else.
  private static func sequence(in codes: ArraySlice<Int>) -> String? {
    var text = ""
    for code in codes {
      guard let byte = UInt8(exactly: code), byte >= 32, byte < 127 else { return nil }
      text.unicodeScalars.append(Unicode.Scalar(byte))
      if text == "[" || text == "O" || text == "[[" { continue }
      guard text.hasPrefix("[") || text.hasPrefix("O") else { return nil }
      if byte >= 64 || text.hasPrefix("O") { return text }
    }
    return nil
  }

  /// The key that `byte` completes, if it does.
  private mutating func key(of byte: UInt8) -> Key? {
    if byte < 32 || byte == 127 {
      partial = []
      return KeyCodes.control(byte)
    }
    // Anything but a continuation begins a new character, whatever came before.
    if byte & 0xC0 != 0x80 { partial = [] }
    partial.append(byte)
    if let text = String(validating: partial, as: UTF8.self), let character = text.first {
      partial = []
      return character.unicodeScalars.contains { (0x80..<0xA0) ~= $0.value }
        ? nil : .character(character)
    }
    if partial.count >= 4 { partial = [] }
    return nil
  }
}
