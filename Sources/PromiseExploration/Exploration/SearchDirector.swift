import PromiseKitLite
import PromiseSimulation
import Synchronization

/// Decides the steps of one run after the other, following a search.
final class SearchDirector: Director {
  private let state: Mutex<State>
  /// A Boolean value that indicates whether the search needs the accesses of each step.
  let needsAccessSets: Bool

  private struct State {
    var search: PartSearch
    var accessTracker: AccessTracker?
    /// What is possible; kept, so that a step needs no memory.
    var options: [Choice] = []
    var steps = 0
  }

  init(_ search: PartSearch) {
    needsAccessSets = search.needsAccessSets
    state = Mutex(State(search: search))
  }

  /// Called at the start of a run; `accessTracker` records what its steps access.
  func begin(_ accessTracker: AccessTracker) {
    state.withLock { state in
      state.accessTracker = accessTracker
      state.search.begin()
    }
  }

  func choose(newestPromise: Int, from options: (inout [Choice]) -> Void) -> Choice? {
    state.withLock { state in
      state.steps += 1
      options(&state.options)
      return state.search.choose(
        from: state.options, newestPromise: newestPromise, state.accessTracker)
    }
  }

  /// Called at the end of a run. Returns what it did.
  func end() -> Run {
    state.withLock { state in
      state.search.end(state.accessTracker)
      state.accessTracker = nil
      return state.search.depthFirst.map {
        Run(isPruned: $0.isPruned, hasStrayed: $0.hasStrayed)
      } ?? Run()
    }
  }

  /// The choices of the run that has ended.
  var schedule: Schedule {
    state.withLock { state in
      state.search.random?.schedule ?? state.search.depthFirst?.schedule ?? []
    }
  }

  /// Moves to the next run. Returns whether there is one.
  func advance() -> Bool { state.withLock { $0.search.advance() } }

  /// Between two runs, leaves some of the runs that are left to others. Returns them, in order.
  func split(points: Int, keeping runs: Int) -> [PartSearch] {
    state.withLock { $0.search.split(points: points, keeping: runs) }
  }

  /// What is left.
  var search: PartSearch { state.withLock { $0.search } }

  /// The total number of steps of all runs.
  var steps: Int { state.withLock { $0.steps } }

  /// What one run did.
  struct Run {
    /// It was abandoned because it could only repeat what had been seen.
    var isPruned = false
    /// Other steps were possible than in the previous run after the same choices.
    var hasStrayed = false
  }
}

/// The schedules of one part of an exploration, one after the other.
struct PartSearch: Sendable {
  /// The search: one of these two.
  private(set) var depthFirst: DepthFirstSearch?
  private(set) var random: RandomSearch?

  /// Creates the search for all schedules, or for a number of random ones.
  init(_ search: Search, atMost schedules: Int) {
    switch search {
    case .exhaustive: depthFirst = DepthFirstSearch(isReduced: true)
    case .unreduced: depthFirst = DepthFirstSearch(isReduced: false)
    case .random(let seed): random = RandomSearch(seed: seed, runs: 0..<max(1, schedules))
    }
  }

  private init(depthFirst: DepthFirstSearch? = nil, random: RandomSearch? = nil) {
    (self.depthFirst, self.random) = (depthFirst, random)
  }

  /// A Boolean value that indicates whether it needs the accesses of each step.
  var needsAccessSets: Bool { depthFirst != nil }

  /// Starts another run.
  mutating func begin() {
    depthFirst?.begin()
    random?.begin()
  }

  /// Returns what happens next; `nil` to end the run.
  mutating func choose(
    from options: [Choice], newestPromise: Int, _ accessTracker: AccessTracker?
  ) -> Choice? {
    if random != nil { return random?.choose(from: options) }
    let accessSet = accessTracker?.nextStep(
      newest: newestPromise, returnsAccessSet: depthFirst?.needsAccessSet ?? false)
    let choice = depthFirst?.choose(from: options, after: accessSet)
    // An abandoned run continues to its end without asking.
    if choice == nil { accessTracker?.stopRecording() }
    return choice
  }

  /// Ends the run.
  mutating func end(_ accessTracker: AccessTracker?) {
    guard let depthFirst, !depthFirst.hasStrayed else { return }
    let accessSet = accessTracker?.nextStep(
      newest: 0, returnsAccessSet: depthFirst.needsAccessSet)
    self.depthFirst?.end(after: accessSet)
  }

  /// Moves to the next run. Returns whether there is one.
  mutating func advance() -> Bool { random?.advance() ?? depthFirst?.advance() ?? false }

  /// Between two runs, leaves some of the runs that are left to others. Returns them as parts, in
  /// order.
  ///
  /// - Parameters:
  ///   - points: The number of points at which a depth-first search leaves the untried steps.
  ///   - runs: The number of runs that a random search keeps.
  mutating func split(points: Int, keeping runs: Int) -> [PartSearch] {
    if let rest = random?.split(keeping: runs) { return [PartSearch(random: rest)] }
    return (depthFirst?.split(atMost: points) ?? []).map { PartSearch(depthFirst: $0) }
  }

  /// The number of steps with which all runs of this part begin.
  var length: Int { depthFirst?.length ?? 0 }
}
