import PromiseKitLite

/// A trace that is handed on while it comes: each event is a line as soon as it is there, in the order in which
/// it came.
struct TraceRelay {
  private var reader = TraceReader()
  private let writer = TraceWriter()
  private var hasBegun = false

  /// What the bytes that came tell, as lines.
  mutating func take(_ bytes: [UInt8]) throws(TraceError) -> [UInt8] {
    lines(of: try reader.read(bytes))
  }

  /// The same at the end, and what could not be read, in sentences.
  mutating func finish() throws(TraceError) -> (lines: [UInt8], complaints: [String]) {
    (lines(of: try reader.finish()), reader.complaints)
  }

  /// Lines could not be read.
  var isDamaged: Bool { reader.isDamaged }

  private mutating func lines(of events: [PromiseEvent]) -> [UInt8] {
    var bytes: [UInt8] = []
    if !hasBegun, let header = reader.header {
      hasBegun = true
      bytes = writer.line(header)
    }
    for event in events { writer.append(event, to: &bytes) }
    return bytes
  }
}
