package import PromiseKitLite
import Synchronization

/// Applies a list of overrides to one simulated run: it changes the length of a timer or a job, or
/// an outcome, or settles a promise from outside. Each change posts an event that describes it.
///
/// Promises are matched by their keys when they are created. An override of a promise that is never
/// created has no effect.
package final class Overrides: Overrider, PromiseObserver {
  private let state: Mutex<State>
  private let known: KnownValues
  /// A Boolean value that indicates whether values are recorded in `known`.
  private let collects: Bool

  private struct State {
    /// The changes to make, by promise.
    var plan: [PromiseKey: [Override.Change]] = [:]
    /// The first keys of the promises to count: those that share label, operation, and site with a
    /// changed one.
    var counted: Set<PromiseKey> = []
    var counter = KeyCounter()
    /// The live promises to change.
    var targets: [PromiseID: Target] = [:]
    /// The keys of all promises, if values are collected.
    var keys: [PromiseID: PromiseKey] = [:]
    /// The lengths of jobs whose promise has a changed length.
    var jobs: [JobID: (promise: PromiseID, length: Int64)] = [:]
    /// The number of the newest event.
    var newest = 0
  }

  /// A promise to change.
  private struct Target {
    let key: PromiseKey
    let core: Weak<PromiseCore>
    var changes: [Override.Change]
    /// The number of timers it has waited for.
    var timers = 0

    /// Returns whether the outcome must be flipped, and removes that change.
    mutating func takeFlip() -> Bool {
      guard let place = changes.firstIndex(of: .flip) else { return false }
      changes.remove(at: place)
      return true
    }

    /// Returns the outcome to settle the promise with now, and the index of that change.
    func dueSettlement(_ newest: Int) -> (place: Int, outcome: PromiseEvent.Outcome)? {
      for (place, change) in changes.enumerated() {
        if case .settle(let outcome, let event) = change, event <= newest {
          return (place, outcome)
        }
      }
      return nil
    }
  }

  /// Creates the overrides of one run. If several change the same thing, the last one counts.
  ///
  /// - Parameters:
  ///   - list: The overrides.
  ///   - known: The values to use for promises that an override makes succeed.
  ///   - collects: Whether to record in `known` what promises are fulfilled with in this run.
  package init(
    _ list: [Override] = [], known: KnownValues = KnownValues(), collecting: Bool = false
  ) {
    var state = State()
    for (index, anOverride) in list.enumerated()
    where !list[(index + 1)...].contains(where: anOverride.isAlike) {
      state.plan[anOverride.promise, default: []].append(anOverride.change)
      state.counted.insert(anOverride.promise.first)
    }
    self.state = Mutex(state)
    self.known = known
    collects = collecting
  }

  package func receive(_ event: PromiseEvent) {
    state.withLock { state in
      state.newest = max(state.newest, event.sequence)
      guard case .jobEnqueued(let job, let child?, _, _) = event.kind,
        let changes = state.targets[child]?.changes
      else { return }
      for case .work(let length) in changes { state.jobs[job] = (child, length) }
    }
  }
}

// MARK: - Requirements of the promises

