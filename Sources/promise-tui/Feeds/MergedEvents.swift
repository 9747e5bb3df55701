import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The events of several processes on their way to one screen. It is used by the thread that reads the traces.
///
/// As long as there is one process, its events are passed on as they are.
final class MergedEvents {
  private var merger: ProcessMerger
  /// What the screen shows until a trace says its title.
  private let program: LiveProgram
  private var finder: SourceFinder
  private let sender: MessageSender
  /// When events began to wait for those of other processes.
  private var heldSince: Int64?
  /// The names and headers of the processes.
  private(set) var headers: [TraceHeader] = []
  private var saidWarnings = 0
  private let keepsSingle: Bool
  /// Called with the events of each process before they are merged.
  var observe: (([PromiseEvent], Int, TraceHeader) -> Void)?

  private let patience: Int64
  /// How long an event waits for an earlier one of another process, in nanoseconds.
  static var patience: Int64 { 100_000_000 }
  /// The most events that wait for messages by which clocks can be aligned.
  private static var mostWaiting: Int { 1_000_000 }
  /// The most events of one process that wait for those of another one.
  private static var mostAhead: Int { 8192 }

  /// Creates a merger whose events the screen shows. If `keepsSingle`, nothing is changed while there is one process.
  init(
    _ program: LiveProgram, _ finder: SourceFinder, _ sender: MessageSender, keepsSingle: Bool,
    patience: Int64 = MergedEvents.patience
  ) {
    (self.program, self.finder, self.sender) = (program, finder, sender)
    (self.keepsSingle, self.patience) = (keepsSingle, patience)
    merger = ProcessMerger(keepsSingle: keepsSingle)
  }

  /// The number of the newest event.
  var newest: Int { merger.last }
  /// The number of processes.
  var count: Int { merger.count }

  /// Adds a process, called `name` unless its trace has a title. Returns its index; `nil` if there are too many.
  func add(_ header: TraceHeader, named name: String) -> Int? {
    guard let index = merger.add(header, named: name) else {
      sender.post(
        .notice(
          "only the first \(ProcessMerger.most) processes are shown: \(merger.refused) more create promises"
        ))
      return nil
    }
    headers.append(header)
    if index == 0 {
      var program = program
      if let title = header.title, keepsSingle {
        program.entry = RunDescriptor(name: title, teaches: program.entry.teaches)
      }
      program.isVirtual = header.isVirtual
      program.since = keepsSingle ? header.since ?? 0 : 0
      sender.post(.began(program))
    }
    return index
  }

  /// Appends events of a process.
  func append(_ events: [PromiseEvent], to process: Int) {
    observe?(events, process, headers[process])
    merger.append(events, to: process)
  }

  /// Returns the process to which a job belongs that the screen shows, and the number that it has there.
  func origin(of job: JobID) -> (process: Int, job: JobID)? { merger.origin(of: job) }

  /// Returns the same of a timer.
  func origin(of timer: TimerID) -> (process: Int, timer: TimerID)? { merger.origin(of: timer) }

  /// Ends the events of a process.
  func finish(_ process: Int) { merger.finish(process) }

  /// Returns whether a process should not be read further for now, because its events wait for those of others.
  func isAhead(_ process: Int) -> Bool {
    let most = merger.needsMessages ? Self.mostWaiting : Self.mostAhead
    return merger.waitingCount(of: process) > most && merger.missing.contains { $0 != process }
  }

  /// Passes on what can be. `isIdle` says that no process has sent anything at the moment. Returns `false` if the
  /// screen is closed.
  func flush(isIdle: Bool) -> Bool {
    if merger.needsMessages, !isIdle, merger.waitingCount < Self.mostWaiting { return true }
    guard pass(waits: true) else { return false }
    guard merger.waitingCount > 0 else {
      heldSince = nil
      return true
    }
    let now = EventWaiter.now
    let since = heldSince ?? now
    heldSince = since
    guard isIdle, now - since >= patience || merger.missing.isEmpty else { return true }
    heldSince = nil
    return pass(waits: false)
  }

  /// Passes on everything, after the last process has ended.
  func finish() -> Bool {
    for process in 0..<merger.count { merger.finish(process) }
    return pass(waits: false)
  }

  private func pass(waits: Bool) -> Bool {
    while case let events = merger.take(limit: 1024, waits: waits), !events.isEmpty {
      let texts = finder.texts(for: events)
      if !texts.isEmpty { sender.post(.sources(texts)) }
      guard sender.postPatiently(events) else { return false }
    }
    let warnings = merger.warnings
    if warnings.count > saidWarnings {
      for sentence in warnings.dropFirst(saidWarnings) { sender.post(.notice(sentence)) }
      saidWarnings = warnings.count
    }
    return true
  }

  /// Whether anything waits.
  var isHolding: Bool { merger.waitingCount > 0 }
}
