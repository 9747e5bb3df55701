import PromiseSimulation

/// Schedules at random: each choice is as likely as the others of its place.
struct RandomSearch {
  private var generator: SplitMix
  private(set) var schedule = Schedule()

  init(seed: UInt64) { generator = SplitMix(state: seed) }

  /// Another run begins.
  mutating func begin() { schedule = Schedule() }

  /// What happens next.
  mutating func choose(from options: [Choice]) -> Choice? {
    guard options.count > 1 else { return options.first }
    let place = Int.random(in: options.indices, using: &generator)
    schedule.choices.append(place)
    return options[place]
  }
}

/// Numbers that look random, and are the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
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
