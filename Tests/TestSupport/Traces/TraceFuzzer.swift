package import PromiseEvents

/// Damages traces, the same way for the same seed.
package struct TraceFuzzer: RandomNumberGenerator, Sendable {
  private var numbers: XorshiftGenerator

  package init(seed: UInt64) { numbers = XorshiftGenerator(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }

  private mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<max(1, limit), using: &self)
  }

  /// Returns the trace with one to four defects.
  package mutating func damaged(_ trace: [UInt8]) -> [UInt8] {
    var lines = trace.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...below(4) { damage(&lines) }
    var bytes = Array(lines.joined(separator: [0x0A]))
    switch below(20) {
    case 0: bytes = Array("\u{FEFF}".utf8) + bytes
    case 1: bytes.removeLast(below(bytes.count))
    case 2:
      for _ in 0..<below(30) where !bytes.isEmpty { bytes[below(bytes.count)] = UInt8(below(256)) }
    case 3: bytes = Array(lines.joined(separator: [0x0D, 0x0A]))
    default: break
    }
    return bytes
  }

  private mutating func damage(_ lines: inout [[UInt8]]) {
    let index = 1 + below(lines.count - 1)
    guard lines.indices.contains(index) else { return }
    switch below(12) {
    case 0: lines[index].removeLast(below(lines[index].count + 1))
    case 1: lines.swapAt(index, 1 + below(lines.count - 1))
    case 2: lines.insert(lines[index], at: 1 + below(lines.count - 1))
    case 3: lines.remove(at: index)
    case 4: lines.insert(rubbish(), at: index)
    case 5:
      for _ in 0...below(4) where !lines[index].isEmpty {
        lines[index][below(lines[index].count)] = UInt8(below(256))
      }
    default: lines[index] = otherFields(lines[index])
    }
  }

  private mutating func rubbish() -> [UInt8] {
    let number = below(4)
    return [
      Array(repeating: UInt8(ascii: "["), count: 100_000), [0x1F, 0x8B, 0x08, 0, 0, 0xFF, 0xFE],
      Array("{\"promise-trace\":\"\(number).\(number)\",\"clock\":\"virtual\"}".utf8),
      Array("{\"n\":\(number),\"t\":0,\"k\":\"inventedLater\",\"p\":1}".utf8), [0, 0, 0],
      Array("{\"n\":1,\"n\":\(number),\"t\":0,\"k\":\"note\",\"text\":\"\\ud800\"}".utf8),
      Array("{\"a\":".utf8) + Array(repeating: UInt8(ascii: "{"), count: 50), Array("null".utf8),
      Array(String(repeating: " \r", count: 100).utf8),
    ][below(9)]
  }

  /// Returns the line with a field that is missing, duplicated, or has another value.
  private mutating func otherFields(_ line: [UInt8]) -> [UInt8] {
    guard case .object(var fields)? = try? JSONScanner.value(of: line[...]), !fields.isEmpty else {
      return line
    }
    let index = below(fields.count)
    switch below(8) {
    case 0: fields.remove(at: index)
    case 1: fields.append(.init(key: fields[index].key, value: value()))
    default: fields[index].value = value()
    }
    return Array(JSONValue.object(fields).text.utf8)
  }

  private mutating func value() -> JSONValue {
    let number = below(40)
    let numbers = [
      number, number, number, number, 0, -1, -number, 9_000_000_000_000_000, 2_000_000_000, .max,
      .min, .max - 1,
      1 << 32, 70_000, 9_223_372_036_000_000_000, -9_223_372_036_000_000_000,
    ]
    let others: [JSONValue] = [
      .real(1.5), .real(-1e308), .real(1e19), .null, .bool(true), .string(""), .string("settled"),
      .string("\u{1B}[2J\u{0}\u{202E}"), .array([]),
      .array([.integer(number), .integer(.max), .integer(number)]),
      .object([]),
      .array([
        .object([
          .init(key: "start", value: .integer(.min)), .init(key: "on", value: .integer(number)),
        ])
      ]),
      .string(String(repeating: "é日", count: 3000)),
    ]
    return below(3) > 0 ? .integer(numbers[below(numbers.count)]) : others[below(others.count)]
  }
}

extension JSONValue {
  /// The value as JSON.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + scalars.joined() + "\""
  }
}
