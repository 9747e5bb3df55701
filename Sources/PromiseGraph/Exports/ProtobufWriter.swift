/// Writes a message of Protocol Buffers, field by field: the few kinds of fields that Perfetto's traces have.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// Adds a number as a varint.
  mutating func add(_ field: Int, _ value: UInt64) {
    key(field, wire: 0)
    varint(value)
  }

  /// Adds a number that may be negative.
  mutating func add(_ field: Int, signed value: Int64) { add(field, UInt64(bitPattern: value)) }

  /// Adds a number of eight bytes.
  mutating func add(_ field: Int, fixed value: UInt64) {
    key(field, wire: 1)
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Adds a text.
  mutating func add(_ field: Int, _ text: String) {
    key(field, wire: 2)
    varint(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds a message with the fields that `body` adds.
  mutating func add(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
    var message = ProtobufWriter()
    body(&message)
    key(field, wire: 2)
    varint(UInt64(message.bytes.count))
    bytes.append(contentsOf: message.bytes)
  }

  private mutating func key(_ field: Int, wire: UInt64) { varint(UInt64(field) << 3 | wire) }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
