/// A text that stops growing: what a program's values are described into, so that a value of a
/// million elements makes an event of a few dozen characters.
struct BoundedText: TextOutputStream {
  /// The most characters that an event shows of a value.
  static let limit = 120
  /// The most bytes of UTF-8 that they take: of one character that is longer than any, a part is shown.
  static let byteLimit = 4 * limit

  private(set) var text = ""
  private var room = limit
  private var isCut = false

  /// Nothing more fits in.
  var isFull: Bool { room <= 0 }

  mutating func write(_ string: String) {
    guard room > 0 else {
      isCut = isCut || !string.isEmpty
      return
    }
    let start = Self.start(of: string, bytes: Self.byteLimit - text.utf8.count)
    let piece = start.prefix(room)
    text += piece
    room -= piece.count
    if piece.endIndex != string.endIndex {
      isCut = true
      // What comes later may fit, but would not stand where it belongs.
      room = 0
    }
  }

  /// The scalars of `string` that fit into so many bytes.
  private static func start(of string: String, bytes: Int) -> Substring {
    let utf8 = string.utf8
    guard var end = utf8.index(utf8.startIndex, offsetBy: bytes, limitedBy: utf8.endIndex) else {
      return string[...]
    }
    while end.samePosition(in: string.unicodeScalars) == nil { end = utf8.index(before: end) }
    return string[..<end]
  }

  /// What `print` would write of `value`, cut after ``limit`` characters and ``byteLimit`` bytes. The
  /// elements of a dictionary or a set of no more than ``limit`` stand in the same order in every run.
  static func describing(_ value: Any) -> String {
    var stream = BoundedText()
    if let unordered = asUnordered(value) {
      unordered.describe(to: &stream)
    } else {
      print(value, terminator: "", to: &stream)
    }
    return stream.isCut ? stream.text + "…" : stream.text
  }
}
