import Dispatch
import Foundation
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Random programs agree with a small model of the rules")
struct StressTests {
  /// Checks `STRESS_PROGRAMS` random programs, starting with `STRESS_SEED`.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["STRESS_SEED"].flatMap { UInt64($0) } ?? 0
    let count = environment["STRESS_PROGRAMS"].flatMap { UInt64($0) } ?? 300
    return first..<first + max(1, count)
  }()

  @Test("simulated, under random schedules: every event, in the model's order")
  func simulated() {
    check(threads: 1, steps: 10..<50) { program, seed in program.difference(seed: seed) }
  }

  @Test("on Dispatch queues, by four threads: the laws that hold in every order")
  func real() {
    // Another run may have another order, so while a program is being minimized, it is run many
    // times.
    check(threads: 4, steps: 6..<26, times: 30) { program, _ in program.fault() }
  }

  @Test("simulated, with many contexts that are cancelled from everywhere")
  func cancelling() {
    check(threads: 1, steps: 10..<40, isCancelling: true) { program, seed in
      program.difference(seed: seed)
    }
  }

  @Test("on Dispatch queues, with many contexts that are cancelled from everywhere")
  func cancellingForReal() {
    check(threads: 4, steps: 6..<20, isCancelling: true, times: 30) { program, _ in
      program.fault()
    }
  }

  private func check(
    threads: Int, steps: Range<Int>, isCancelling: Bool = false, times: Int = 1,
    _ find: (Program, _ seed: UInt64) -> String?
  ) {
    for seed in Self.seeds {
      let steps = steps.lowerBound + Int(seed) % steps.count
      let program = Generator.program(
        seed: seed, threads: threads, steps: steps, isCancelling: isCancelling)
      guard let fault = find(program, seed) else { continue }
      let small = program.shrunk(fault) { smaller in
        for _ in 0..<times { if let fault = find(smaller, seed) { return fault } }
        return nil
      }
      Issue.record("STRESS_SEED=\(seed) STRESS_PROGRAMS=1:\n\(small)")
      return
    }
  }
}
