import PromiseEvents

/// What the lints have found up to an event, and what they remember of the run.
///
/// A ``RunState`` keeps it beside the graph of that event.
package struct LintState: Equatable, Sendable {
  /// What the lints remember.
  @Box private var memory: LintMemory
  private var findings = RemovableList<Entry>()
  /// How many findings were discarded because there were too many.
  package private(set) var forgottenCount = 0

  /// What a lint found, and the index of the lint in ``Lints/all``.
  private struct Entry: Hashable, Sendable {
    var lint: Int
    var finding: Finding
  }

  /// Creates the state before any event.
  package init(_ settings: LintSettings = LintSettings()) {
    memory = LintMemory(settings: settings)
  }

  /// Which lints are enabled, and their thresholds.
  package var settings: LintSettings { memory.settings }

  /// How many warnings there are. O(1)
  package var warningCount: Int { findings.count }

  /// Returns the warning at an index, in the order of the events. `graph` is the state after its event, or
  /// any later one.
  package func warning(
    _ place: Int, in graph: Graph, language: Language = .english
  ) -> Warning {
    let entry = findings[place]
    return Warning(entry.finding, by: Lints.all[entry.lint], in: graph, language: language)
  }

  /// Returns the warnings that hold only if nothing follows after `graph`.
  package func warnings(atEnd graph: Graph, language: Language = .english) -> [Warning] {
    findings(atEnd: graph).map {
      Warning($0.finding, by: Lints.all[$0.lint], in: graph, language: language)
    }
  }

  /// Returns the finding at an index, in the order of the events.
  package func finding(_ place: Int) -> (lint: Int, finding: Finding) {
    (findings[place].lint, findings[place].finding)
  }

  /// Returns what the lints find if nothing follows after `graph`, each with the index of its lint; nothing
  /// while the gate of the program is closed.
  package func findings(atEnd graph: Graph) -> [(lint: Int, finding: Finding)] {
    // What a closed gate holds could go on.
    guard !graph.gate.isClosed else { return [] }
    return Lints.all.indices.filter {
      settings.reports($0) && Lints.all[$0].applies(to: graph.programLanguage)
    }.flatMap { place in
      Lints.all[place].findings(atEnd: graph, knowing: memory).map { finding in
        var finding = finding
        finding.place = Lints.all[place].place(of: finding, in: graph)
        return (place, finding)
      }
    }
  }

  /// Returns what followed from a finding, as far as `graph` shows it.
  package func consequences(
    of finding: Finding, by lint: any Lint.Type, in graph: Graph
  ) -> Consequences {
    lint.consequences(of: finding, in: graph, knowing: memory)
  }

  /// Lets the lints for this kind of event inspect `event`; `graph` is the state after it.
  mutating func watch(_ event: PromiseEvent, in graph: Graph) {
    Self.watch(event, in: graph, memory: &_memory.wrappedValue, findings: &findings)
  }

  /// Does so while the memory is out of its box, which would otherwise be read for each lint.
  private static func watch(
    _ event: PromiseEvent, in graph: Graph, memory: inout LintMemory,
    findings: inout RemovableList<Entry>
  ) {
    memory.main.watch(event, in: graph)
    memory.work.watch(event, in: graph)
    let (settings, language) = (memory.settings, graph.programLanguage)
    for (place, lint) in Lints.watchers[event.kind.name.place]
    where settings.reports(place) && lint.applies(to: language) {
      if var finding = lint.finding(after: event, in: graph, knowing: memory) {
        finding.place = lint.place(of: finding, in: graph)
        findings.append(Entry(lint: place, finding: finding))
        lint.remember(finding, in: graph, memory: &memory)
        if let queue = finding.queue, ofSerialQueues.contains(place), graph.isKindAssumed(queue) {
          memory.assumedSerial.insert(queue)
        }
      }
      lint.note(event, in: graph, memory: &memory)
    }
    if case .errorHandled(let promise, _) = event.kind,
      memory.reportedUnhandled.contains(promise.rawValue)
    {
      // In JavaScript, it can be handled after all.
      memory.reportedUnhandled.remove(promise.rawValue)
      for place in findings.indices.reversed()
      where findings[place].finding.promise == promise
        && Lints.all[findings[place].lint] == UnhandledRejection.self
      {
        findings.remove(at: place)
      }
    }
    guard case .jobStarted(_, _, let queue) = event.kind, memory.assumedSerial.contains(queue),
      !graph.isSerial(queue)
    else { return }
    // It runs several jobs at the same time, so what was found there is none.
    memory.assumedSerial.remove(queue)
    for place in findings.indices.reversed()
    where findings[place].finding.queue == queue && ofSerialQueues.contains(findings[place].lint) {
      findings.remove(at: place)
    }
  }

  /// The indices of the lints whose findings hold only on a serial queue.
  private static let ofSerialQueues = Set(
    Lints.all.indices.filter { place in
      [WaitBlocksChain.id, WaitBlocksQueue.id, SlowHandler.id, AttachOrder.id]
        .contains(Lints.all[place].id)
    })

  /// Discards the oldest findings if there are too many, and what is remembered of promises that `graph`
  /// has evicted.
  mutating func forget(with graph: Graph) {
    let surplus = max(0, findings.count - Self.mostFindings)
    forgottenCount += surplus
    findings.removeFirst(surplus)
    // A promise is forgotten when it is freed, unless that event was lost.
    guard graph.gaps > 0 else { return }
    var unread = memory.unread
    for promise in unread.numbers where !graph.promiseTable.contains(promise) {
      unread.remove(promise)
    }
    memory.unread = unread
  }

  /// About how many bytes it takes, and how many it has discarded. O(1)
  var byteCount: Int { findings.count * 280 }
  var forgottenBytes: Int { forgottenCount * 280 }

  /// How many of the newest findings are kept.
  private static var mostFindings: Int { 20_000 }
}

