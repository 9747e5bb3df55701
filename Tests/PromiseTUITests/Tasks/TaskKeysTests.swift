import PromiseScreens
import Testing

@testable import promise_tui

/// What people want to know about a run, with the number of keys that it takes from an opened demo.
@Suite("Tasks and their keys") struct TaskKeysTests {
  @Test("The first rejection, and why: two keys")
  func firstRejection() throws {
    var robot = try #require(Robot("dashboard-race"))
    robot.press("Ew")
    #expect(robot.keys == 2)
    #expect(robot.words.contains("Why p3 'GET /ads'"))
    #expect(robot.words.contains("Unavailable"))
  }

  @Test("Why a handler waited: two keys")
  func whySubmitWaited() throws {
    var robot = try #require(Robot("login-fetch-submit"))
    robot.press("Ww")
    #expect(robot.keys == 2)
    #expect(robot.words.contains("submit'"))
    #expect(robot.words.contains("2.0 ms"))
    #expect(robot.words.contains("waiting in queue work, behind"))
    #expect(robot.words.contains("'flush'"))
  }

  @Test("Who blocks main: one key")
  func whoBlocksMain() throws {
    var robot = try #require(Robot("slow-main"))
    robot.press("B")
    #expect(robot.keys == 1)
    #expect(robot.words.contains("What blocks main?"))
    #expect(robot.words.contains("'parse'"))
    #expect(robot.words.contains("What waits in main?"))
  }

  @Test("When a race was decided, and by what: one key for the time, two for the reason")
  func whenTheRaceWasDecided() throws {
    var robot = try #require(Robot("dashboard-race"))
    robot.press("d")
    #expect(robot.words.contains("decision 1 of 2"))
    #expect(robot.words.contains("100.0"))
    robot.press("w")
    #expect(robot.keys == 2)
    #expect(robot.words.contains("Why p8 'first'"))
    #expect(robot.words.contains("cache.read"))
  }

  @Test("Two schedules side by side: one key")
  func twoSchedules() throws {
    var robot = try #require(Robot("checkout-bug"))
    robot.press("x")
    #expect(robot.keys == 1)
    #expect(robot.words.contains("Closest passing run"))
    #expect(robot.words.contains("Failing run"))
    #expect(!robot.words.contains("looking for the smallest difference"))
  }

  @Test("A search finds the promises that are called so, not the file", arguments: ["submit"])
  func names(text: String) throws {
    var robot = try #require(Robot("login-fetch-submit"))
    robot.press("G/\(text)")
    #expect(robot.screen.contains("of 2"))
    #expect(!robot.screen.contains("of 9"))
    robot.press(.escape)
    robot.press("/source:LoginFetch")
    #expect(robot.screen.contains("of 9"))
  }
}
