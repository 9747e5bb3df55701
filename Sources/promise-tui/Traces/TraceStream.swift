import PromiseKitLite
import PromiseScreens

/// A trace as it arrives: bytes in, messages for the screen out.
struct TraceStream {
  /// Whether the header has arrived, so that the screen shows what follows.
  var isOpen: Bool { reader.header != nil }
  /// The number of the newest event.
  private(set) var newest = 0
  /// Whether the last line is incomplete.
  var isCutShort: Bool { reader.isCutShort }
  /// The number of events.
  private(set) var count = 0

  private var reader = TraceReader()
  private var finder: SourceFinder
  private let sender: MessageSender
  private let program: LiveProgram

  /// Creates a trace that is shown as `program`, unless its header has another name.
  init(of program: LiveProgram, finder: SourceFinder, sender: MessageSender) {
    self.program = program
    self.finder = finder
    self.sender = sender
  }

  /// Takes bytes, and blocks while the screen has enough to do. Returns `false` if the screen is
  /// closed.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(TraceError) -> Bool {
    let wasOpen = isOpen
    let events = try reader.read(Array(bytes))
    if !wasOpen, let header = reader.header { begin(header) }
    return post(events)
  }

  /// Takes the end of the trace; returns what could not be read, as sentences.
  mutating func finish() throws(TraceError) -> [String] {
    let wasOpen = isOpen
    let events = try reader.finish()
    if !wasOpen, let header = reader.header { begin(header) }
    _ = post(events)
    return reader.complaints
  }

  private func begin(_ header: TraceHeader) {
    var program = program
    if let title = header.title {
      program.entry = RunDescriptor(name: title, teaches: program.entry.teaches)
    }
    program.isVirtual = header.isVirtual
    program.since = header.since ?? 0
    sender.post(.began(program))
  }

  private mutating func post(_ events: [PromiseEvent]) -> Bool {
    count += events.count
    for event in events { newest = max(newest, event.sequence) }
    let texts = finder.texts(for: events)
    if !texts.isEmpty { sender.post(.sources(texts)) }
    return sender.postPatiently(events)
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
