extension JSONScanner {
  /// Takes a number in: an `Int` where it is one.
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

  /// A number of very many digits, or of other signs.
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

  /// So many digits are never too many for an `Int`.
  private static var safeDigits: Int { 18 }
}
