import PromiseGraph

/// Writes a Protocol Buffers message, field by field, with the kinds of fields that exports need.
package struct ProtobufWriter {
  package private(set) var bytes: [UInt8] = []

  /// Creates an empty message.
  package init() {}

  /// Adds a number as a varint.
  package mutating func add(_ field: Int, _ value: UInt64) {
    key(field, wire: 0)
    varint(value)
  }

  /// Adds a number that may be negative.
  package mutating func add(_ field: Int, signed value: Int64) {
    add(field, UInt64(bitPattern: value))
  }

  /// Adds a number of eight bytes.
  package mutating func add(_ field: Int, fixed value: UInt64) {
    key(field, wire: 1)
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Adds a number of four bytes.
  package mutating func add(_ field: Int, fixed value: UInt32) {
    key(field, wire: 5)
    for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Adds a text.
  package mutating func add(_ field: Int, _ text: String) {
    key(field, wire: 2)
    varint(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes: those of a `bytes` field, or of a message that was written before.
  package mutating func add(_ field: Int, bytes content: [UInt8]) {
    key(field, wire: 2)
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  /// Adds a message with the fields that `body` adds.
  package mutating func add(_ field: Int, _ body: (inout ProtobufWriter) -> Void) {
    var message = ProtobufWriter()
    body(&message)
    add(field, bytes: message.bytes)
  }

  /// Adds fields that were written before.
  package mutating func add(fields: [UInt8]) { bytes.append(contentsOf: fields) }

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
