import Synchronization

/// Delays by a seed, where jobs begin and timers fire: so that an order which is rare comes today, and
/// comes again with the same seed.
///
/// Only what the rules and Dispatch leave open is shuffled. A job is handed to its queue when it always is;
/// it is late in beginning there, as on a busy machine, and holds up those behind it on a serial queue. A
/// timer fires late, never early. What runs inline is not delayed.
///
/// How long a job is late depends on the seed, on its name, which is a label or a place in the source, and
/// on how many of that name there were before: not on threads, and not on the clock.
package final class Shuffle: Sendable {
  /// What the delays follow from.
  package let seed: UInt64
  /// The longest delay, in nanoseconds.
  package let longest: Int64
  /// How many jobs of a name there were; a name is its hash.
  private let seen = Mutex<[UInt64: UInt64]>([:])

  /// Main is never held up longer than this.
  package static let longestOnMain: Int64 = 5_000_000
  /// The longest delay where nothing is said.
  package static let standardLongest: Int64 = 5_000_000
  /// More names than these are not counted: each of their jobs is delayed as the first.
  private static let mostNames = 10_000

  /// Delays by `seed`, of `longest` nanoseconds at most.
  package init(seed: UInt64, longest: Int64 = standardLongest) {
    self.seed = seed
    self.longest = max(0, longest)
  }

  /// How late the next job of that name begins, in nanoseconds: mostly 0.
  package func delay(of name: UInt64, onMain: Bool = false) -> Int64 {
    let ordinal = seen.withLock { seen -> UInt64 in
      let ordinal = seen[name, default: 0]
      if ordinal > 0 || seen.count < Self.mostNames { seen[name] = ordinal + 1 }
      return ordinal
    }
    let delay = Self.delay(seed: seed, name: name, ordinal: ordinal, longest: longest)
    return onMain ? min(delay, Self.longestOnMain) : delay
  }

  /// One in four is late: by a fiftieth of the longest delay up to all of it, short delays being as likely
  /// as long ones.
  static func delay(seed: UInt64, name: UInt64, ordinal: UInt64, longest: Int64) -> Int64 {
    let chance = mixed(mixed(mixed(seed) ^ name) &+ ordinal)
    guard chance % 4 == 0, longest > 0 else { return 0 }
    let shortest = max(1, longest / 50)
    // The range is cut into so many parts, each twice as long as the one before it.
    let parts: UInt64 = 6
    let part = (chance >> 8) % parts
    let from = min(longest, shortest << Int64(part))
    let to = part == parts - 1 ? longest : min(longest, from * 2)
    return from + Int64((chance >> 16) % UInt64(max(1, to - from + 1)))
  }

  /// The hash of a name's parts: the same in every run.
  static func name(_ label: String?, _ other: String, line: UInt32 = 0, column: UInt16 = 0)
    -> UInt64
  {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in (label ?? "").utf8 { add(byte) }
    add(0)
    for byte in other.utf8 { add(byte) }
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      add(UInt8(truncatingIfNeeded: line >> shift))
    }
    for shift in stride(from: UInt16(0), to: 16, by: 8) {
      add(UInt8(truncatingIfNeeded: column >> shift))
    }
    return mixed(hash)
  }

  /// Spreads the bits (SplitMix64).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
