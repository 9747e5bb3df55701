import PromiseEvents

/// Damages binary traces, the same way for the same seed.
package struct BinaryFuzzer: RandomNumberGenerator, Sendable {
  private var numbers: XorshiftGenerator

  package init(seed: Int) { numbers = XorshiftGenerator(seed: UInt64(seed)) }

  package mutating func next() -> UInt64 { numbers.next() }

  private mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<max(1, limit), using: &self)
  }

  /// Returns the trace with one to five defects.
  package mutating func damaged(_ trace: [UInt8]) -> [UInt8] {
    var bytes = trace
    for _ in 0...below(5) { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    guard bytes.count > BinaryFormat.headerSize else { return }
    switch below(9) {
    case 0: for _ in 0...below(30) { bytes[below(bytes.count)] = UInt8(below(256)) }
    case 1: bytes.removeLast(below(bytes.count))
    case 2: put(extreme(), 1 << below(4), below(150) * 8, &bytes)
    case 3, 4:
      let fields = [(0, 4), (4, 4), (8, 4), (12, 4), (16, 8), (24, 8)]
      let (offset, width) = fields[below(fields.count)]
      put(extreme(), width, chunk(bytes) + offset, &bytes)
    case 5: put(extreme(), 10, record(bytes), &bytes)
    case 6:
      for _ in 0...below(20) { bytes[min(record(bytes), bytes.count - 1)] = UInt8(below(256)) }
    case 7:
      let (from, to) = (chunk(bytes), chunk(bytes))
      let count = min(BinaryFormat.chunkSize, bytes.count - max(from, to))
      if count > 0 {
        bytes.replaceSubrange(to..<(to + count), with: Array(bytes[from..<from + count]))
      }
    default: bytes += bytes.suffix(BinaryFormat.chunkSize)
    }
  }

  /// The place of a chunk.
  private mutating func chunk(_ bytes: [UInt8]) -> Int {
    let count = (bytes.count - BinaryFormat.headerSize) / BinaryFormat.chunkSize
    return min(
      BinaryFormat.headerSize + below(count) * BinaryFormat.chunkSize, bytes.count - 1)
  }

  /// A place among the records of a chunk.
  private mutating func record(_ bytes: [UInt8]) -> Int { chunk(bytes) + 48 + below(20_000) }

  private mutating func extreme() -> UInt64 {
    let small = UInt64(below(70_000))
    let extremes: [UInt64] = [
      0, 1, 2, small, small, .max, 0xFFFF_FFFF_FFFF_FFFE, 0x8000_0000_0000_0000,
      0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF, 0x1_0000_0000, 0x20_0000_0000_0000, 0x100_0000_0000,
      4096, 65_536, 65_488, 65_489, 0x8080_8080_8080_8080,
    ]
    return extremes[below(extremes.count)]
  }

  private func put(_ value: UInt64, _ width: Int, _ place: Int, _ bytes: inout [UInt8]) {
    for index in 0..<width where place + index < bytes.count {
      bytes[place + index] =
        index < 8 ? UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) : 0xFF
    }
  }
}
