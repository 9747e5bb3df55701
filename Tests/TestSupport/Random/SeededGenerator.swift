/// Pseudorandom numbers that are the same for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number below `limit`, which is not 0.
  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Returns `true` once in so many calls, on average.
  package mutating func one(in calls: Int) -> Bool { below(calls) == 0 }

  /// Returns one of the values, of which there is at least one.
  package mutating func any<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// Returns another generator, whose numbers follow from this one's.
  package mutating func fork() -> SeededGenerator { SeededGenerator(seed: next()) }
}
