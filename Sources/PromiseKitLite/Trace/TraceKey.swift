/// What a field of a trace is called, as it stands in the bytes of a line.
struct TraceKey: ExpressibleByStringLiteral {
  let text: StaticString
  /// The first eight bytes, the first one lowest.
  let head: UInt64

  @inline(__always)
  init(stringLiteral text: StaticString) {
    self.text = text
    var head: UInt64 = 0
    for index in 0..<min(8, text.utf8CodeUnitCount) {
      head |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
    }
    self.head = head
  }

  /// The key as text.
  var name: String { text.description }
}
