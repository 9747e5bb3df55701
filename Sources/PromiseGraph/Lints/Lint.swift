package import PromiseEvents

/// A type that finds one kind of mistake in the events.
///
/// A lint is a type without state: it inspects an event and the graph after it. It is called after each event
/// of its ``kinds``, so it must answer in amortized O(1), apart from what the event itself lists. A
/// ``LintState`` keeps what it found and what it must remember; the sentences are made when they are read.
///
/// The comment above each lint is its documentation, in a fixed format; `docs/debug/lints.md` is generated from it.
package protocol Lint: Sendable {
  /// The name for command lines, words with hyphens: `slow-handler`.
  static var id: String { get }
  /// How serious the mistake is.
  static var severity: Severity { get }
  /// What the mistake is: a sentence without its full stop.
  static var summary: String { get }
  /// What to do about it, in a few words.
  static var fix: String { get }
  /// The value from which the mistake is reported; `nil` if there is none to set.
  static var threshold: Threshold? { get }
  /// What it says of a program in JavaScript; `nil` if it does not check such a program.
  static var inJavaScript: ProgramWords? { get }
  /// The kinds of events that it inspects; `nil` for all of them.
  static var kinds: [PromiseEvent.Kind.Name]? { get }
  /// What the mistake changes, if it harms nothing else.
  static var effect: Consequences.Effect { get }

  /// Returns what `event` shows; `graph` is the state after it. A lint implements one of these two.
  static func finding(after event: PromiseEvent, in graph: Graph) -> Finding?
  static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding?
  /// Remembers that `finding` was reported, so that it is reported only once.
  static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory)
  /// Remembers what the lint needs later from an event.
  static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory)
  /// Returns the mistakes that hold only because nothing follows after `graph`.
  static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding]
  /// Returns what followed from a mistake, as far as `graph` and `memory` show it. It is asked when the warnings
  /// are read, so `graph` may be the state after a later event.
  static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences
  /// Returns what the finding is about, which another finding may have harmed.
  static func victims(of finding: Finding, in graph: Graph) -> [Harm]
  /// Returns where in the program the mistake is; alike findings of one line are shown as one.
  static func place(of finding: Finding, in graph: Graph) -> SourceSite?
  /// Returns a sentence that says what was found, with names.
  static func sentence(_ finding: Finding, in graph: Graph, _ language: Language) -> String
}

extension Lint {
  /// No threshold.
  package static var threshold: Threshold? { nil }

  /// Only programs in Swift are checked.
  package static var inJavaScript: ProgramWords? { nil }

  /// Finds nothing, for lints that inspect only the end of a run.
  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? { nil }

  /// Finds what the event alone shows, without memory.
  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    finding(after: event, in: graph)
  }

  /// Remembers nothing: the mistake is reported every time.
  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {}

  /// Remembers nothing: the graph has everything that the lint needs.
  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {}

  /// Finds nothing at the end: the mistakes are found when they happen.
  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] { [] }

  /// The mistake changed nothing in this run.
  package static var effect: Consequences.Effect { .nothing }

  /// Its effect, without harm.
  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(effect)
  }

  /// The promise that the finding is about, and the one in which its error arose.
  package static func victims(of finding: Finding, in graph: Graph) -> [Harm] {
    guard let promise = finding.promise else { return [] }
    guard let origin = graph.read(promise, { $0.settlement?.origin }) ?? nil, origin != promise
    else { return [.promise(promise)] }
    return [.promise(promise), .promise(origin)]
  }

  /// Where it happened if the finding says so, or else where the promise was created.
  package static func place(of finding: Finding, in graph: Graph) -> SourceSite? {
    finding.site ?? graph.read(finding.promise) { $0.creation.site } ?? nil
  }

  /// The name as text: `slow handler`.
  package static var title: String { String(id.map { $0 == "-" ? " " : $0 }) }

  /// Returns the title, the summary or the fix in a language.
  package static func title(in language: Language) -> String { language.text(Phrase(title)) }
  package static func summary(in language: Language) -> String { language.text(Phrase(summary)) }
  package static func fix(in language: Language) -> String { language.text(Phrase(fix)) }
}

/// All kinds of mistakes that are checked for.
package enum Lints {
  /// All lints, those about lost errors and values first. Add a new lint here.
  package static let all: [any Lint.Type] = [
    UnhandledRejection.self, FreedWhilePending.self, NeverSettles.self, MainQueueNotDrained.self,
    WaitBlocksChain.self, HoldAndWait.self, AdoptionCycle.self, RejectionLost.self,
    OlderAttemptSettles.self, OlderAnswerWins.self, EffectAfterCleanup.self, ResolvedAgain.self,
    RunsAfterTimeout.self, RecoverTooWide.self, OverlappingRuns.self, AttachOrder.self,
    ChainNotAwaited.self, PromiseNotReturned.self, OrderDependsOnSchedule.self, ErrorAsValue.self,
    BrokenBranch.self,
    ChainWithoutCatch.self, HandledLate.self, WaitBlocksQueue.self, SlowHandler.self,
    LongQueueWait.self,
    InlineSometimes.self, DeepInline.self, EmptyFanIn.self, NeedlessWrapping.self,
    NestedHandlers.self, QueuePingPong.self, LoserKeepsRunning.self, TimerOutlivesReaders.self,
    OrderUnlike.self,
  ]

  /// Returns the lint with that name.
  package static func named(_ id: String) -> (any Lint.Type)? { every.first { $0.id == id } }

  /// The lints that inspect each kind of event, by the kind's index, with their own indices in ``all``.
  static let watchers: [[(place: Int, lint: any Lint.Type)]] =
    PromiseEvent.Kind.Name.allCases.map { kind in
      all.enumerated().filter { $0.element.kinds?.contains(kind) ?? true }
        .map { (place: $0.offset, lint: $0.element) }
    }
}

/// How serious a mistake is that a ``Lint`` finds.
package enum Severity: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// It is unusual: a ``Relation`` found it.
  case look
  /// It may be intended.
  case advice
  /// It is likely a mistake.
  case warning
  /// Something is lost: an error, or a promise that never settles.
  case error

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }

  /// Returns the name of the severity: `advice`.
  package func name(in language: Language) -> String {
    switch self {
    case .look: language.text("worth a look")
    case .advice: language.text("advice")
    case .warning: language.text("warning")
    case .error: language.text("error")
    }
  }
}
