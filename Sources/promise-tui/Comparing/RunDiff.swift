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
    only: Set<DiffSection> = [], slower threshold: TimeThreshold? = nil,
    lints: LintSettings = LintSettings()
  ) {
    self.names = names
    self.only = only
    self.threshold = threshold ?? (before.isVirtual && after.isVirtual ? .virtual : .real)
    alignment = RunAlignment(before: before.events, after: after.events)
    changes = alignment.changes(slower: self.threshold)
    let tellsOrder = only.isEmpty || only.contains(.order)
    // Where nothing is the same nothing parts.
    let isComparable = alignment.stepsAfter.contains { $0 != nil }
    divergence = tellsOrder && isComparable ? alignment.firstDivergence : nil
    let tellsWarnings = only.isEmpty || only.contains(.warnings)
    guard tellsWarnings || divergence != nil else {
      (warnings, cause) = (([], []), nil)
      return
    }
    let histories = (
      Self.history(of: before.events, lints), Self.history(of: after.events, lints)
    )
    warnings =
      tellsWarnings
      ? alignment.warningChanges(before: histories.0, after: histories.1) : ([], [])
    cause = divergence.flatMap { [alignment] divergence in
      alignment.cause(
        of: divergence, before: histories.0, after: histories.1, named: "A", "B")
    }
  }

  private static func history(of events: [PromiseEvent], _ lints: LintSettings) -> History {
    var history = History(limit: max(1_000_000, events.count), lints: lints)
    history.append(contentsOf: events)
    history.flush()
    return history
  }

  /// Whether that part is told.
  func tells(_ section: DiffSection) -> Bool { only.isEmpty || only.contains(section) }

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
