/// Reads one JSON value out of the bytes of one line. (RFC 8259)
///
/// Nesting is bounded, so that a line of brackets does not overflow the stack. Bytes that are no UTF-8
/// become U+FFFD.
package struct JSONScanner {
  /// Why, and before which byte, the line is no JSON.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    var reason: String
    /// The number of bytes before it; all of them where the value is not complete.
    var offset: Int

    package var description: String { "no JSON at byte \(offset + 1): \(reason)" }
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The value that `bytes` hold, and nothing else but blanks around it.
  package static func value(of bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    var scanner = JSONScanner(bytes)
    let value = try scanner.value(depth: 0)
    scanner.skipBlanks()
    guard scanner.index == bytes.endIndex else { throw scanner.failure("more after the value") }
    return value
  }

  private static var depthLimit: Int { 16 }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private func failure(_ reason: String) -> Failure {
    Failure(reason: reason, offset: index - bytes.startIndex)
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A {
      index += 1
    }
  }

  /// Skips blanks and takes `byte` if it is next.
  private mutating func takes(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.depthLimit else { throw failure("nested too deeply") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw failure("a value is missing")
    default: return try number()
    }
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var fields: [JSONField] = []
    if takes(UInt8(ascii: "}")) { return .object(fields) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw failure("a key is missing") }
      let key = try string()
      guard takes(UInt8(ascii: ":")) else { throw failure("':' is missing") }
      fields.append(JSONField(key: key, value: try value(depth: depth + 1)))
    } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "}")) else { throw failure("'}' is missing") }
    return .object(fields)
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    index += 1
    var values: [JSONValue] = []
    if takes(UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value(depth: depth + 1)) } while takes(UInt8(ascii: ","))
    guard takes(UInt8(ascii: "]")) else { throw failure("']' is missing") }
    return .array(values)
  }

  private mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(Failure) -> JSONValue {
    let matches = word.withUTF8Buffer { letters in
      bytes[index...].prefix(letters.count).elementsEqual(letters.prefix(bytes.endIndex - index))
    }
    guard matches else { throw failure("no value") }
    index += word.utf8CodeUnitCount
    guard index <= bytes.endIndex else { throw failure("a word does not end") }
    return value
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = index
    while let byte = next, Self.isPartOfNumber(byte) { index += 1 }
    let digits = bytes[start..<index]
    guard !digits.isEmpty else { throw failure("no value") }
    if let integer = Self.integer(digits) { return .integer(integer) }
    let text = String(decoding: digits, as: UTF8.self)
    guard let real = Double(text), real.isFinite else { throw failure("no number") }
    return .real(real)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    let isNegative = digits.first == UInt8(ascii: "-")
    let digits = isNegative ? digits.dropFirst() : digits
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
}

// MARK: - Strings

extension JSONScanner {
  /// The string at whose first quote the scanner stands.
  private mutating func string() throws(Failure) -> String {
    index += 1
    let start = index
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        defer { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw failure("a control character in a string") }
      index += 1
    }
    throw failure("a string does not end")
  }

  private mutating func escapedString(from start: Int) throws(Failure) -> String {
    var result = Array(bytes[start..<index])
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&result)
      case 0..<0x20: throw failure("a control character in a string")
      default: result.append(byte)
      }
    }
    throw failure("a string does not end")
  }

  private mutating func escape(_ result: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw failure("a string does not end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
    case UInt8(ascii: "b"): result.append(0x08)
    case UInt8(ascii: "f"): result.append(0x0C)
    case UInt8(ascii: "n"): result.append(0x0A)
    case UInt8(ascii: "r"): result.append(0x0D)
    case UInt8(ascii: "t"): result.append(0x09)
    case UInt8(ascii: "u"):
      result.append(contentsOf: UTF8.encode(try scalar()) ?? UTF8.encodedReplacementCharacter)
    default: throw failure("no escape")
    }
  }

  /// The scalar after `\u`; a pair of surrogates is one, a single surrogate is U+FFFD.
  private mutating func scalar() throws(Failure) -> Unicode.Scalar {
    let unit = try hexadecimal()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let rest = bytes[index...].prefix(2)
    guard unit < 0xDC00, rest.elementsEqual([UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
      return "\u{FFFD}"
    }
    let before = index
    index += 2
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low) else {
      index = before
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var result: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("no escape")
      }
      result = result << 4 | UInt32(digit)
      index += 1
    }
    return result
  }
}
