import PromiseKitLite
import PromiseScreens

/// A trace as it comes: bytes in, messages for the screens out.
struct TraceStream {
  /// The header has come, and the screens show what follows.
  var isOpen: Bool { reader.header != nil }
  /// The number of the newest event that has come.
  private(set) var newest = 0
  /// The last line breaks off.
  var isCutShort: Bool { reader.isCutShort }
  /// How many events have come.
  private(set) var count = 0

  private var reader = TraceReader()
  private var finder: SourceFinder
  private let outlet: MessageSender
  private let program: LiveProgram

  /// A trace that is shown as `program`; its header may name it otherwise.
  init(of program: LiveProgram, finder: SourceFinder, outlet: MessageSender) {
    self.program = program
    self.finder = finder
    self.outlet = outlet
  }

  /// Takes bytes in; waits as long as the screens have enough to do. False where nobody looks any more.
  mutating func take(_ bytes: ArraySlice<UInt8>) throws(TraceError) -> Bool {
    let wasOpen = isOpen
    let events = try reader.read(Array(bytes))
    if !wasOpen, let header = reader.header { begin(header) }
    return post(events)
  }

  /// Takes the end in; answers what could not be read, in sentences.
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
    outlet.post(.began(program))
  }

  private mutating func post(_ events: [PromiseEvent]) -> Bool {
    count += events.count
    for event in events { newest = max(newest, event.sequence) }
    let texts = finder.texts(for: events)
    if !texts.isEmpty { outlet.post(.sources(texts)) }
    return outlet.postPatiently(events)
  }
}

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
