/// A text that stops growing: what a program's values are described into, so that a value of a
/// million elements makes an event of a few dozen characters.
struct BoundedText: TextOutputStream {
  /// The most characters that an event shows of a value.
  static let limit = 120

  private(set) var text = ""
  private var room = limit
  private var isCut = false

  mutating func write(_ string: String) {
    guard room > 0 else {
      isCut = isCut || !string.isEmpty
      return
    }
    let piece = string.prefix(room)
    text += piece
    room -= piece.count
    isCut = isCut || piece.endIndex != string.endIndex
  }

  /// What `print` would write of `value`, cut after ``limit`` characters.
  static func describing(_ value: Any) -> String {
    var stream = BoundedText()
    print(value, terminator: "", to: &stream)
    return stream.isCut ? stream.text + "…" : stream.text
  }
}
