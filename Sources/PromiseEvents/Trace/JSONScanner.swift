/// Scans one JSON value from the bytes of one line. (RFC 8259)
///
/// Nesting is limited, so that a line of brackets cannot overflow the stack, and so is the number of
/// values. Bytes that are not valid UTF-8 become U+FFFD.
package struct JSONScanner {
  /// Why, and at which byte, the line is not valid JSON.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    var reason: String
    /// The number of bytes before the problem; all of them if the value is incomplete.
    var offset: Int

    package var description: String { "invalid JSON at byte \(offset + 1): \(reason)" }
  }

  /// The bytes to scan, valid only as long as the caller keeps them in place.
  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0
  private(set) var tape: JSONTape

  private init(_ bytes: UnsafeBufferPointer<UInt8>, tape: consuming JSONTape) {
    self.bytes = bytes
    self.tape = tape
    self.tape.parts.removeAll(keepingCapacity: true)
    if !self.tape.texts.isEmpty { self.tape.texts.removeAll(keepingCapacity: true) }
  }

  /// Returns the value that `bytes` contain. Nothing but whitespace may surround it.
  package static func value(of bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    try bytes.withUnsafeBufferPointer { bytes throws(Failure) in
      var tape = JSONTape()
      try scan(bytes, into: &tape)
      return tape.value(at: 0, in: bytes)
    }
  }

  /// Scans the value, and replaces the contents of `tape` with its parts.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, into tape: inout JSONTape
  ) throws(Failure) {
    // The tape is moved out, so that its arrays grow in place.
    var scanner = JSONScanner(bytes, tape: exchange(&tape, JSONTape()))
    defer { tape = scanner.tape }
    try scanner.value(JSONTape.Key(), depth: 0)
    scanner.skipBlanks()
    guard scanner.index == bytes.count else {
      throw scanner.failure("unexpected text after the value")
    }
  }

  private static var depthLimit: Int { 16 }
  /// The greatest number of values in a line: a list of two million fits into a line, and would need a
  /// hundred times its bytes.
  package static var partLimit: Int { 1 << 18 }

  @inline(__always)
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func failure(_ reason: String) -> Failure { Failure(reason: reason, offset: index) }

  @inline(__always)
  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      index += 1
    }
  }

  /// Skips whitespace, and consumes `byte` if it is next.
  @inline(__always)
  private mutating func takes(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Adds a part without parts of its own.
  @inline(__always)
  private mutating func add(
    _ kind: JSONTape.Part.Kind, _ key: JSONTape.Key, value: Int = 0, count: Int = 0
  ) {
    tape.parts.append(
      JSONTape.Part(
        kind: kind, key: key, value: value, count: count, next: tape.parts.count + 1))
  }

  private mutating func value(_ key: JSONTape.Key, depth: Int) throws(Failure) {
    guard depth < Self.depthLimit else { throw failure("nested too deeply") }
    guard tape.parts.count < Self.partLimit else { throw failure("too many values") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): try object(key, depth: depth)
    case UInt8(ascii: "["): try array(key, depth: depth)
    case UInt8(ascii: "\""):
      let (start, count) = try text()
      if count < 0 {
        add(.escapedText, key, value: start)
      } else {
        add(.plainText, key, value: start, count: count)
      }
    case UInt8(ascii: "t"): try word("true", .yes, key)
    case UInt8(ascii: "f"): try word("false", .no, key)
    case UInt8(ascii: "n"): try word("null", .null, key)
    case nil: throw failure("missing value")
    default: try number(key)
    }
  }

  private mutating func object(_ key: JSONTape.Key, depth: Int) throws(Failure) {
    index += 1
    let place = tape.parts.count
    add(.object, key)
    if takes(UInt8(ascii: "}")) { return }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw failure("missing key") }
      let (start, count) = try text()
      guard takes(UInt8(ascii: ":")) else { throw failure("missing ':'") }
      let head = count < 0 ? 0 : bytes.head(start, count)
      try value(JSONTape.Key(start: start, count: count, head: head), depth: depth + 1)
    } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "}")) else { throw failure("missing '}'") }
    tape.parts[place].next = tape.parts.count
  }

  private mutating func array(_ key: JSONTape.Key, depth: Int) throws(Failure) {
    index += 1
    let place = tape.parts.count
    add(.array, key)
    if takes(UInt8(ascii: "]")) { return }
    repeat { try value(JSONTape.Key(), depth: depth + 1) } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "]")) else { throw failure("missing ']'") }
    tape.parts[place].next = tape.parts.count
  }

  private mutating func word(
    _ word: StaticString, _ kind: JSONTape.Part.Kind, _ key: JSONTape.Key
  ) throws(Failure) {
    let matches = word.withUTF8Buffer { letters in
      bytes[index...].prefix(letters.count).elementsEqual(letters.prefix(bytes.count - index))
    }
    guard matches else { throw failure("not a value") }
    index += word.utf8CodeUnitCount
    guard index <= bytes.count else { throw failure("incomplete value") }
    add(kind, key)
  }

  /// Adds the number from `start` to the current index, which is not an integer.
  mutating func add(real start: Int, _ key: JSONTape.Key) throws(Failure) {
    guard index > start else { throw failure("not a value") }
    guard let real = Double(bytes.text(start, index - start)), real.isFinite else {
      throw failure("invalid number")
    }
    add(.real, key, value: Int(Int64(bitPattern: real.bitPattern)))
  }

  /// Adds an integer.
  @inline(__always)
  mutating func add(integer: Int, _ key: JSONTape.Key) { add(.integer, key, value: integer) }

  /// Stores a text that had escapes, and returns its index.
  mutating func keep(_ text: String) -> Int {
    tape.texts.append(text)
    return tape.texts.count - 1
  }
}

/// Replaces the value of a variable, and returns the previous one.
private func exchange<Value>(_ variable: inout Value, _ value: consuming Value) -> Value {
  let old = variable
  variable = value
  return old
}

extension JSONScanner {
  /// Scans a number, as an `Int` if possible.
  @inline(__always)
  mutating func number(_ key: JSONTape.Key) throws(Failure) {
    let start = index
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let digits = index
    var magnitude = 0
    while let byte = next, byte &- UInt8(ascii: "0") < 10, index - digits < Self.safeDigits {
      magnitude = magnitude &* 10 &+ Int(byte &- UInt8(ascii: "0"))
      index += 1
    }
    if index > digits, next.map({ !Self.isPartOfNumber($0) }) ?? true {
      return add(integer: isNegative ? -magnitude : magnitude, key)
    }
    try otherNumber(from: start, key)
  }

  /// Scans a number with very many digits, or with other characters than digits.
  private mutating func otherNumber(from start: Int, _ key: JSONTape.Key) throws(Failure) {
    index = start
    while let byte = next, Self.isPartOfNumber(byte) { index += 1 }
    if let integer = integer(start..<index) {
      add(integer: integer, key)
    } else {
      try add(real: start, key)
    }
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private func integer(_ place: Range<Int>) -> Int? {
    guard let first = bytes[place].first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative ? bytes[place].dropFirst() : bytes[place]
    guard !digits.isEmpty else { return nil }
    var result = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let digit = Int(byte - UInt8(ascii: "0"))
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !overflow2 else { return nil }
      result = sum
    }
    return result
  }

  /// A number with this many digits always fits into an `Int`.
  private static var safeDigits: Int { 18 }
}
