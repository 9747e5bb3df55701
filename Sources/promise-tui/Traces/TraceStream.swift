import PromiseKitLite
import PromiseScreens

/// A trace of JSON Lines as it arrives: bytes in, messages for the screen out.
struct TraceStream {
  /// Whether the header has arrived, so that the screen shows what follows.
  var isOpen: Bool { reader.header != nil }
  /// The number of the newest event.
  var newest: Int { shown.newest }
  /// Whether the last line is incomplete.
  var isCutShort: Bool { reader.isCutShort }
  /// The number of events.
  var count: Int { shown.count }
  /// The process among others, once it has begun.
  var process: Int? { shown.process }

  private var reader = TraceReader()
  private var shown: ShownEvents

  /// Creates a trace whose events are shown.
  init(_ shown: ShownEvents) { self.shown = shown }

  /// Takes bytes, and blocks while the screen has enough to do. Returns `false` if the screen is
  /// closed.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(TraceError) -> Bool {
    let wasOpen = isOpen
    let events = try reader.read(Array(bytes))
    if !wasOpen, let header = reader.header { shown.begin(header) }
    return shown.post(events)
  }

  /// Takes the end of the trace; returns what could not be read, as sentences.
  mutating func finish() throws(TraceError) -> [String] {
    let wasOpen = isOpen
    let events = try reader.finish()
    if !wasOpen, let header = reader.header { shown.begin(header) }
    _ = shown.post(events)
    return reader.complaints
  }
}

/// Forwards a trace while it arrives: each event becomes a line immediately, in order of arrival.
struct TraceRelay {
  private var reader = TraceReader()
  private let writer = TraceWriter()
  private var hasBegun = false

  /// Returns the lines for the bytes that arrived.
  mutating func take(_ bytes: [UInt8]) throws(TraceError) -> [UInt8] {
    lines(of: try reader.read(bytes))
  }

  /// Returns the last lines, and what could not be read, as sentences.
  mutating func finish() throws(TraceError) -> (lines: [UInt8], complaints: [String]) {
    (lines(of: try reader.finish()), reader.complaints)
  }

  /// Whether some lines could not be read.
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