/// What the lints remember of the events so far, beyond what the graph keeps.
///
/// It is part of the fold: the same events give the same memory.
package struct LintMemory: Equatable, Sendable {
  /// Which lints are enabled, and their thresholds.
  let settings: LintSettings
  /// The rejections that nothing has read so far, by promise, and in which step and job they arose.
  var unread = IdentityTable<UnreadRejection>()
  /// The promises whose rejection was first read late.
  var lateReads = IdentitySet()
  /// The promises whose error was reported as unhandled.
  var reportedUnhandled = IdentitySet()
  /// The promises that a thread has waited for.
  var waitedFor = IdentitySet()
  /// The last jobs that accessed some state, by its name; only for the first names.
  var touches: [String: [JobID]] = [:]
  /// The names of the states that were reported.
  var reportedNames: Set<String> = []
  /// The lines whose handlers ran inside the call that attached them, and those whose handlers ran later.
  var inlineLines = IdentitySet()
  var laterLines = IdentitySet()
  /// The lines that were reported, by lint.
  var reportedInline = IdentitySet()
  var reportedUncaught = IdentitySet()
  var reportedDeep = IdentitySet()
  var reportedNested = IdentitySet()
  var reportedHops = IdentitySet()
  var reportedOrders = IdentitySet()
  /// How many jobs another library would take before each handler, if that differs.
  var levels = OrderLevels()
  /// The promises whose handlers were reported to depend on the order of attachment.
  var reportedAttachments = IdentitySet()
  /// The queues of findings that hold only as long as the queue seems to be serial.
  var assumedSerial: Set<QueueID> = []
  /// The longest wait that was reported for each queue.
  var reportedWaits: [QueueID: Int64] = [:]
  /// The calls of each line whose handlers have effects.
  var calls = LineWatch()
  /// The newest fan-ins that failed while inputs were pending.
  var failures: [FailedFanIn] = []
  /// The newest work that handlers started, and did not return.
  var leftovers = LeftoverWatch()
  /// The work of each line, for runs that overlap.
  var flights = FlightWatch()
  /// What has happened on the main queue.
  var main = MainWatch()
  /// The inputs that were pending when their fan-ins settled, by fan-in.
  var losers: [PromiseID: Finding] = [:]
  /// Timeouts, waits, and uses of resolvers.
  var work = WorkWatch()
  /// What the recover of each line turned into values.
  var recovers: [Int: RecoverTally] = [:]
  /// The promises that an older attempt was reported to have settled.
  var settledByOlder: Set<Int> = []

  init(settings: LintSettings) { self.settings = settings }
}

/// A rejection that nothing has read.
struct UnreadRejection: Hashable, Sendable {
  var step: Int
  var job: JobID?
}
