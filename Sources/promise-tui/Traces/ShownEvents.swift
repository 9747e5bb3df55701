import PromiseKitLite
import PromiseScreens

/// The events of a trace on their way to the screen, as they are read.
struct ShownEvents {
  /// The number of the newest event.
  private(set) var newest = 0
  /// The number of events.
  private(set) var count = 0

  private var finder: SourceFinder
  private let sender: MessageSender
  private let program: LiveProgram

  /// Shows what follows as `program`, unless the trace has another title.
  init(of program: LiveProgram, finder: SourceFinder, sender: MessageSender) {
    self.program = program
    self.finder = finder
    self.sender = sender
  }

  /// Begins the trace with this header.
  func begin(_ header: TraceHeader) {
    var program = program
    if let title = header.title {
      program.entry = RunDescriptor(name: title, teaches: program.entry.teaches)
    }
    program.isVirtual = header.isVirtual
    program.since = header.since ?? 0
    sender.post(.began(program))
  }

  /// Posts events, and blocks while the screen has enough to do. Returns `false` if the screen is
  /// closed.
  mutating func post(_ events: [PromiseEvent]) -> Bool {
    count += events.count
    for event in events { newest = max(newest, event.sequence) }
    let texts = finder.texts(for: events)
    if !texts.isEmpty { sender.post(.sources(texts)) }
    return sender.postPatiently(events)
  }
}
