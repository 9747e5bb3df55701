import PromiseKitLite
import PromiseScreens

/// The events of a trace on their way to the screen, as they are read.
struct ShownEvents {
  /// The number of the newest event.
  private(set) var newest = 0
  /// The number of events.
  private(set) var count = 0

  /// Where they go.
  private enum Way {
    /// To the screen, which shows only them.
    case alone(LiveProgram, SourceFinder, MessageSender)
    /// To where the events of other processes go as well.
    case among(MergedEvents, name: String)
  }

  private var way: Way
  /// The process among others; `nil` before its header, and if there are too many processes.
  private(set) var process: Int?

  /// Shows what follows as `program`, unless the trace has another title.
  init(of program: LiveProgram, finder: SourceFinder, sender: MessageSender) {
    way = .alone(program, finder, sender)
  }

  /// Shows what follows together with the events of other processes, as a process called `name` unless the trace
  /// has a title.
  init(among events: MergedEvents, named name: String) { way = .among(events, name: name) }

  /// Begins the trace with this header.
  mutating func begin(_ header: TraceHeader) {
    switch way {
    case .alone(var program, _, let sender):
      if let title = header.title {
        program.entry = RunDescriptor(name: title, teaches: program.entry.teaches)
      }
      program.isVirtual = header.isVirtual
      program.since = header.since ?? 0
      sender.post(.began(program))
    case .among(let events, let name):
      // The system gives a process a number, and its trace the name of its program.
      process = events.add(header, named: name)
    }
  }

  /// Posts events, and blocks while the screen has enough to do. Returns `false` if the screen is
  /// closed.
  mutating func post(_ events: [PromiseEvent]) -> Bool {
    count += events.count
    for event in events { newest = max(newest, event.sequence) }
    switch way {
    case .alone(let program, var finder, let sender):
      let texts = finder.texts(for: events)
      way = .alone(program, finder, sender)
      if !texts.isEmpty { sender.post(.sources(texts)) }
      return sender.postPatiently(events)
    case .among(let others, _):
      if let process { others.append(events, to: process) }
      return true
    }
  }
}
