import PromiseEvents

/// Damages traces.
extension SeededGenerator {
  /// Returns the trace of JSON Lines with one to four damaged lines, sometimes with damage anywhere.
  package mutating func damaged(lines trace: [UInt8]) -> [UInt8] {
    var lines = trace.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...below(4) { damage(&lines) { $0.changeField(of: &$1) } }
    let kind = below(20)
    var bytes = Array(lines.joined(separator: kind == 0 ? [0x0D, 0x0A] : [0x0A]))
    switch kind {
    case 1: bytes.insert(contentsOf: "\u{FEFF}".utf8, at: 0)
    case 2: cut(&bytes)
    case 3: scramble(upTo: 30, of: &bytes)
    default: break
    }
    return bytes
  }

  /// Returns the binary trace with one to five damaged chunks, or numbers of the header, sometimes with damage
  /// anywhere.
  package mutating func damaged(binary trace: [UInt8]) -> [UInt8] {
    let starts =
      [0] + stride(from: BinaryFormat.headerSize, to: trace.count, by: BinaryFormat.chunkSize)
    var parts = zip(starts, starts.dropFirst() + [trace.count]).map { Array(trace[$0..<$1]) }
    for _ in 0...below(5) {
      if one(in: 9) {
        putExtreme(1 << below(4), at: below(150) * 8, in: &parts[0])
      } else {
        damage(&parts) { $0.changeNumber(of: &$1) }
      }
    }
    var bytes: [UInt8] = parts.reduce(into: []) { $0 += $1 }
    switch below(5) {
    case 0: cut(&bytes)
    case 1: scramble(upTo: 30, of: &bytes)
    default: break
    }
    return bytes
  }

  /// Damages a line or a chunk, but not the first part of the trace, which is the header.
  private mutating func damage(
    _ parts: inout [[UInt8]], _ change: (inout SeededGenerator, inout [UInt8]) -> Void
  ) {
    guard parts.count > 1 else { return }
    let (one, other) = (1 + below(parts.count - 1), 1 + below(parts.count - 1))
    switch below(14) {
    case 0: cut(&parts[one])
    case 1: parts.swapAt(one, other)
    case 2: parts.insert(parts[one], at: other)
    case 3: parts[one] = parts[other]
    case 4: parts.remove(at: one)
    case 5: parts.insert(rubbish(), at: one)
    case 6: scramble(upTo: 4, of: &parts[one])
    default: change(&self, &parts[one])
    }
  }

  /// Removes some bytes at the end.
  package mutating func cut(_ bytes: inout [UInt8]) { bytes.removeLast(below(bytes.count + 1)) }

  /// Replaces some bytes, anywhere or in a range.
  package mutating func scramble(
    upTo most: Int, of bytes: inout [UInt8], in range: Range<Int> = 0..<Int.max
  ) {
    let places = range.clamped(to: bytes.indices)
    for _ in 0...below(most) where !places.isEmpty {
      bytes[places.lowerBound + below(places.count)] = UInt8(below(256))
    }
  }

  private mutating func rubbish() -> [UInt8] {
    let number = below(4)
    return any(of: [
      Array(repeating: UInt8(ascii: "["), count: 100_000), [0x1F, 0x8B, 0x08, 0, 0, 0xFF, 0xFE],
      Array("{\"promise-trace\":\"\(number).\(number)\",\"clock\":\"virtual\"}".utf8),
      Array("{\"n\":\(number),\"t\":0,\"k\":\"inventedLater\",\"p\":1}".utf8), [0, 0, 0],
      Array("{\"n\":1,\"n\":\(number),\"t\":0,\"k\":\"note\",\"text\":\"\\ud800\"}".utf8),
      Array("{\"a\":".utf8) + Array(repeating: UInt8(ascii: "{"), count: 50), Array("null".utf8),
      Array(String(repeating: " \r", count: 100).utf8),
    ])
  }

  /// Removes a field of the line, duplicates it, or gives it another value.
  private mutating func changeField(of line: inout [UInt8]) {
    guard case .object(var fields)? = try? JSONScanner.value(of: line[...]), !fields.isEmpty else {
      return
    }
    let index = below(fields.count)
    switch below(8) {
    case 0: fields.remove(at: index)
    case 1: fields.append(.init(key: fields[index].key, value: value()))
    default: fields[index].value = value()
    }
    line = Array(JSONValue.object(fields).text.utf8)
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
    return one(in: 3) ? any(of: others) : .integer(any(of: numbers))
  }

  /// Changes a number that describes the chunk, or numbers of its records.
  private mutating func changeNumber(of chunk: inout [UInt8]) {
    switch below(4) {
    case 0, 1:
      let (place, width) = any(of: [(0, 4), (4, 4), (8, 4), (12, 4), (16, 8), (24, 8)])
      putExtreme(width, at: place, in: &chunk)
    case 2: putExtreme(10, at: 48 + below(20_000), in: &chunk)
    default: scramble(upTo: 20, of: &chunk, in: 48..<20_048)
    }
  }

  private mutating func putExtreme(_ width: Int, at place: Int, in bytes: inout [UInt8]) {
    let small = UInt64(below(70_000))
    let extreme: UInt64 = any(of: [
      0, 1, 2, small, small, .max, 0xFFFF_FFFF_FFFF_FFFE, 0x8000_0000_0000_0000,
      0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0x1_0000_0000, 0x20_0000_0000_0000, 0x100_0000_0000,
      4096, 65_536, 65_488, 65_489, 0x8080_8080_8080_8080,
    ])
    for index in 0..<width where place + index < bytes.count {
      bytes[place + index] = index < 8 ? UInt8(truncatingIfNeeded: extreme >> (8 * index)) : 0xFF
    }
  }
}
