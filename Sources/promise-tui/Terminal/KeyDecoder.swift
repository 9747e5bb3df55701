import PromiseScreens

/// Makes messages of what is read from a terminal: bytes of UTF-8, keys that curses recognised, the escape
/// sequences that it did not, and what the mouse does.
///
/// A sequence that nobody knows, such as an arrow with Control held, is no key at all, and never
/// the keys that its characters stand for.
struct KeyDecoder {
  /// The bytes of a character of which more is to come.
  private var partial: [UInt8] = []
  /// The beginning of a report of the mouse of which more is to come.
  private var unfinished: [Int] = []

  init() {}

  /// The keys and clicks in `codes`, which were read in one go: what follows an Escape in it belongs to it.
  mutating func decode(_ codes: [Int]) -> [Message] {
    var messages: [Message] = []
    var rest = (unfinished + codes)[...]
    unfinished = []
    while let code = rest.popFirst() {
      guard let byte = UInt8(exactly: code) else {
        partial = []
        KeyCodes.recognised[code].map { messages.append(.key($0)) }
        continue
      }
      if byte == 27, let sequence = Self.sequence(in: rest) {
        rest = rest.dropFirst(sequence.count)
        if let mouse = Mouse(report: sequence) {
          messages.append(.mouse(mouse))
        } else {
          KeyCodes.sequences[sequence].map { messages.append(.key($0)) }
        }
      } else if byte == 27, Self.isUnfinished(rest) {
        unfinished = [code] + rest
        rest = []
      } else if let key = key(of: byte) {
        messages.append(.key(key))
      }
    }
    return messages
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

  /// All of `codes` is the beginning of a report of the mouse: a terminal far away sends it in pieces.
  private static func isUnfinished(_ codes: ArraySlice<Int>) -> Bool {
    codes.starts(with: [0x5B, 0x3C]) && codes.count < 24
      && codes.dropFirst(2).allSatisfy { (0x30...0x3B).contains($0) }
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
