import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The comparison of two runs: what changed in the second one.
struct RunDiff {
  /// The names of the runs on the command line.
  let names: (before: String, after: String)
  /// Whether the recordings still go on, and whether some of them could not be read.
  let isRunning: (before: Bool, after: Bool)
  let isDamaged: (before: Bool, after: Bool)
  /// The parts to report; empty for all.
  let only: Set<DiffSection>
  let threshold: TimeThreshold
  let alignment: RunAlignment
  let changes: RunChanges
  let warnings: (appeared: [Warning], gone: [Warning])
  /// All differences, those that decide first.
  let differences: [RunDifference]
  /// The states at the ends of the runs.
  let ends: (before: RunState, after: RunState)?
  /// Where the runs diverge, if that is reported.
  let divergence: Divergence?
  /// Why they diverge.
  let cause: String?

  /// Compares two runs. Times are compared from `threshold` on, or by default from what the clocks
  /// of the runs allow.
  init(
    _ before: Recording, _ after: Recording, named names: (String, String),
    only: Set<DiffSection> = [], slower threshold: TimeThreshold? = nil, exactly: Bool = false,
    lints: LintSettings = LintSettings(), needsEnds: Bool = false,
    progress: (String) -> Void = { _ in }
  ) {
    self.names = names
    isRunning = (before.ending == .running, after.ending == .running)
    isDamaged = (before.isDamaged, after.isDamaged)
    self.only = only
    self.threshold = threshold ?? (before.isVirtual && after.isVirtual ? .virtual : .real)
    progress("comparing \(before.events.count) with \(after.events.count) events")
    let compared = concurrentMap(before, after) {
      ComparedRun($0.events, isCutShort: $0.isCutShort)
    }
    alignment = RunAlignment(before: compared.0, after: compared.1, exactly: exactly)
    var changes = alignment.changes(slower: self.threshold)
    if only.contains(.order) {
      changes.moves += changes.free
      changes.free = []
    }
    self.changes = changes
    let includesOrder = only.isEmpty || only.contains(.order)
    // Runs with nothing in common do not diverge.
    let isComparable = alignment.stepsAfter.contains { $0 != nil }
    // The runs do the same if only an order differs that explains no difference.
    let isSame =
      changes.moves.isEmpty && changes.runs.isEmpty && changes.printed.isEmpty
      && changes.appeared.isEmpty && changes.gone.isEmpty
    divergence =
      includesOrder && isComparable && !(isSame && !changes.free.isEmpty)
      ? alignment.firstDivergence : nil
    let includesWarnings = only.isEmpty || only.contains(.warnings)
    if includesWarnings { progress("looking for warnings") }
    let ends = includesWarnings || needsEnds ? concurrentMap(before, after) { $0.end(lints) } : nil
    self.ends = ends
    warnings =
      (includesWarnings ? ends : nil)
      .map { [alignment] in alignment.warningChanges(before: $0.0, after: $0.1) } ?? ([], [])
    differences = changes.ranked(warnings: warnings)
    cause = divergence.flatMap { [alignment] divergence in
      alignment.cause(
        of: divergence, before: { before.history(to: $0) }, after: { after.history(to: $0) },
        named: "A", "B")
    }
  }

  /// Returns whether this part is reported.
  func includes(_ section: DiffSection) -> Bool { only.isEmpty || only.contains(section) }

  /// Returns how many rows a part has: its differences, and what is unknown.
  func rowCount(_ section: DiffSection) -> Int {
    section == .promises ? changes.appeared.count + changes.gone.count : count(section)
  }

  /// Returns how many differences a part has; what is unknown does not count.
  func count(_ section: DiffSection) -> Int {
    switch section {
    case .races: changes.races.count
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

  /// Whether a part that counts differs: one of those asked for, or by default the promises, their
  /// order and their outcomes.
  var differs: Bool {
    (only.isEmpty ? DiffSection.counted : only).contains { count($0) > 0 }
  }
}

extension Recording {
  /// Returns the history up to event `last`.
  fileprivate func history(to last: Int) -> History {
    var history = History(limit: .max, since: since)
    history.append(contentsOf: events.lazy.prefix { $0.sequence <= last })
    history.flush()
    return history
  }

  /// Returns the state after its last event.
  fileprivate func end(_ lints: LintSettings) -> RunState {
    var state = RunState(lints: lints, since: since)
    for event in events where event.sequence > state.graph.sequence { state.apply(event) }
    return state
  }
}

extension RunChanges.LinkChange.What {
  /// Whether the change is about the queue.
  var isQueue: Bool { if case .queue = self { true } else { false } }
}

/// The parts of a comparison, in the order in which they are reported.
enum DiffSection: String, CaseIterable, Sendable, ExpressibleByArgument {
  case races, outcomes, values, promises, printed, order, chains, queues, times, warnings

  /// What the part reports, in a few words.
  var meaning: String {
    switch self {
    case .races: "promises that another one settled first"
    case .promises: "promises that only one run creates"
    case .order: "which handlers run, and in which order"
    case .outcomes: "promises that settle differently, or not at all"
    case .values: "values and errors that differ"
    case .chains: "changed parents, returned promises and names"
    case .queues: "handlers that run on another queue"
    case .printed: "texts that only one run prints"
    case .times: "what takes longer or less time"
    case .warnings: "warnings that only one run has"
    }
  }

  /// The parts whose differences make the exit status 1 by default.
  static let counted: Set<DiffSection> = [.races, .promises, .order, .outcomes]
}
