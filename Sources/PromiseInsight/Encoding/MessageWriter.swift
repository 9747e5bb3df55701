import PromiseGraph

/// A field of a Protocol Buffers message: its number in the binary encoding, and its name in JSON.
package struct MessageField: Hashable, Sendable {
  package let number: Int
  package let name: String

  package init(_ number: Int, _ name: String) { (self.number, self.name) = (number, name) }
}

/// Writes a message in one of the encodings of Protocol Buffers, so that the fields of a message are
/// listed once for all of them.
package protocol MessageWriter {
  /// Creates an empty message.
  init()
  mutating func put(_ text: String, as field: MessageField)
  /// Puts bytes that identify something: in OpenTelemetry's JSON they are hexadecimal digits.
  mutating func put(identifier: [UInt64], as field: MessageField)
  /// Puts a field of type `fixed64`.
  mutating func put(fixed: UInt64, as field: MessageField)
  /// Puts a field of type `fixed32`.
  mutating func put(flags: UInt32, as field: MessageField)
  /// Puts a field of type `uint32`, or of an enumeration.
  mutating func put(count: Int, as field: MessageField)
  /// Puts a field of type `int64`.
  mutating func put(integer: Int64, as field: MessageField)
  mutating func put(real: Double, as field: MessageField)
  mutating func put(flag: Bool, as field: MessageField)
  /// Puts a message.
  mutating func put(as field: MessageField, _ body: (inout Self) -> Void)
  /// Puts a message for each element; nothing for an empty list.
  mutating func put<Element>(
    _ elements: [Element], as field: MessageField, _ body: (inout Self, Element) -> Void)
}

extension ProtobufWriter: MessageWriter {
  package mutating func put(_ text: String, as field: MessageField) { add(field.number, text) }

  package mutating func put(identifier: [UInt64], as field: MessageField) {
    add(
      field.number,
      bytes: identifier.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
      })
  }

  package mutating func put(fixed: UInt64, as field: MessageField) {
    add(field.number, fixed: fixed)
  }

  package mutating func put(flags: UInt32, as field: MessageField) {
    add(field.number, fixed: flags)
  }

  package mutating func put(count: Int, as field: MessageField) {
    add(field.number, UInt64(UInt32(clamping: count)))
  }

  package mutating func put(integer: Int64, as field: MessageField) {
    add(field.number, signed: integer)
  }

  package mutating func put(real: Double, as field: MessageField) {
    add(field.number, fixed: real.bitPattern)
  }

  package mutating func put(flag: Bool, as field: MessageField) {
    add(field.number, flag ? 1 : 0)
  }

  package mutating func put(as field: MessageField, _ body: (inout ProtobufWriter) -> Void) {
    add(field.number, body)
  }

  package mutating func put<Element>(
    _ elements: [Element], as field: MessageField,
    _ body: (inout ProtobufWriter, Element) -> Void
  ) {
    for element in elements { add(field.number) { body(&$0, element) } }
  }
}