extension Overrides {
  package func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation) {
    state.withLock { state in
      guard collects || state.counted.contains(PromiseKey(creation)) else { return }
      let key = state.counter.key(of: creation)
      if collects { state.keys[creation.promise] = key }
      guard let changes = state.plan[key] else { return }
      state.targets[creation.promise] = Target(
        key: key, core: Weak(promise), changes: changes)
    }
  }

  package func due(_ due: Int64, of promise: PromiseCore) -> Int64 {
    let length = state.withLock { state -> Int64? in
      guard var target = state.targets[promise.id] else { return nil }
      let number = target.timers
      target.timers += 1
      state.targets[promise.id] = target
      for case .timer(number, let length) in target.changes { return length }
      return nil
    }
    guard let length else { return due }
    let environment = promise.environment
    let now = environment.executor.now
    post(promise, Self.lengthText(length, insteadOf: due.saturatingMinus(now)))
    return now.saturatingPlus(max(0, length))
  }

  package func outcome(_ settled: Settled, of promise: PromiseCore) -> Settled {
    let (key, isTarget) = state.withLock { state -> (PromiseKey?, Bool) in
      let isTarget = state.targets[promise.id]?.takeFlip() ?? false
      return (state.targets[promise.id]?.key ?? state.keys[promise.id], isTarget)
    }
    guard let key else { return settled }
    guard isTarget else {
      if collects, case .fulfilled = settled { known.add(settled, for: key) }
      return settled
    }
    let (other, what) = flipped(settled, of: promise, key)
    post(promise, what)
    return other ?? settled
  }

  private func flipped(
    _ settled: Settled, of promise: PromiseCore, _ key: PromiseKey
  ) -> (Settled?, String) {
    switch settled {
    case .fulfilled:
      promise.canFail
        ? (.error(RejectedByHand()), "is rejected instead of fulfilled")
        : (nil, "stays fulfilled: a guarantee cannot fail")
    case .rejected:
      promise.standIn(among: known.values(for: key)).map {
        ($0, "is fulfilled instead of rejected")
      } ?? (nil, "stays rejected: no value of its type is known")
    }
  }

  private func post(_ promise: PromiseCore, _ what: String) {
    promise.environment.post(.intervened(promise: promise.id, what: what))
  }

  private static func lengthText(_ length: Int64, insteadOf planned: Int64) -> String {
    "takes \(shortMilliseconds(length)) ms instead of \(shortMilliseconds(planned)) ms"
  }
}

// MARK: - Requirements of the simulation

extension Overrides {
  /// Returns the changed length of the job that has just run; `nil` if it is not changed.
  func length(of job: JobID, planned: Int64, in environment: PromiseEnvironment) -> Int64? {
    guard let (promise, length) = state.withLock({ $0.jobs.removeValue(forKey: job) }) else {
      return nil
    }
    environment.post(
      .intervened(promise: promise, what: Self.lengthText(length, insteadOf: planned)))
    return max(0, length)
  }

  /// A Boolean value that indicates whether a promise must be settled by hand before anything else
  /// happens.
  var isSettlingDue: Bool {
    state.withLock { state in
      state.targets.values.contains { $0.dueSettlement(state.newest) != nil }
    }
  }

  /// Settles the promises that must be settled by hand now, in the order in which they were
  /// created.
  func settleByHand() {
    let due = state.withLock { state -> [(Target, PromiseEvent.Outcome)] in
      state.targets.keys.sorted().compactMap { id in
        guard let target = state.targets[id],
          let (place, outcome) = target.dueSettlement(state.newest)
        else { return nil }
        state.targets[id]?.changes.remove(at: place)
        // An outcome that was set by hand is not flipped.
        _ = state.targets[id]?.takeFlip()
        return (target, outcome)
      }
    }
    for (target, outcome) in due {
      if let core = target.core.object { settle(core, target.key, outcome) }
    }
  }

  private func settle(_ core: PromiseCore, _ key: PromiseKey, _ outcome: PromiseEvent.Outcome) {
    guard core.isOpen else {
      let isSettled = core.settled != nil
      return post(
        core,
        isSettled
          ? "is not settled by hand: it has already settled"
          : "is not settled by hand: it is locked in to another promise")
    }
    guard core.canFail || outcome == .fulfilled else {
      return post(core, "is not \(outcome.rawValue): a guarantee cannot fail")
    }
    let settled: Settled? =
      switch outcome {
      case .fulfilled: core.standIn(among: known.values(for: key))
      case .rejected: .error(RejectedByHand())
      case .cancelled: .error(PMKError.cancelled)
      }
    guard let settled else { return post(core, "is not fulfilled: no value of its type is known") }
    post(core, "is \(outcome.rawValue) by hand")
    core.settle(settled)
  }
}
