import PromiseGraph

/// Reads the fields of a Protocol Buffers message that another program wrote.
package struct ProtobufReader {
  /// The content of a field.
  package enum Content: Hashable, Sendable {
    /// A varint, or a number of four or eight bytes.
    case number(UInt64)
    /// A text, bytes, or a message.
    case bytes(ArraySlice<UInt8>)
  }

  private var rest: ArraySlice<UInt8>
  /// Whether the bytes are not a message from some place on.
  package private(set) var isBroken = false

  /// Creates a reader of the message in `bytes`.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Returns the next field; `nil` at the end, or where the bytes are not a message.
  package mutating func next() -> (field: Int, content: Content)? {
    guard !rest.isEmpty, !isBroken else { return nil }
    guard let key = varint(), key >> 3 > 0, let content = content(wire: key & 7) else {
      isBroken = true
      return nil
    }
    return (Int(truncatingIfNeeded: key >> 3), content)
  }

  private mutating func content(wire: UInt64) -> Content? {
    switch wire {
    case 0: varint().map(Content.number)
    case 1: take(8).map { .number(Self.number($0)) }
    case 2: varint().flatMap { Int(exactly: $0) }.flatMap { take($0) }.map(Content.bytes)
    case 5: take(4).map { .number(Self.number($0)) }
    default: nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
