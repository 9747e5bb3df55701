import PromiseEvents

/// What the lints have found up to an event, and what they remember of the run. It lies beside the graph of
/// that event, in a ``RunState``.
package struct LintState: Equatable, Sendable {
  private var memory: LintMemory
  private var findings = RemovableList<OutcomeSummary>()
  /// How many findings were given up, because there were too many.
  package private(set) var forgottenCount = 0

  /// What a lint found, and its place among all.
  private struct OutcomeSummary: Hashable, Sendable {
    var lint: Int
    var finding: Finding
  }

  /// Nothing was found yet.
  package init(_ settings: LintSettings = LintSettings()) {
    memory = LintMemory(settings: settings)
  }

  /// Which lints are told, and from where on.
  package var settings: LintSettings { memory.settings }

  /// How many warnings there are. O(1)
  package var warningCount: Int { findings.count }

  /// The warning of that place, in the order of the events, put into words. `graph` may stand at the event
  /// or after it.
  package func warning(_ place: Int, in graph: Graph) -> Warning {
    Warning(findings[place].finding, by: Lints.all[findings[place].lint], in: graph)
  }

  /// What is a mistake only if nothing comes after `graph`.
  package func warnings(atEnd graph: Graph) -> [Warning] {
    settings.lints.flatMap { lint in
      lint.findings(atEnd: graph, knowing: memory).map { Warning($0, by: lint, in: graph) }
    }
  }

  /// Asks the lints that look at such events what `event` shows; `graph` is the state after it.
  mutating func watch(_ event: PromiseEvent, in graph: Graph) {
    memory.main.watch(event, in: graph)
    for (place, lint) in Lints.watchers[event.kind.name.place] where memory.settings.tells(place) {
      if let finding = lint.finding(after: event, in: graph, knowing: memory) {
        findings.append(OutcomeSummary(lint: place, finding: finding))
        lint.remember(finding, in: graph, memory: &memory)
      }
      lint.note(event, in: graph, memory: &memory)
    }
  }

  /// Gives up the oldest findings where there are too many, and what is remembered of promises that `graph`
  /// has forgotten.
  mutating func forget(with graph: Graph) {
    let surplus = max(0, findings.count - Self.mostFindings)
    forgottenCount += surplus
    findings.removeFirst(surplus)
    // One that is freed is forgotten then; a gap may hide that.
    guard graph.gaps > 0 else { return }
    for promise in memory.unread.numbers where !graph.promiseTable.contains(promise) {
      memory.unread.remove(promise)
    }
  }

  /// About how many bytes it takes, and how many it has given up. O(1)
  var byteCount: Int { findings.count * 224 }
  var forgottenBytes: Int { forgottenCount * 224 }

  /// So many findings are kept, the newest ones.
  private static var mostFindings: Int { 20_000 }
}

/// What the lints have to remember of the events so far, beside what the graph keeps anyway. It is a part
/// of the fold: two graphs of the same events have the same.
package struct LintMemory: Equatable, Sendable {
  /// Which of them are told, and from where on.
  let settings: LintSettings
  /// The rejections that nobody has read so far, by promise, and in which step and job they arose.
  var unread = IdentityTable<UnreadRejection>()
  /// The promises whose rejection was first read late.
  var lateReads = IdentitySet()
  /// The promises that a thread has waited for.
  var waitedFor = IdentitySet()
  /// The jobs that touched something last, by its name; of the first names alone.
  var touches: [String: [JobID]] = [:]
  /// The names of what was told of.
  var toldNames: Set<String> = []
  /// The lines whose handlers ran within the call that attached them, and those that ran later.
  var inlineLines = IdentitySet()
  var laterLines = IdentitySet()
  /// The lines that were told of, by lint.
  var toldInline = IdentitySet()
  var toldUncaught = IdentitySet()
  var toldDeep = IdentitySet()
  var toldNested = IdentitySet()
  var toldHops = IdentitySet()
  var toldOrders = IdentitySet()
  /// The longest wait in each queue that was told of.
  var toldWaits: [QueueID: Int64] = [:]
  /// What has happened on the main queue.
  var main = MainWatch()

  init(settings: LintSettings) { self.settings = settings }
}

/// A rejection that nobody has read.
struct UnreadRejection: Hashable, Sendable {
  var step: Int
  var job: JobID?
  var thread: ThreadID?
}
