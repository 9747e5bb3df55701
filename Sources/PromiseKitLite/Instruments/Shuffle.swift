package import PromiseEvents
import Synchronization

/// Delays the start of jobs and the firing of timers by a seed, so that a rare order occurs soon,
/// and occurs again with the same seed.
///
/// Only what the rules and Dispatch leave open is shuffled. A job is enqueued at the usual time; it
/// starts late, as on a busy machine, and delays the jobs behind it on a serial queue. A timer
/// fires late, never early. Inline handlers are not delayed.
///
/// The delay of a job depends on the seed, on its name (a label or a source location), and on the
/// number of earlier jobs with that name. It does not depend on threads or on the clock.
package final class Shuffle: Sendable {
  /// The seed of the delays.
  package let seed: UInt64
  /// The longest delay, in nanoseconds.
  package let longest: Int64
  /// The number of jobs so far for each name; a name is a hash.
  private let seen = Mutex<[UInt64: UInt64]>([:])

  /// The longest delay on main, in nanoseconds.
  package static let longestOnMain: Int64 = 5_000_000
  /// The default for the longest delay, in nanoseconds.
  package static let standardLongest: Int64 = 5_000_000
  /// The maximum number of names that are counted. Each job with another name is delayed like the
  /// first one.
  private static let maximumNames = 10_000

  /// Creates a shuffle with a seed, and with delays of at most `longest` nanoseconds.
  package init(seed: UInt64, longest: Int64 = standardLongest) {
    self.seed = seed
    self.longest = max(0, longest)
  }

  /// Returns the delay of the next job with that name, in nanoseconds: usually 0.
  package func delay(of name: UInt64, onMain: Bool = false) -> Int64 {
    let ordinal = seen.withLock { seen -> UInt64 in
      let ordinal = seen[name, default: 0]
      if ordinal > 0 || seen.count < Self.maximumNames { seen[name] = ordinal + 1 }
      return ordinal
    }
    let delay = Self.delay(seed: seed, name: name, ordinal: ordinal, longest: longest)
    return onMain ? min(delay, Self.longestOnMain) : delay
  }

  /// Returns a delay for one job in four: from a fiftieth of the longest delay to all of it, with
  /// short delays as likely as long ones.
  static func delay(seed: UInt64, name: UInt64, ordinal: UInt64, longest: Int64) -> Int64 {
    let chance = mixed(mixed(mixed(seed) ^ name) &+ ordinal)
    guard chance % 4 == 0, longest > 0 else { return 0 }
    let shortest = max(1, longest / 50)
    // The range is divided into parts, each twice as long as the previous one.
    let parts: UInt64 = 6
    let part = (chance >> 8) % parts
    let from = min(longest, shortest << Int64(part))
    let to = part == parts - 1 ? longest : min(longest, from * 2)
    return from + Int64((chance >> 16) % UInt64(max(1, to - from + 1)))
  }

  /// Returns a hash of the parts of a name, which is the same in every run.
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

  /// Mixes the bits (SplitMix64).
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}

extension Shuffle {
  /// The shuffle that `PROMISE_SHUFFLE` asks for, read once; `nil` if it is not set.
  static let ofProcess: Shuffle? = {
    guard let value = EnvironmentVariable.value(of: "PROMISE_SHUFFLE") else { return nil }
    do {
      return try Shuffle(value)
    } catch {
      ErrorStream.write("PromiseKitLite: PROMISE_SHUFFLE: \(error); nothing is delayed\n")
      return nil
    }
  }()

  /// Reads `SEED` or `SEED:max=20ms`. A seed is any text; a number stands for itself.
  package convenience init(_ text: String) throws(InputError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, !first.isEmpty else {
      throw InputError(
        "'\(text)' has no seed: use a number or a text, as in PROMISE_SHUFFLE=1")
    }
    var longest = Self.standardLongest
    if parts.count == 2 {
      let pair = parts[1].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, pair[0] == "max" else {
        throw InputError(
          "only a limit such as :max=20ms can follow the seed, not ':\(parts[1])'")
      }
      guard let length = Self.nanoseconds(pair[1]) else {
        throw InputError(
          "max is the longest delay, from 1us to 1s, such as 20ms; not '\(pair[1])'")
      }
      longest = length
    }
    self.init(seed: UInt64(first) ?? Self.name(nil, String(first)), longest: longest)
  }

  /// Reads `250us`, `20ms`, or `1s`; `nil` if the text is not a length, or is out of range.
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
  /// Returns the name of the promise's jobs or timers for the delays: its label, or the line that
  /// created it.
  func shuffleName(_ kind: String) -> UInt64 {
    if let label { return Shuffle.name(label.text, kind) }
    let site = site.resolved
    return Shuffle.name(
      nil, kind + site.file, line: UInt32(clamping: site.line),
      column: UInt16(clamping: site.column))
  }
}
