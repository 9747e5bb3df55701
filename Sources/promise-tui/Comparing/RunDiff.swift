import ArgumentParser
import PromiseGraph
import PromiseKitLite

/// Two runs compared: what is otherwise in the second one.
struct RunDiff {
  /// What the runs are called on the command line.
  let names: (before: String, after: String)
  /// What is told; nothing where it is all.
  let only: Set<DiffSection>
  let threshold: TimeThreshold
  let alignment: RunAlignment
  let changes: RunChanges
  let warnings: (appeared: [Warning], gone: [Warning])
  /// Where they part, and why, where that is told.
  let divergence: Divergence?
  let cause: String?

  /// Compares two runs; lengths of time from `threshold` on, or what fits the clocks of the runs.
  init(
    _ before: RecordedRun, _ after: RecordedRun, named names: (String, String),
    only: Set<DiffSection> = [], slower threshold: TimeThreshold? = nil, exactly: Bool = false,
    lints: LintSettings = LintSettings()
  ) {
    self.names = names
    self.only = only
    self.threshold = threshold ?? (before.isVirtual && after.isVirtual ? .virtual : .real)
    let compared = concurrentMap(before, after) {
      ComparedRun($0.events, isCutShort: $0.isCutShort)
    }
    alignment = RunAlignment(before: compared.0, after: compared.1, exactly: exactly)
    changes = alignment.changes(slower: self.threshold)
    let tellsOrder = only.isEmpty || only.contains(.order)
    // Where nothing is the same nothing parts.
    let isComparable = alignment.stepsAfter.contains { $0 != nil }
    divergence = tellsOrder && isComparable ? alignment.firstDivergence : nil
    let tellsWarnings = only.isEmpty || only.contains(.warnings)
    let ends = tellsWarnings ? concurrentMap(before, after) { $0.end(lints) } : nil
    warnings =
      ends.map { [alignment] in alignment.warningChanges(before: $0.0, after: $0.1) } ?? ([], [])
    cause = divergence.flatMap { [alignment] divergence in
      alignment.cause(
        of: divergence, before: { before.history(to: $0) }, after: { after.history(to: $0) },
        named: "A", "B")
    }
  }

  /// Whether that part is told.
  func tells(_ section: DiffSection) -> Bool { only.isEmpty || only.contains(section) }

  /// How many rows a part has: its differences, and what is not known.
  func rowCount(_ section: DiffSection) -> Int {
    section == .promises ? changes.appeared.count + changes.gone.count : count(section)
  }

  /// How many differences there are in a part; what is not known is none.
  func count(_ section: DiffSection) -> Int {
    switch section {
    case .promises: (changes.appeared + changes.gone).count { $0.reason.isKnown }
    case .order: changes.moves.count + changes.runs.count
    case .outcomes: changes.outcomes.count
    case .values: changes.values.count
    case .chains: changes.links.count { !$0.what.isQueue }
    case .queues: changes.links.count { $0.what.isQueue }
    case .printed: changes.printed.count
    case .times: changes.times.count
    case .warnings: warnings.appeared.count + warnings.gone.count
    }
  }

  /// A part that counts differs: one of those that were asked for, or else the order, what there is, and
  /// what it came to.
  var differs: Bool {
    (only.isEmpty ? DiffSection.counted : only).contains { count($0) > 0 }
  }
}

extension RecordedRun {
  /// The state after each of its events up to that number; of very many, after the last ones.
  fileprivate func history(to last: Int) -> History {
    var history = History(limit: .max, since: header.since ?? 0)
    history.append(contentsOf: events.lazy.prefix { $0.sequence <= last })
    history.flush()
    return history
  }

  /// The state after its last event.
  fileprivate func end(_ lints: LintSettings) -> RunState {
    var state = RunState(lints: lints, since: header.since ?? 0)
    for event in events where event.sequence > state.graph.sequence { state.apply(event) }
    return state
  }
}

extension RunChanges.Presence.Reason {
  /// The other run certainly has none.
  var isKnown: Bool {
    switch self {
    case .absent, .notMade: true
    case .notYet, .unknown: false
    }
  }
}

extension RunChanges.LinkChange.What {
  /// It is about the queue.
  var isQueue: Bool { if case .queue = self { true } else { false } }
}

/// What two runs can differ in: the parts of a comparison, in the order in which they are told.
enum DiffSection: String, CaseIterable, Sendable, ExpressibleByArgument {
  case promises, order, outcomes, values, chains, queues, printed, times, warnings

  /// What it tells, in a few words.
  var meaning: String {
    switch self {
    case .promises: "what one run makes and the other does not"
    case .order: "which handlers run, and in which order"
    case .outcomes: "what settles otherwise, or not at all"
    case .values: "which values and errors are others"
    case .chains: "what hangs on, or returns, something else, or has another name"
    case .queues: "what runs on another queue"
    case .printed: "what only one run prints"
    case .times: "what takes longer, or less long"
    case .warnings: "which mistakes only one run shows"
    }
  }

  /// The parts whose differences make the status 1, where nothing else is said.
  static let counted: Set<DiffSection> = [.promises, .order, .outcomes]
}
