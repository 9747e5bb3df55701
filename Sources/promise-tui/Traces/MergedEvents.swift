import PromiseGraph
import PromiseKitLite
import PromiseScreens

/// The events of several processes on their way to one screen, or to one report. It is used by the thread that reads
/// the traces.
///
/// As long as there is one process, its events are passed on as they are.
final class MergedEvents {
  /// Where the merged events go.
  enum Destination {
    /// The screen, which shows the program until a trace says its title.
    case screen(LiveProgram, SourceFinder, MessageSender)
    /// A report that is made at the end.
    case report
  }

  private var merger: ProcessMerger
  private let destination: Destination
  private var finder: SourceFinder?
  private var collected = NewestEvents()
  /// When events began to wait for those of other processes.
  private var heldSince: Int64?
  /// The names and headers of the processes.
  private(set) var headers: [TraceHeader] = []
  private var saidWarnings = 0
  private let keepsSingle: Bool
  /// Called with the events of each process before they are merged.
  var observe: (([PromiseEvent], Int, TraceHeader) -> Void)?

  /// How long an event waits for an earlier one of another process, in nanoseconds.
  private let patience: Int64
  /// The most events that wait for messages by which clocks can be aligned.
  private static var mostWaiting: Int { 1_000_000 }
  /// The most events of one process that wait for those of another one.
  private static var mostAhead: Int { 8192 }

  /// Creates a merger for a destination. If `keepsSingle`, nothing is changed while there is one process.
  init(to destination: Destination, keepsSingle: Bool, patience: Int64 = 100_000_000) {
    self.patience = patience
    self.destination = destination
    self.keepsSingle = keepsSingle
    merger = ProcessMerger(keepsSingle: keepsSingle)
    if case .screen(_, let finder, _) = destination { self.finder = finder }
  }

  /// The number of the newest event.
  var newest: Int { merger.last }
  /// The number of processes.
  var count: Int { merger.count }

  /// Adds a process, called `name` unless its trace has a title. Returns its index; `nil` if there are too many.
  func add(_ header: TraceHeader, named name: String) -> Int? {
    guard let index = merger.add(header, named: name) else {
      say(
        "only the first \(ProcessMerger.most) processes are shown: \(merger.refused) more create promises"
      )
      return nil
    }
    headers.append(header)
    if index == 0, case .screen(var program, _, let sender) = destination {
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
      switch destination {
      case .report: collected.add(events)
      case .screen(_, _, let sender):
        let texts = finder?.texts(for: events) ?? []
        if !texts.isEmpty { sender.post(.sources(texts)) }
        guard sender.postPatiently(events) else { return false }
      }
    }
    let warnings = merger.warnings
    if warnings.count > saidWarnings {
      for sentence in warnings.dropFirst(saidWarnings) { say(sentence) }
      saidWarnings = warnings.count
    }
    return true
  }

  private func say(_ sentence: String) {
    switch destination {
    case .screen(_, _, let sender): sender.post(.notice(sentence))
    case .report: Output.printError(sentence)
    }
  }

  /// Removes and returns what was collected for a report.
  func takeCollected() -> [PromiseEvent] {
    if let sentence = collected.sentence { say(sentence) }
    return collected.take()
  }

  /// Whether anything waits.
  var isHolding: Bool { merger.waitingCount > 0 }
}
