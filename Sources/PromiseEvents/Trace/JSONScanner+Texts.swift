extension JSONScanner {
  /// Scans the text at whose opening quote the scanner is, and returns its start and its length in
  /// bytes. For a text with escapes it returns its index among the unescaped texts, and a negative
  /// length.
  @inline(__always)
  mutating func text() throws(Failure) -> (start: Int, count: Int) {
    index += 1
    let start = index
    skipPlain()
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return (start, index - 1 - start)
      }
      if byte == UInt8(ascii: "\\") { return (keep(try escapedText(from: start)), -1) }
      guard byte >= 0x20 else { throw failure("control character in a string") }
      index += 1
    }
    throw failure("unterminated string")
  }

  /// Skips eight bytes at a time, up to a quote, a backslash, or a control character, or near the
  /// end.
  @inline(__always)
  private mutating func skipPlain() {
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let ends =
        (word &- Self.each(0x20)) & ~word | Self.zeros(word ^ Self.each(0x22))
        | Self.zeros(word ^ Self.each(0x5C))
      let found = ends & Self.each(0x80)
      if found != 0 {
        index += found.trailingZeroBitCount / 8
        return
      }
      index += 8
    }
  }

  /// Returns a word whose eight bytes all equal `byte`.
  @inline(__always)
  private static func each(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Returns a word in which the highest bit of the lowest zero byte is set, and no bit below it.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- each(0x01)) & ~word }

  private mutating func escapedText(from start: Int) throws(Failure) -> String {
    var result = Array(bytes[start..<index])
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&result)
      case 0..<0x20: throw failure("control character in a string")
      default: result.append(byte)
      }
    }
    throw failure("unterminated string")
  }

  private mutating func escape(_ result: inout [UInt8]) throws(Failure) {
    guard let byte = next else { throw failure("unterminated string") }
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
    default: throw failure("invalid escape")
    }
  }

  /// Scans the scalar after `\u`. A surrogate pair is one scalar, a lone surrogate is U+FFFD.
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
        throw failure("invalid escape")
      }
      result = result << 4 | UInt32(digit)
      index += 1
    }
    return result
  }
}
