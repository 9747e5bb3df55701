import PromiseKitLite

extension RunAlignment {
  /// The warnings that only the run after has, and those that only the run before has: of the same kind
  /// and about the same promise. What was lost may have shown one, so that nothing is told where the
  /// other run has lost events, and nothing that it ends before; nor, where a trace breaks off, what is
  /// wrong with an end. These are the states at the ends. O(n)
  package func warningChanges(
    before one: RunState, after other: RunState
  ) -> (appeared: [Warning], gone: [Warning]) {
    let haveEnds = !before.isCutShort && !after.isCutShort
    let old = WarningSet(before, one, atEnd: haveEnds) { $0 }
    let new = WarningSet(after, other, atEnd: haveEnds) { partnersBefore[$0] }
    let reach = (before: reach(before: true), after: reach(before: false))
    return (
      before.isWhole ? new.without(old).filter { $0.moment.sequence <= reach.after } : [],
      after.isWhole ? old.without(new).filter { $0.moment.sequence <= reach.before } : []
    )
  }
}

/// The warnings of a run by what they are about.
private struct WarningSet {
  private struct Key: Hashable {
    var lint: String
    /// The place before of the promise; negative where it has none.
    var promise: Int?
    var queue: String?
  }

  private var warnings: [(key: Key, warning: Warning)] = []
  private var counts: [Key: Int] = [:]

  /// The warnings of `state`, that at the end; `place` tells the place before of a promise.
  init(_ run: ComparedRun, _ state: RunState, atEnd: Bool, place: (Int) -> Int?) {
    var places: [PromiseID: Int] = [:]
    for (place, promise) in run.promises.enumerated() { places[promise.id] = place }
    for warning in Array(state.warnings) + (atEnd ? state.warningsAtEnd : []) {
      let own = warning.promise.flatMap { places[$0] }
      let queue = warning.queue.flatMap { run.queues[$0]?.label }
      let key = Key(
        lint: warning.lint, promise: own.map { place($0) ?? -1 - $0 },
        queue: own == nil ? queue : nil)
      warnings.append((key, warning))
      counts[key, default: 0] += 1
    }
  }

  /// Those of which the other set has fewer.
  func without(_ other: WarningSet) -> [Warning] {
    var left = other.counts
    return warnings.compactMap { key, warning in
      guard left[key, default: 0] > 0 else { return warning }
      left[key, default: 0] -= 1
      return nil
    }
  }
}
