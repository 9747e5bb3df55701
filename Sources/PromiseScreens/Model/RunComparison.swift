import PromiseEvents
package import PromiseGraph
package import PromiseInsight

/// Two runs, which of their promises and handlers correspond, and what changed in the second one: what the screen, the
/// report and the JSON document of a comparison show.
package struct RunComparison: Hashable, Sendable {
  /// One of the two runs.
  package struct Side: Hashable, Sendable {
    /// Its name: that of the file, or of the demo.
    package let name: String
    /// How its recording ended.
    package let ending: TraceEnding
    /// Whether some of its trace could not be read.
    package let isDamaged: Bool
    /// What came out.
    package let card: EndCard
  }

  package let before: Side
  package let after: Side
  package let alignment: RunAlignment
  /// The parts that are compared; empty for all.
  package let only: Set<RunDifference.Section>
  /// The difference from which times are reported.
  package let threshold: TimeThreshold
  /// The differences of these parts, those that decide first.
  package let differences: [RunDifference]
  /// The handlers that run in another order that explains no difference, unless they are among the differences.
  package let free: [RunChanges.Move]
  /// Where the runs diverge, if the order is compared, and why.
  package let divergence: Divergence?
  package let cause: String?

  /// Compares two runs. Times are compared from `threshold` on, or by default from what the clocks of the runs allow.
  ///
  /// - Parameter hasCards: Whether the sides say what came out.
  package init(
    _ before: Recording, _ after: Recording, named names: (String, String),
    only: Set<RunDifference.Section> = [], slower threshold: TimeThreshold? = nil,
    exactly: Bool = false, lints: LintSettings = LintSettings(), hasCards: Bool = false,
    progress: (String) -> Void = { _ in }
  ) {
    self.only = only
    self.threshold = threshold ?? (before.isVirtual && after.isVirtual ? .virtual : .real)
    progress("comparing \(before.events.count) with \(after.events.count) events")
    let compared = concurrentMap(before, after) {
      ComparedRun($0.events, isCutShort: $0.isCutShort)
    }
    let alignment = RunAlignment(before: compared.0, after: compared.1, exactly: exactly)
    var changes = alignment.changes(slower: self.threshold)
    if only.contains(.order) {
      changes.moves += changes.free
      changes.free = []
    }
    // The runs do the same if only an order differs that explains no difference.
    let isSame =
      changes.moves.isEmpty && changes.runs.isEmpty && changes.printed.isEmpty
      && changes.appeared.isEmpty && changes.gone.isEmpty && !changes.free.isEmpty
    // Runs with nothing in common do not diverge.
    let diverges = !isSame && alignment.stepsAfter.contains { $0 != nil }
    func isIncluded(_ section: RunDifference.Section) -> Bool {
      only.isEmpty || only.contains(section)
    }
    divergence = isIncluded(.order) && diverges ? alignment.firstDivergence : nil
    free = isIncluded(.order) ? changes.free : []
    if isIncluded(.warnings) { progress("looking for warnings") }
    let ends =
      isIncluded(.warnings) || hasCards
      ? concurrentMap(before, after) { $0.end(lints) } : (RunState(), RunState())
    let warnings = alignment.warningChanges(before: ends.0, after: ends.1)
    differences = changes.ranked(warnings: warnings).filter { isIncluded($0.section) }
    cause = divergence.flatMap { divergence in
      alignment.cause(
        of: divergence, before: { before.history(to: $0) }, after: { after.history(to: $0) },
        named: "A", "B")
    }
    self.before = Side(names.0, before, ends.0.graph)
    self.after = Side(names.1, after, ends.1.graph)
    self.alignment = alignment
  }

  package static func == (one: RunComparison, other: RunComparison) -> Bool {
    one.before == other.before && one.after == other.after && one.alignment == other.alignment
      && one.differences == other.differences
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(before)
    hasher.combine(after)
    hasher.combine(differences)
  }
}

extension RunComparison {
  /// Returns whether a part is compared.
  package func includes(_ section: RunDifference.Section) -> Bool {
    only.isEmpty || only.contains(section)
  }

  /// Returns how many differences a part has; what is unknown does not count.
  package func count(_ section: RunDifference.Section) -> Int {
    differences.count { $0.section == section && $0.sign != .unknown }
  }

  /// Whether a part that counts differs: one of those asked for, or by default the promises, their order and their
  /// outcomes.
  package var differs: Bool {
    (only.isEmpty ? RunDifference.Section.counted : only).contains { count($0) > 0 }
  }

  /// How many differences say what the runs did differently.
  package var decisive: Int { differences.prefix { $0.isDecisive }.count }

  func side(_ pane: PairPane) -> Side { pane == .after ? after : before }

  func run(_ pane: PairPane) -> ComparedRun { pane == .after ? alignment.after : alignment.before }
}

extension RunComparison.Side {
  fileprivate init(_ name: String, _ run: Recording, _ end: Graph) {
    self.init(
      name: name, ending: run.ending, isDamaged: run.isDamaged,
      card: EndCard(end, since: run.events.first?.time ?? 0))
  }

  /// The name without the folders of a file.
  package var title: String { name.split(separator: "/").last.map(String.init) ?? name }
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
