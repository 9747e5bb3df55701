import PromiseScreens

/// Makes messages of what is read from a terminal: bytes of UTF-8, keys that curses recognised, the escape
/// sequences that it did not, what the mouse does, and what is pasted.
///
/// A sequence that nobody knows, such as an arrow with Control held, is no key at all, and never
/// the keys that its characters stand for.
struct KeyDecoder {
  /// The bytes of a character of which more is to come.
  private var partial: [UInt8] = []
  /// The beginning of a sequence of which more is to come.
  private var unfinished: [Int] = []
  /// What is being pasted, until its closing bracket has come.
  private var pasted: PastedText?

  init() {}

  /// The keys and clicks in `codes`, which were read in one go: what follows an Escape in it belongs to it.
  mutating func decode(_ codes: [Int]) -> [Message] {
    var messages: [Message] = []
    var rest = (unfinished + codes)[...]
    unfinished = []
    while let code = rest.popFirst() {
      if pasted != nil {
        messages += paste(code)
        continue
      }
      guard let byte = UInt8(exactly: code) else {
        partial = []
        KeyCodes.recognised[code].map { messages.append(.key($0)) }
        continue
      }
      if byte == 27, let sequence = Self.sequence(in: rest) {
        rest = rest.dropFirst(sequence.count)
        if sequence == "[M" {
          // The button, the column and the row follow, as a byte each.
          guard rest.count >= 3 else {
            unfinished = [27, 0x5B, 0x4D] + rest
            break
          }
          Mouse(bytes: Array(rest.prefix(3))).map { messages.append(.mouse($0)) }
          rest = rest.dropFirst(3)
          continue
        }
        if let mouse = Mouse(report: sequence) {
          messages.append(.mouse(mouse))
        } else if sequence == PastedText.opening {
          pasted = PastedText()
        } else {
          KeyCodes.sequences[sequence].map { messages.append(.key($0)) }
        }
      } else if byte == 27, Self.isUnfinished(rest) {
        unfinished = [code] + rest
        rest = []
      } else if byte == 27, rest.starts(with: [0x5B, 0x3C]) {
        // A report of the mouse that breaks off: what there is of it is no keys.
        rest = rest.dropFirst(2).drop { (0x30...0x3B).contains($0) }
      } else if let key = key(of: byte) {
        messages.append(.key(key))
      }
    }
    return messages
  }

  /// Takes in a code of what is pasted; answers the text when that is whole. `^C` ends it, whatever was
  /// pasted: a closing bracket that is lost must not take the keys away.
  private mutating func paste(_ code: Int) -> [Message] {
    guard let byte = UInt8(exactly: code) else { return [] }
    if byte == 3 {
      pasted = nil
      return [.key(.control("c"))]
    }
    guard pasted?.add(byte) == true, let text = pasted?.text else { return [] }
    pasted = nil
    return [.paste(text)]
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

  /// All of `codes` is the beginning of a report of the mouse, or of the bracket before what is pasted: a
  /// terminal far away sends them in pieces.
  private static func isUnfinished(_ codes: ArraySlice<Int>) -> Bool {
    if codes.count > 2, PastedText.opening.utf8.lazy.map({ Int($0) }).starts(with: codes) {
      return true
    }
    return codes.starts(with: [0x5B, 0x3C]) && codes.count < 24
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

/// A text that a terminal sends between brackets, since it was pasted and not typed. (xterm's mode 2004)
struct PastedText {
  /// The sequence before it, without its Escape.
  static let opening = "[200~"
  private static let closing = Array("\u{1B}[201~".utf8)
  /// So much of a text is kept: more than any line takes.
  private static let most = 65_536

  private var bytes: [UInt8] = []

  /// Adds a byte; answers whether it was the last one of the closing bracket.
  mutating func add(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    if bytes.count > Self.most + Self.closing.count { bytes.remove(at: Self.most) }
    guard byte == Self.closing.last, bytes.count >= Self.closing.count,
      bytes.suffix(Self.closing.count).elementsEqual(Self.closing)
    else { return false }
    bytes.removeLast(Self.closing.count)
    return true
  }

  /// The text as far as it has come; what is no UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
