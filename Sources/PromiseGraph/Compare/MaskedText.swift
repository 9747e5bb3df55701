/// `text` with a word in place of whatever is another one in each run of the same program, though nothing
/// about the program is: where an object lies in memory, a port, a UUID, a point in time.
///
/// A date alone, a number and the address of a machine are what they are: they may well be the difference.
/// O(n)
package func masked(_ text: String) -> String {
  guard text.utf8.contains(where: \.isDigit) else { return text }
  var masking = Masking(Array(text.utf8))
  masking.run()
  return masking.result.map { String(decoding: $0, as: UTF8.self) } ?? text
}

/// How far a text is masked.
struct Masking {
  let text: [UInt8]
  /// Where it is.
  private(set) var place = 0
  /// What stands before `copied`, masked.
  private var masked: [UInt8] = []
  private var copied = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func run() {
    while place < text.count {
      if let (word, end) = mask() {
        masked += text[copied..<place]
        masked += word.utf8
        (place, copied) = (end, end)
      } else {
        place += 1
      }
    }
  }

  /// The text, once it is run; none where nothing in it is masked.
  var result: [UInt8]? { copied == 0 ? nil : masked + text[copied...] }
}

extension UInt8 {
  /// What bytes of ASCII are.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) || self == 0x5F }
  var isHexDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
}
