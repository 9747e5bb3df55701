package import PromiseKitLite
import Synchronization

/// Changes one simulated run by hand, as a list of interventions says: a timer's length, a job's, an outcome,
/// or a promise that is settled from outside. Where it does, it posts an event that says so.
///
/// The promises are found by their keys while they are made; what is meant for one that is never made, is
/// done to none.
package final class Overrides: Overrider, PromiseObserver {
  private let state: Mutex<State>
  private let known: KnownValues
  /// What promises are fulfilled with is made known.
  private let collects: Bool

  private struct State {
    /// What is to be done, by promise.
    var plan: [PromiseKey: [Override.Change]] = [:]
    /// Which promises are counted: those like one that something is to be done to.
    var counted: Set<PromiseKey> = []
    var counter = KeyCounter()
    /// The promises that something is done to.
    var targets: [PromiseID: Target] = [:]
    /// The keys of all promises, where values are collected.
    var keys: [PromiseID: PromiseKey] = [:]
    /// How long jobs take whose promise something is done to.
    var jobs: [JobID: (promise: PromiseID, length: Int64)] = [:]
    /// The newest event.
    var newest = 0
  }

  /// A promise that something is done to.
  private struct Target {
    let key: PromiseKey
    let core: WeakCore
    var changes: [Override.Change]
    /// How many timers it has waited for.
    var timers = 0

    /// It turns out otherwise, once.
    mutating func takeFlip() -> Bool {
      guard let place = changes.firstIndex(of: .flip) else { return false }
      changes.remove(at: place)
      return true
    }

    /// How it is to be settled by hand now, and where that stands among its changes.
    func hand(_ newest: Int) -> (place: Int, outcome: PromiseEvent.Outcome)? {
      for (place, change) in changes.enumerated() {
        if case .settle(let outcome, let event) = change, event <= newest {
          return (place, outcome)
        }
      }
      return nil
    }
  }

  /// The interventions of one run; of several that are alike the last one counts.
  ///
  /// - Parameters:
  ///   - list: What is to be otherwise.
  ///   - known: What promises are fulfilled with that are to succeed by hand.
  ///   - collects: Makes `known` what they are fulfilled with in this run.
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

// MARK: - What the promises ask

extension Overrides {
  package func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation) {
    state.withLock { state in
      guard collects || state.counted.contains(PromiseKey(creation)) else { return }
      let key = state.counter.key(of: creation)
      if collects { state.keys[creation.promise] = key }
      guard let changes = state.plan[key] else { return }
      state.targets[creation.promise] = Target(
        key: key, core: WeakCore(promise), changes: changes)
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
    tell(promise, Self.words(length, insteadOf: due.subtracting(now)))
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
    let (other, words) = flipped(settled, of: promise, key)
    tell(promise, words)
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

  private func tell(_ promise: PromiseCore, _ words: String) {
    promise.environment.post(.overridden(promise: promise.id, what: words))
  }

  private static func words(_ length: Int64, insteadOf planned: Int64) -> String {
    "takes \(shortMilliseconds(length)) ms instead of \(shortMilliseconds(planned)) ms"
  }
}

// MARK: - What the simulation asks

extension Overrides {
  /// How long the job that has just run takes, where that is changed.
  func length(of job: JobID, planned: Int64, in environment: PromiseEnvironment) -> Int64? {
    guard let (promise, length) = state.withLock({ $0.jobs.removeValue(forKey: job) }) else {
      return nil
    }
    environment.post(
      .overridden(promise: promise, what: Self.words(length, insteadOf: planned)))
    return max(0, length)
  }

  /// A promise is to be settled by hand before anything else happens.
  var isHandDue: Bool {
    state.withLock { state in state.targets.values.contains { $0.hand(state.newest) != nil } }
  }

  /// Settles the promises that are to be settled by hand now, in the order in which they were made.
  func settleByHand() {
    let due = state.withLock { state -> [(Target, PromiseEvent.Outcome)] in
      state.targets.keys.sorted().compactMap { id in
        guard let target = state.targets[id], let (place, outcome) = target.hand(state.newest)
        else { return nil }
        state.targets[id]?.changes.remove(at: place)
        // What is done by hand is not changed again.
        _ = state.targets[id]?.takeFlip()
        return (target, outcome)
      }
    }
    for (target, outcome) in due {
      if let core = target.core.core { settle(core, target.key, outcome) }
    }
  }

  private func settle(_ core: PromiseCore, _ key: PromiseKey, _ outcome: PromiseEvent.Outcome) {
    guard core.isOpen else {
      let isSettled = core.settled != nil
      return tell(
        core,
        isSettled
          ? "is not settled by hand: it is settled"
          : "is not settled by hand: it settles as the promise does that it is locked in to")
    }
    guard core.canFail || outcome == .fulfilled else {
      return tell(core, "is not \(outcome.rawValue): a guarantee cannot fail")
    }
    let settled: Settled? =
      switch outcome {
      case .fulfilled: core.standIn(among: known.values(for: key))
      case .rejected: .error(RejectedByHand())
      case .cancelled: .error(PMKError.cancelled)
      }
    guard let settled else { return tell(core, "is not fulfilled: no value of its type is known") }
    tell(core, "is \(outcome.rawValue) by hand")
    core.settle(settled)
  }
}
