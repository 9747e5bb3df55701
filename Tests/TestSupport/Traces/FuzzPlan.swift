import Foundation

/// How long a fuzzer runs: FUZZ_ROUNDS traces starting with FUZZ_SEED, or a few. A long run prints
/// each seed, so that a trap can be traced to its seed.
package enum FuzzPlan {
  /// FUZZ_ROUNDS is set.
  package static var isLong: Bool { ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] != nil }

  package static func seeds(_ count: Int) -> Range<Int> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FUZZ_SEED"].flatMap { Int($0) } ?? 0
    let rounds = environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? count
    return first..<(first + max(1, rounds))
  }

  package static func tell(_ seed: Int, _ what: String) {
    guard isLong else { return }
    FileHandle.standardError.write(Data("\(what): FUZZ_SEED=\(seed) FUZZ_ROUNDS=1\n".utf8))
  }
}
