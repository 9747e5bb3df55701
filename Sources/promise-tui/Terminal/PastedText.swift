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
