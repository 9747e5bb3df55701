import PromiseKitLite
import PromiseSimulation
import Synchronization

/// Decides the steps of one run after the other, following a search.
final class SearchDirector: Director {
  private let state: Mutex<State>

  private struct State {
    /// The search: one of these two.
    var depthFirst: DepthFirstSearch?
    var random: RandomSearch?
    var accessTracker: AccessTracker?
    var steps = 0
  }

  init(_ search: Search) {
    var state = State()
    switch search {
    case .exhaustive: state.depthFirst = DepthFirstSearch(isReduced: true)
    case .unreduced: state.depthFirst = DepthFirstSearch(isReduced: false)
    case .random(let seed): state.random = RandomSearch(seed: seed)
    }
    self.state = Mutex(state)
  }

  /// Called at the start of a run; `accessTracker` records what its steps access.
  func begin(_ accessTracker: AccessTracker) {
    state.withLock { state in
      state.accessTracker = accessTracker
      state.depthFirst?.begin()
      state.random?.begin()
    }
  }

  func choose(from options: [Choice], newestPromise: Int) -> Choice? {
    state.withLock { state in
      state.steps += 1
      if state.random != nil { return state.random?.choose(from: options) }
      let accessSet =
        state.accessTracker?.takeAccessSet(newest: newestPromise) ?? AccessTracker.AccessSet()
      let choice = state.depthFirst?.choose(from: options, after: accessSet)
      // An abandoned run continues to its end without asking.
      if choice == nil { state.accessTracker?.looksAway() }
      return choice
    }
  }

  /// Called at the end of the run.
  func end() -> Run {
    state.withLock { state in
      let accessSet = state.accessTracker?.takeAccessSet(newest: 0) ?? AccessTracker.AccessSet()
      state.accessTracker = nil
      if let random = state.random { return Run(schedule: random.schedule) }
      let schedule = state.depthFirst?.schedule ?? []
      let isPruned = state.depthFirst?.isPruned ?? false
      let hasStrayed = state.depthFirst?.hasStrayed ?? false
      let hasNext = !hasStrayed && state.depthFirst?.end(after: accessSet) ?? false
      return Run(
        schedule: schedule, isPruned: isPruned, hasStrayed: hasStrayed, hasNext: hasNext)
    }
  }

  /// The total number of steps of all runs.
  var steps: Int { state.withLock { $0.steps } }

  /// The result of one run.
  struct Run {
    /// The choices that it made.
    var schedule: Schedule
    /// It was abandoned because it could only repeat what had been seen.
    var isPruned = false
    /// Other steps were possible than in the previous run after the same choices.
    var hasStrayed = false
    /// There is another run.
    var hasNext = true
  }
}

/// Random schedules: all choices at one point are equally likely.
struct RandomSearch {
  private var generator: SplitMix
  private(set) var schedule = Schedule()

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Starts another run.
  mutating func begin() { schedule = Schedule() }

  /// Returns what happens next.
  mutating func choose(from options: [Choice]) -> Choice? {
    guard options.count > 1 else { return options.first }
    let place = Int.random(in: options.indices, using: &generator)
    schedule.choices.append(place)
    return options[place]
  }
}

/// Pseudorandom numbers, which are the same for the same seed: SplitMix64 (Steele, Lea and Flood,
/// 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
