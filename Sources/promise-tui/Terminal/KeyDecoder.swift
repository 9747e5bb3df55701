import PromiseScreens

/// Decodes what is read from a terminal into messages: UTF-8 bytes, keys that curses recognized,
/// escape sequences that it did not, mouse reports, and pasted text.
///
/// An unknown sequence, such as an arrow with Control held, is ignored as a whole, never read as
/// the keys that its characters stand for.
struct KeyDecoder {
  /// The bytes of an incomplete character.
  private var partial: [UInt8] = []
  /// The beginning of an incomplete sequence.
  private var unfinished: [Int] = []
  /// The text being pasted, until its closing bracket has arrived.
  private var pasted: PastedText?

  init() {}

  /// Decodes `codes`, which were read at the same time: what follows an Escape belongs to it.
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
        KeyCodes.recognized[code].map { messages.append(.key($0)) }
        continue
      }
      if byte == 27, let sequence = Self.sequence(in: rest) {
        rest = rest.dropFirst(sequence.count)
        if sequence == "[M" {
          // The button, the column and the row follow, in one byte each.
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
        // An incomplete mouse report is ignored, not read as keys.
        rest = rest.dropFirst(2).drop { (0x30...0x3B).contains($0) }
      } else if let key = key(of: byte) {
        messages.append(.key(key))
      }
    }
    return messages
  }

  /// Adds a code to the pasted text; returns the text when it is complete. `^C` always ends it: a
  /// lost closing bracket must not disable the keys.
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

  /// Returns the complete escape sequence at the front of `codes`: `[`, parameters, and a final
  /// character, or `O` and one character; also the Linux console's `[[A`. `nil` if it is something
  /// else.
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

  /// Returns whether `codes` is the beginning of a mouse report, or of the bracket before pasted
  /// text: a remote terminal sends them in pieces.
  private static func isUnfinished(_ codes: ArraySlice<Int>) -> Bool {
    if codes.count > 2, PastedText.opening.utf8.lazy.map({ Int($0) }).starts(with: codes) {
      return true
    }
    return codes.starts(with: [0x5B, 0x3C]) && codes.count < 24
      && codes.dropFirst(2).allSatisfy { (0x30...0x3B).contains($0) }
  }

  /// Returns the key that `byte` completes, if any.
  private mutating func key(of byte: UInt8) -> Key? {
    if byte < 32 || byte == 127 {
      partial = []
      return KeyCodes.control(byte)
    }
    // Any byte but a continuation begins a new character.
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

/// Pasted text, which a terminal sends between brackets to distinguish it from typing. (xterm's
/// mode 2004)
struct PastedText {
  /// The sequence before it, without its Escape.
  static let opening = "[200~"
  private static let closing = Array("\u{1B}[201~".utf8)
  /// The most bytes that are kept: more than any line takes.
  private static let most = 65_536

  private var bytes: [UInt8] = []

  /// Adds a byte; returns whether it completed the closing bracket.
  mutating func add(_ byte: UInt8) -> Bool {
    bytes.append(byte)
    if bytes.count > Self.most + Self.closing.count { bytes.remove(at: Self.most) }
    guard byte == Self.closing.last, bytes.count >= Self.closing.count,
      bytes.suffix(Self.closing.count).elementsEqual(Self.closing)
    else { return false }
    bytes.removeLast(Self.closing.count)
    return true
  }

  /// The text so far; invalid UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
