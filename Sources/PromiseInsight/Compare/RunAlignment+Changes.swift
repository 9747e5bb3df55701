import PromiseEvents
package import PromiseGraph

extension RunAlignment {
  /// Returns the differences between the runs; time differences are included from `threshold` on. O(n log n)
  package func changes(slower threshold: TimeThreshold = .real) -> RunChanges {
    var changes = RunChanges()
    changes.races = raceChanges
    (changes.gone, changes.appeared) = (presences(before: true), presences(before: false))
    changes.runs = runChanges
    (changes.outcomes, changes.values) = outcomeChanges
    changes.links = linkChanges
    changes.printed = printedChanges
    changes.times = timeChanges(threshold)
    let effects = Effects(changes, self)
    for var move in orderChanges(changes) {
      move.isDecisive = effects.canFollow(from: move, self)
      if move.isFree { changes.free.append(move) } else { changes.moves.append(move) }
    }
    return changes
  }

  /// The texts that only one run printed. Texts that the other run may have lost, or that come after its end,
  /// are left out.
  private var printedChanges: [RunChanges.PrintedChange] {
    func lonely(
      _ run: ComparedRun, _ other: ComparedRun, _ partners: [Int?], isAfter: Bool
    ) -> [RunChanges.PrintedChange] {
      guard other.isWhole else { return [] }
      let reach = reach(before: !isAfter)
      return run.steps.indices.filter {
        run.steps[$0].note != nil && partners[$0] == nil
          && run.steps[$0].moment.sequence <= reach
      }.map { RunChanges.PrintedChange(step: $0, isAfter: isAfter) }
    }
    return lonely(before, after, stepsAfter, isAfter: false)
      + lonely(after, before, stepsBefore, isAfter: true)
  }

  /// The handlers of pairs that ran in one run and certainly not in the other.
  private var runChanges: [RunChanges.RunChange] {
    pairs.compactMap { one, other in
      let (x, y) = (before.promises[one], after.promises[other])
      guard (x.started == nil) != (y.started == nil) else { return nil }
      let (idle, run) = x.started == nil ? (x, before) : (y, after)
      // A handler that was neither skipped nor settled may still run, and a lost event may have been its run.
      guard idle.skipped != nil || (run.isWhole && idle.isOver) else { return nil }
      return RunChanges.RunChange(
        before: one, after: other, ranAfter: y.started != nil, skipped: idle.skipped)
    }
  }
}

extension RunAlignment {
  /// Returns the promises that only one run has: the run before, or the run after. Promises that follow from
  /// such a promise, or were created in its handler, are listed below it. O(n)
  func presences(before isBefore: Bool) -> [RunChanges.Presence] {
    let (run, other) = isBefore ? (before, after) : (after, before)
    let partners = isBefore ? partnersAfter : partnersBefore
    var result: [RunChanges.Presence] = []
    // The index in the result that each promise without a partner is listed below.
    var heads = [Int?](repeating: nil, count: run.promises.count)
    let judge = PresenceJudge(run, other, partners)
    for (place, promise) in run.promises.enumerated() where partners[place] == nil {
      let origins = [promise.parent, promise.creator]
      if let head = origins.compactMap({ $0 }).filter({ $0 < place }).lazy
        .compactMap({ heads[$0] }).first
      {
        result[head].followers.append(place)
        heads[place] = head
      } else {
        heads[place] = result.count
        result.append(RunChanges.Presence(promise: place, reason: judge.reason(place)))
      }
    }
    return result
  }
}

/// Decides why the other run does not have a promise.
private struct PresenceJudge {
  let run: ComparedRun
  let other: ComparedRun
  let partners: [Int?]
  private let isOpen: Bool
  /// The event of the last promise that the other run also has.
  private let extent: Int

  init(_ run: ComparedRun, _ other: ComparedRun, _ partners: [Int?]) {
    (self.run, self.other, self.partners) = (run, other, partners)
    isOpen = other.mayGoOn
    extent =
      partners.indices.last { partners[$0] != nil }
      .map { run.promises[$0].made.sequence } ?? 0
  }

