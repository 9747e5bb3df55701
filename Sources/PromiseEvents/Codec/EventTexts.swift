/// The texts that an event may have. Every writer and every reader of packed events and of traces
/// applies them, so that what is computed from a text takes bounded time.
package enum EventTexts {
  /// The length in bytes at which a text is cut: a label, a tag, a note.
  package static var longest: Int { 1 << 20 }

  /// Returns the number of bytes of a text that remain.
  static func size(of text: String?) -> Int { min(text?.utf8.count ?? 0, longest) }

  /// Returns the number of bytes of a text that remain, so that no character is divided.
  static func size(of text: UnsafeBufferPointer<UInt8>) -> Int {
    guard text.count > longest else { return text.count }
    var count = longest
    while count > 0, text[count] & 0xC0 == 0x80 { count -= 1 }
    return count
  }

  /// Returns the text, cut if it is too long.
  @inline(__always)
  static func cut(_ text: String) -> String {
    if text.utf8.count <= longest { return text }
    var text = text
    return text.withUTF8 { String(decoding: $0[..<size(of: $0)], as: UTF8.self) }
  }
}
