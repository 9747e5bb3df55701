import PromiseSimulation

/// Random schedules: all choices at one point are equally likely. Each run has random numbers of its
/// own, so that the runs can be divided.
struct RandomSearch: Sendable {
  private let seed: UInt64
  /// The numbers of the runs that are left.
  private var runs: Range<Int>
  private var generator = SplitMix(state: 0)
  private(set) var schedule = Schedule()

  init(seed: UInt64, runs: Range<Int> = 0..<Int.max) {
    self.seed = seed
    self.runs = runs
  }

  /// Starts another run.
  mutating func begin() {
    generator = SplitMix(seed: seed, number: runs.lowerBound)
    schedule.choices.removeAll(keepingCapacity: true)
  }

  /// Returns what happens next.
  mutating func choose(from options: [Choice]) -> Choice? {
    guard options.count > 1 else { return options.first }
    let place = generator.next(below: options.count)
    schedule.choices.append(place)
    return options[place]
  }

  /// Moves to the next run. Returns whether there is one.
  mutating func advance() -> Bool {
    runs = runs.dropFirst()
    return !runs.isEmpty
  }

  /// Between two runs, keeps the next few runs and returns the others; `nil` if there are none.
  mutating func split(keeping count: Int) -> RandomSearch? {
    guard runs.count > count else { return nil }
    let middle = runs.lowerBound + count
    let others = RandomSearch(seed: seed, runs: middle..<runs.upperBound)
    runs = runs.lowerBound..<middle
    return others
  }
}

/// Pseudorandom numbers, which are the same for the same seed: SplitMix64 (Steele, Lea and Flood,
/// 2014).
private struct SplitMix {
  var state: UInt64

  init(state: UInt64) { self.state = state }

  /// Creates the generator of one run among those with the same seed.
  init(seed: UInt64, number: Int) {
    var numbers = SplitMix(state: UInt64(truncatingIfNeeded: number))
    state = seed ^ numbers.next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a number from 0 to below `count`. The bias is less than one in 2⁴⁸ for 65,536 numbers.
  mutating func next(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }
}
