import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Verify: a test over all schedules")
struct VerifyTests {
  @Test("what holds in every schedule passes, and returns how many there were")
  func holds() throws {
    let exploration = try Puzzle.lostUpdate.verify(.never(.deadlock), .never(.neverSettled))
    #expect(exploration.coverage == .exhaustive)
    try Puzzle.lostUpdate.verify { $0.result != .fulfilled("0") }
  }

  @Test("what one schedule breaks is thrown with the cause and a token that reproduces it")
  func breaks() throws {
    let failure = #expect(throws: ScheduleFailure.self) {
      try Puzzle.checkout.verify(.before("A", "C"))
    }
    let text = try #require(failure).description
    #expect(text.contains("violates: A before C"))
    #expect(text.contains("cause: C may run before A because both hop to main"))
    let word = try #require(text.split(separator: " ").first { $0.hasPrefix("ptui1:") })
    let token = try #require(ScheduleToken(String(word.split(separator: "\n")[0])))
    #expect(Puzzle.checkout.run(token.schedule).outcome.notes == ["render", "save"])
  }

  @Test("a closure that does not hold is thrown as well")
  func closure() throws {
    let failure = #expect(throws: ScheduleFailure.self) {
      try Puzzle.lostUpdate.verify { $0.result == .fulfilled("2") }
    }
    #expect(try #require(failure?.difference).failing.outcome.result == .fulfilled("1"))
  }

  @Test("a random search proves what it saw, however it was bounded")
  func random() throws {
    let search = Search.random(seed: 1)
    for budget in [Budget(schedules: 20), Budget(duration: .milliseconds(20))] {
      let exploration = try Puzzle.lostUpdate.verify(
        .never(.deadlock), within: budget, search: search)
      #expect(exploration.schedules > 0)
    }
  }

  @Test("an exploration that did not run every schedule is no proof")
  func notCovered() {
    #expect(throws: ScheduleFailure.self) {
      try Puzzle.lostUpdate.verify(.never(.deadlock), within: Budget(schedules: 3))
    }
  }
}
