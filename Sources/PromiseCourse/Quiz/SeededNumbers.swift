/// Numbers that look random, and are the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of a seed, and of what they are for: another text makes other numbers.
  package init(seed: UInt64, for purpose: String = "") {
    // FNV-1a: the same on every machine and in every run, as the hashes of the standard library are not.
    state = purpose.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
