import PromiseEvents
import PromiseGraph

/// Writes a message as JSON, by the mapping of Protocol Buffers with the exceptions of OpenTelemetry:
/// identifiers are hexadecimal digits, and the cases of enumerations are numbers.
package struct JSONMessageWriter: MessageWriter {
  private var members: [UInt8] = []

  package init() {}

  /// The object.
  package var bytes: [UInt8] { [UInt8(ascii: "{")] + members + [UInt8(ascii: "}")] }

  package mutating func put(_ text: String, as field: MessageField) {
    begin(field)
    append(text.quotedForJSON)
  }

  package mutating func put(identifier: [UInt64], as field: MessageField) {
    begin(field)
    members.append(UInt8(ascii: "\""))
    for word in identifier { digits(word, 16) }
    members.append(UInt8(ascii: "\""))
  }

  package mutating func put(fixed: UInt64, as field: MessageField) {
    begin(field)
    append("\"\(fixed)\"")
  }

  package mutating func put(flags: UInt32, as field: MessageField) {
    begin(field)
    append("\(flags)")
  }

  package mutating func put(count: Int, as field: MessageField) {
    begin(field)
    append("\(UInt32(clamping: count))")
  }

  package mutating func put(integer: Int64, as field: MessageField) {
    begin(field)
    append("\"\(integer)\"")
  }

  package mutating func put(real: Double, as field: MessageField) {
    begin(field)
    append(
      real.isFinite
        ? "\(real)" : real.isNaN ? "\"NaN\"" : real > 0 ? "\"Infinity\"" : "\"-Infinity\"")
  }

  package mutating func put(flag: Bool, as field: MessageField) {
    begin(field)
    append("\(flag)")
  }

  package mutating func put(as field: MessageField, _ body: (inout JSONMessageWriter) -> Void) {
    begin(field)
    object(body)
  }

  package mutating func put<Element>(
    _ elements: [Element], as field: MessageField,
    _ body: (inout JSONMessageWriter, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    begin(field)
    members.append(UInt8(ascii: "["))
    for (place, element) in elements.enumerated() {
      if place > 0 { members.append(UInt8(ascii: ",")) }
      object { body(&$0, element) }
    }
    members.append(UInt8(ascii: "]"))
  }

  private mutating func object(_ body: (inout JSONMessageWriter) -> Void) {
    var message = JSONMessageWriter()
    body(&message)
    members.append(UInt8(ascii: "{"))
    members.append(contentsOf: message.members)
    members.append(UInt8(ascii: "}"))
  }

  private mutating func begin(_ field: MessageField) {
    if !members.isEmpty { members.append(UInt8(ascii: ",")) }
    append("\"\(field.name)\":")
  }

  private mutating func append(_ text: String) { members.append(contentsOf: text.utf8) }

  /// Appends the last `count` hexadecimal digits of a number.
  private mutating func digits(_ number: UInt64, _ count: Int) {
    for place in (0..<count).reversed() {
      let digit = UInt8(truncatingIfNeeded: number >> (4 * UInt64(place)) & 15)
      members.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
