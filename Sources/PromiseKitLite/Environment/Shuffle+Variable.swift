import PromiseSystem

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
