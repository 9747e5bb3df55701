import TestSupport
import Testing

@Suite("Random programs agree with a small model of the rules")
struct StressTests {
  @Test("simulated, under random schedules: every event, in the model's order")
  func simulated() throws {
    try check(threads: 1, steps: 10..<50) { program, seed in program.difference(seed: seed) }
  }

  @Test("on Dispatch queues, by four threads: the laws that hold in every order")
  func real() throws {
    // Another run may have another order, so while a program is being minimized, it is run many
    // times.
    try check(threads: 4, steps: 6..<26, times: 30) { program, _ in program.fault() }
  }

  @Test("simulated, with many contexts that are cancelled from everywhere")
  func cancelling() throws {
    try check(threads: 1, steps: 10..<40, isCancelling: true) { program, seed in
      program.difference(seed: seed)
    }
  }

  @Test("on Dispatch queues, with many contexts that are cancelled from everywhere")
  func cancellingForReal() throws {
    try check(threads: 4, steps: 6..<20, isCancelling: true, times: 30) { program, _ in
      program.fault()
    }
  }

  private func check(
    threads: Int, steps: Range<Int>, isCancelling: Bool = false, times: Int = 1,
    _ find: (Program, _ seed: Int) -> String?
  ) throws {
    try Rounds(300, "STRESS_PROGRAMS").each { round, _ in
      let seed = round.seed
      let program = Generator.program(
        seed: seed, threads: threads, steps: steps, isCancelling: isCancelling)
      guard let fault = find(program, seed) else { return }
      throw RoundFailure(
        program.shrunk(fault) { smaller in
          for _ in 0..<times { if let fault = find(smaller, seed) { return fault } }
          return nil
        })
    }
  }
}
