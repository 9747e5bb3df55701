import PromiseExploration
import PromiseSimulation
import Testing

@Suite("Tokens: a schedule as text")
struct ScheduleTokenTests {
  private let scenario = Scenario("check:out", version: "1") {}

  @Test(
    "every schedule is restored, except for first choices at its end",
    arguments: [
      [], [1], [0, 0, 1], [3, 1, 0, 2], [0, 40, 1, 70_000], Array(repeating: 0, count: 1000) + [1],
    ])
  func roundTrip(choices: [Int]) throws {
    let token = ScheduleToken(Schedule(choices), of: scenario)
    let read = try #require(ScheduleToken("\(token)"))
    #expect(read == ScheduleToken(Schedule(choices), of: scenario))
    #expect(read.schedule.choices == choices)
    #expect(read.refusal(by: scenario) == nil)
  }

  @Test("thirty choices that are not the first fit in 80 characters")
  func length() {
    let schedule = Schedule((0..<90).map { $0 % 3 == 2 ? 1 : 0 })
    #expect("\(ScheduleToken(schedule, of: scenario))".count <= 85)
    #expect("\(ScheduleToken([1, 0, 2], of: scenario))".count < 40)
  }

  @Test("another version and another scenario refuse it, in a sentence")
  func refused() throws {
    let token = ScheduleToken([1], of: scenario)
    let later = Scenario("check:out", version: "2") {}
    let other = Scenario("login", version: "1") {}
    #expect(try #require(token.refusal(by: later)).contains("another version of 'check:out'"))
    #expect(try #require(token.refusal(by: other)).contains("for 'check:out', not for 'login'"))
  }

  @Test(
    "invalid tokens are rejected",
    arguments: [
      "", "ptui1", "ptui1:0:a", "ptui2:0:a:1", "ptui1::a:1", "ptui1:0!:a:1", "ptui1:0:a:",
      "ptui1:1:a:1",
      "ptui1:_:a:1", "ptui1:______________:a:1", "ptui1:00:a:1",
    ])
  func none(text: String) { #expect(ScheduleToken(text) == nil) }
}
