import Foundation

/// The seeds of the tests over random events: the first few, or as many as `SEEDS` says; `make test-stress` tries
/// more.
let seeds: ClosedRange<Int> =
  1...max(1, ProcessInfo.processInfo.environment["SEEDS"].flatMap { Int($0) } ?? 4)
