package import PromiseEvents

/// One kind of mistake that the events show, and what to say of it.
///
/// A lint is a type without a state of its own: it looks at an event and at the graph after it. It is
/// asked after each event of the kinds that it looks at, so that it answers in O(1), amortised, and what
/// the event itself lists. What it found and what it has to remember is kept in a ``LintState``; the words are made
/// when somebody reads them.
///
/// The comment above each of them is its documentation, in a fixed shape; `docs/lints.md` is made of it.
package protocol Lint: Sendable {
  /// What it is called by: words with hyphens, for command lines.
  static var id: String { get }
  /// How bad it is.
  static var severity: Severity { get }
  /// What it is, in a sentence without its full stop.
  static var summary: String { get }
  /// What to do about it, in a few words.
  static var fix: String { get }
  /// From where on it is told, where that can be set.
  static var threshold: Threshold? { get }
  /// The kinds of events that it looks at; none for all of them.
  static var kinds: [PromiseEvent.Kind.Name]? { get }

  /// What `event` shows; `graph` is the state after it. One of the two is enough.
  static func finding(after event: PromiseEvent, in graph: Graph) -> Finding?
  static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding?
  /// Remembers that it was told, where it is told once.
  static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory)
  /// Remembers what it needs later of an event.
  static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory)
  /// What is so only because nothing comes after `graph`.
  static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding]
  /// One sentence that says what was found, with names.
  static func sentence(_ finding: Finding, in graph: Graph) -> String
}

extension Lint {
  /// Most have none.
  package static var threshold: Threshold? { nil }

  /// Some see nothing but the end of a run.
  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? { nil }

  /// Most need not know what was seen before.
  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    finding(after: event, in: graph)
  }

  /// Most mistakes are told whenever they happen.
  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {}

  /// Most need nothing that the graph does not know.
  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {}

  /// Most mistakes are found when they happen.
  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] { [] }

  /// The name as words.
  package static var title: String { String(id.map { $0 == "-" ? " " : $0 }) }
}

/// Everything that is looked for.
package enum Lints {
  /// All lints, what loses something first; a new one is added here.
  package static let all: [any Lint.Type] = [
    UnhandledRejection.self, FreedWhilePending.self, NeverSettles.self, MainQueueNotDrained.self,
    WaitBlocksChain.self, AdoptionCycle.self, RejectionLost.self, ResolvedAgain.self,
    PromiseNotReturned.self, OrderDependsOnSchedule.self, ErrorAsValue.self, BrokenBranch.self,
    ChainWithoutCatch.self, HandledLate.self, SlowHandler.self, LongQueueWait.self,
    InlineSometimes.self, DeepInline.self, EmptyFanIn.self, NeedlessWrapping.self,
    NestedHandlers.self, QueuePingPong.self, LoserKeepsRunning.self, TimerOutlivesReaders.self,
    OrderUnlikePromiseKit.self,
  ]

  /// The lint of that name.
  package static func named(_ id: String) -> (any Lint.Type)? { all.first { $0.id == id } }

  /// The lints that look at each kind of event, by its place, and their own places among all.
  static let watchers: [[(place: Int, lint: any Lint.Type)]] =
    PromiseEvent.Kind.Name.allCases.map { kind in
      all.enumerated().filter { $0.element.kinds?.contains(kind) ?? true }
        .map { (place: $0.offset, lint: $0.element) }
    }
}

/// How bad it is what a ``Lint`` finds.
package enum Severity: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// It may be meant so.
  case advice
  /// It is likely a mistake.
  case warning
  /// Something is lost: an error, or a promise that never settles.
  case error

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}
