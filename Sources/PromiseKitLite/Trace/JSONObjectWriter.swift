/// Writes one JSON object on one line, field by field, at the end of bytes.
struct JSONObjectWriter {
  private var bytes: [UInt8] = []
  private var isEmpty = true

  /// Adds the object with the fields that `body` adds, and a line feed, to `bytes`.
  static func append(to bytes: inout [UInt8], _ body: (inout JSONObjectWriter) -> Void) {
    var object = JSONObjectWriter()
    // The bytes change hands, so that they are never copied.
    swap(&object.bytes, &bytes)
    object.bytes.append(UInt8(ascii: "{"))
    body(&object)
    object.bytes.append(UInt8(ascii: "}"))
    object.bytes.append(UInt8(ascii: "\n"))
    swap(&object.bytes, &bytes)
  }

  /// Adds a number.
  mutating func add(_ key: StaticString, _ value: Int) {
    begin(key)
    append(value)
  }

  /// Adds an identity, if there is one.
  mutating func add(_ key: StaticString, _ value: (some EventIdentity)?) {
    if let value { add(key, value.rawValue) }
  }

  /// Adds a text, if there is one.
  mutating func add(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  /// Adds `true`; what is false is left out.
  mutating func add(_ key: StaticString, flag: Bool) {
    guard flag else { return }
    begin(key)
    append(bytesOf: "true")
  }

  /// Adds the list; an empty one is left out.
  mutating func add(_ key: StaticString, _ values: [PromiseID]) {
    guard !values.isEmpty else { return }
    begin(key)
    for (index, value) in values.enumerated() {
      bytes.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
      append(value.rawValue)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func begin(_ key: StaticString) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    bytes.append(UInt8(ascii: "\""))
    append(bytesOf: key)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func append(bytesOf text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ number: Int) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Controls are written as escapes, those of C1 and DEL too, so that a trace that is printed on a
  /// terminal does nothing to it.
  private mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.contains(where: { Self.mayNeedEscape($0) }) {
      for scalar in text.unicodeScalars { append(scalar) }
    } else {
      bytes.append(contentsOf: text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": append(bytesOf: "\\n")
    case "\t": append(bytesOf: "\\t")
    case "\0"..<" ", "\u{7F}"..."\u{9F}":
      append(bytesOf: "\\u00")
      bytes.append(Self.digit(scalar.value >> 4))
      bytes.append(Self.digit(scalar.value & 15))
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// True of every byte that begins something that must be escaped, and of few others.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value & 15)
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
