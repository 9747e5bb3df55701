import PromiseSystem
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

extension Shuffle {
  /// What `PROMISE_SHUFFLE` asks for, read once; nothing where it is not set.
  static let ofProcess: Shuffle? = {
    guard let value = getenv("PROMISE_SHUFFLE"), value.pointee != 0 else { return nil }
    do throws(Misread) {
      return try Shuffle(String(cString: value))
    } catch {
      ErrorStream.write("PromiseKitLite: PROMISE_SHUFFLE: \(error.reason); nothing is delayed\n")
      return nil
    }
  }()

  /// Why a text asks for no delays.
  package struct Misread: Error, Hashable {
    /// What is wrong, and what is right.
    package var reason: String
  }

  /// Reads `SEED` or `SEED:max=20ms`: a seed is any text, and a number is itself.
  package convenience init(_ text: String) throws(Misread) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else {
      throw Misread(reason: "'\(text)' has no seed: PROMISE_SHUFFLE=1 has one")
    }
    var longest = Self.standardLongest
    if parts.count == 2 {
      let words = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2, words[0] == "max" else {
        throw Misread(reason: "after the seed comes :max=20ms, not ':\(parts[1])'")
      }
      guard let length = Self.nanoseconds(words[1]) else {
        throw Misread(
          reason: "max is the longest delay, from 1us to 1s, such as 20ms, not '\(words[1])'")
      }
      longest = length
    }
    self.init(seed: UInt64(first) ?? Self.name(nil, String(first)), longest: longest)
  }

  /// `250us`, `20ms`, `1s`; none where it is no length, or one that is not allowed.
  private static func nanoseconds(_ text: Substring) -> Int64? {
    for (unit, factor) in [("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000)]
      as [(String, Int64)]
    where text.hasSuffix(unit) {
      guard let number = Int64(text.dropLast(unit.count)), (1...1_000_000).contains(number),
        number * factor <= 1_000_000_000
      else { return nil }
      return number * factor
    }
    return nil
  }
}

extension PromiseCore {
  /// What its jobs, or its timers, are called where delays are drawn: its label, or where it was made.
  func shuffleName(_ kind: String) -> UInt64 {
    if let label { return Shuffle.name(label.text, kind) }
    let site = site.resolved
    return Shuffle.name(
      nil, kind + site.file, line: UInt32(clamping: site.line),
      column: UInt16(clamping: site.column))
  }
}
