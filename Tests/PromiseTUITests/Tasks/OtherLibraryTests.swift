import PromiseCourse
import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSimulation
import Testing

@testable import promise_tui

@Suite("A demo by the rules of another library, on the screen")
struct OtherLibraryTests {
  @Test(
    "O shows the open run beside the one by JavaScript's rules, at any size",
    arguments: [(80, 24), (200, 50)])
  func beside(width: Int, height: Int) throws {
    var robot = try #require(Robot("adoption-ticks", width: width, height: height))
    robot.press("GO")
    #expect(robot.words.contains("adoption-ticks@javascript"))
    #expect(robot.state.mode == .compare)
    robot.press(.escape)
    #expect(!robot.words.contains("adoption-ticks@javascript"))
    #expect(robot.state.mode == .ended)
    #expect(robot.opened == [])
  }

  @Test("Enter opens the run by the other rules, and the arrow to the left chooses this one")
  func opens() throws {
    var robot = try #require(Robot("adoption-ticks"))
    robot.press("GO")
    robot.press(.enter)
    #expect(robot.opened == ["adoption-ticks@javascript"])
    var back = try #require(Robot("adoption-ticks", dialect: .javaScript))
    back.press("GO")
    back.press(.enter)
    #expect(back.opened == ["adoption-ticks"])
  }

  @Test("The quiz and the exploration of such a run say what to press instead")
  func refuses() throws {
    for language in Language.all {
      var robot = try #require(Robot("adoption-ticks", dialect: .javaScript, language: language))
      let keys = ["x", "Q"]
      for key in keys {
        robot.press(key)
        #expect(robot.state.mode == .demo)
        #expect(robot.words.contains("PromiseKitLite") && robot.words.contains("Enter"))
      }
    }
  }

  @Test("The catalog answers for the runs of both libraries")
  func catalog() async throws {
    let inbox = Inbox()
    let source = CatalogSource(named: nil, plan: nil, isReal: false)
    for (name, other) in [
      ("adoption-ticks", "adoption-ticks@javascript"),
      ("adoption-ticks@javascript", "adoption-ticks"),
    ] {
      source.compareDialects(name, inbox.newSender())
      guard case .dialectsCompared(let comparison)? = await inbox.next() else {
        Issue.record("no comparison of \(name)")
        return
      }
      #expect(comparison.before.name == name && comparison.after.name == other)
      #expect(!comparison.differences.isEmpty)
    }
    #expect(source.explore("adoption-ticks@javascript", inbox.newSender()) == nil)
  }
}

@Suite("What if, by the rules of another library")
struct OtherLibraryWhatIfTests {
  private func scenario(
    _ name: String, _ dialect: Dialect, _ changes: String...
  ) throws -> RunnableDemo {
    var scenario = try Catalog.scenario(named: name, settings: []).following(dialect)
    for change in changes { try scenario.suppose(change) }
    scenario.learnValues()
    return scenario
  }

  private func events(_ scenario: RunnableDemo) -> [PromiseEvent] {
    SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600)).events
  }

  @Test("A run without changes is the run of the dialect")
  func unchanged() throws {
    for name in ["adoption-ticks", "dashboard-race", "then-order"] {
      let scenario = try scenario(name, .javaScript)
      #expect(
        DialectProgram(scenario).events(as: .javaScript).map(\.kind)
          == events(scenario).map(\.kind),
        "\(name)")
    }
  }

  @Test("A changed length changes the outcome there too, and its handlers are still microtasks")
  func changed() throws {
    let scenario = try scenario("dashboard-race", .javaScript, "timeout=90")
    let events = events(scenario)
    #expect(
      scenario.differences(in: events).first?.hasPrefix("first by cache.read @") == true,
      "\(scenario.differences(in: events))")
    let graph = Graph(events)
    let labels = Set(
      graph.jobs.filter { $0.child != nil }.compactMap { graph.queue($0.queue)?.label })
    #expect(labels.contains("microtasks"))
    #expect(!labels.contains("main"))
  }

  @Test("The critical values are those of the dialect's runs")
  func critical() throws {
    let scenario = try scenario("dashboard-race", .javaScript)
    let text = try CriticalReport(scenario).text(of: "cache.read")
    #expect(text.contains("140 ms"), "\(text)")
  }
}
