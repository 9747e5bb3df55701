package import PromiseEvents

extension SeededGenerator {
  /// Reads a trace in pieces of any length.
  package mutating func read(
    _ bytes: [UInt8]
  ) throws(TraceError) -> (events: [PromiseEvent], reader: TraceReader) {
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 + below(5000))
      events += try reader.read(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return (events + (try reader.finish()), reader)
  }
}

extension BinaryTraceReader {
  /// Returns the events that are left in a complete trace.
  package mutating func readRest() -> [PromiseEvent] {
    var events: [PromiseEvent] = []
    while case let more = read(isComplete: true), !more.isEmpty { events += more }
    return events
  }
}
