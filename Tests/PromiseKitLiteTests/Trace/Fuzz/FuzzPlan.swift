import Foundation

/// How long a fuzzer runs: FUZZ_ROUNDS traces from FUZZ_SEED on, or a few. Where it runs long, each seed is
/// told, so that a trap says which one it was.
enum FuzzPlan {
  /// FUZZ_ROUNDS is set.
  static var isLong: Bool { ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] != nil }

  static func seeds(_ count: Int) -> Range<Int> {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FUZZ_SEED"].flatMap { Int($0) } ?? 0
    let rounds = environment["FUZZ_ROUNDS"].flatMap { Int($0) } ?? count
    return first..<(first + max(1, rounds))
  }

  static func tell(_ seed: Int, _ what: String) {
    guard isLong else { return }
    FileHandle.standardError.write(Data("\(what): FUZZ_SEED=\(seed) FUZZ_ROUNDS=1\n".utf8))
  }
}