  func reason(_ place: Int) -> RunChanges.Presence.Reason {
    if !other.isWhole { return .unknown }
    let promise = run.promises[place]
    if let creator = promise.creator.flatMap({ partners[$0] }),
      run.promises[promise.creator ?? place].hasHandler,
      other.promises[creator].started == nil
    {
      return other.promises[creator].isOver ? .notMade(by: creator) : .notYet
    }
    return isOpen && promise.made.sequence > extent ? .notYet : .absent
  }
}

extension RunAlignment {
  /// The differences of the pairs themselves. O(n)
  var linkChanges: [RunChanges.LinkChange] {
    let parents = (
      sharedParents(before, partnersAfter), sharedParents(after, partnersBefore)
    )
    var result: [RunChanges.LinkChange] = []
    for (one, other) in pairs {
      let (x, y) = (before.promises[one], after.promises[other])
      func add(_ what: RunChanges.LinkChange.What) {
        result.append(RunChanges.LinkChange(before: one, after: other, what: what))
      }
      if x.label != y.label { add(.name) }
      // A trace that begins late may not show the parent of a promise.
      if before.isWhole, after.isWhole,
        parents.0[one] != parents.1[other].flatMap({ partnersBefore[$0] })
      {
        add(.parent(before: x.parent, after: y.parent))
      }
      if let change = returned(x, y) { add(change) }
      if x.started != nil, y.started != nil, let old = x.queue.flatMap({ before.queues[$0] }),
        let new = y.queue.flatMap({ after.queues[$0] }), compared(old.label) != compared(new.label)
      {
        add(.queue(before: old.label, after: new.label))
      }
    }
    return result
  }

  /// Returns the parent of each promise, skipping promises that the other run does not have.
  private func sharedParents(_ run: ComparedRun, _ partners: [Int?]) -> [Int?] {
    var result: [Int?] = []
    result.reserveCapacity(run.promises.count)
    for (place, promise) in run.promises.enumerated() {
      let parent = promise.parent.flatMap { $0 < place ? $0 : nil }
      result.append(parent.flatMap { partners[$0] == nil ? result[$0] : $0 })
    }
    return result
  }

  /// Returns the difference if both handlers returned and only one returned a promise, or each a different one.
  private func returned(
    _ one: ComparedPromise, _ other: ComparedPromise
  ) -> RunChanges.LinkChange.What? {
    let endings = (one.ending, other.ending)
    switch endings {
    case (.returned, .returnedPromise), (.returnedPromise, .returned): break
    case (.returnedPromise, .returnedPromise):
      guard let old = one.adopted, let new = other.adopted, let partner = partnersAfter[old],
        partner != new, partnersBefore[new] != nil
      else { return nil }
    default: return nil
    }
    return .returned(before: one.adopted, after: other.adopted)
  }
}

extension RunAlignment {
  /// Returns the warnings that only the run after has, and those that only the run before has, compared by kind
  /// and promise. Lost events may have shown a warning, so none is returned if the other run lost events, or
  /// for what comes after its end; nor are warnings about the end if a trace is cut short. The arguments are
  /// the states at the ends. O(n)
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

/// The warnings of a run, by what they are about.
private struct WarningSet {
  private struct Key: Hashable {
    var lint: String
    /// The index of the promise in the run before; negative if it has none.
    var promise: Int?
    var queue: String?
  }

  private var warnings: [(key: Key, warning: Warning)] = []
  private var counts: [Key: Int] = [:]

  /// Creates the set of warnings of `state`, the state at the end; `place` returns the index of a promise in
  /// the run before.
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

  /// Returns the warnings of which the other set has fewer.
  func without(_ other: WarningSet) -> [Warning] {
    var left = other.counts
    return warnings.compactMap { key, warning in
      guard left[key, default: 0] > 0 else { return warning }
      left[key, default: 0] -= 1
      return nil
    }
  }
}
