import ArgumentParser
import PromiseExploration
import PromiseKitLite
import PromiseScreens
import PromiseSimulation
import Testing

@testable import promise_tui

@Suite struct WhatIfTests {
  private func scenario(_ name: String, _ changes: String...) throws -> RunnableDemo {
    var scenario = try Catalog.scenario(named: name, settings: [])
    for change in changes { try scenario.suppose(change) }
    return scenario
  }

  /// The differences that a change makes in the run.
  private func differences(_ name: String, _ change: String) throws -> [String] {
    let scenario = try scenario(name, change)
    scenario.learnValues()
    let (events, isWhole) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600))
    #expect(isWhole)
    return scenario.differences(in: events)
  }

  /// Returns the sentence that rejects a change.
  private func refusal(_ name: String, _ change: String) -> String? {
    do {
      _ = try scenario(name, change)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a promise is named by its label or its number, and takes the given time")
  func lengths() throws {
    #expect(
      try scenario("dashboard-race", "timeout=90", "p5=125ms").changes.map(\.description)
        == ["timeout takes 90 ms", "cache.read takes 125 ms"])
    #expect(
      try differences("dashboard-race", "timeout=90").first
        == "first by cache.read @100 -> by too late @90")
    #expect(
      try differences("dashboard-race", "cache.read=145").first
        == "first by cache.read @100 -> by fresh @140")
  }

  @Test("an answer that succeeds has the value that it has with other knobs")
  func values() throws {
    let scenario = try scenario("dashboard-race", "GET /ads=succeeds", "cache.read=200")
    scenario.learnValues()
    let (events, _) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600))
    #expect(
      events.contains { $0.kind == .note(#"rendered ["profile", "posts", "ads"]"#) })
  }

  @Test("an impossible change is rejected, with what can be changed")
  func rejections() {
    let refused = [
      "timout=90": "Did you mean 'timeout'?", "nothing": "not of the form promise=value",
      "nothing=1": "Candidates: GET /profile",
      "timeout=soon": "is not a change: use milliseconds, fails, succeeds",
      "timeout=fails": "is settled by another promise or a timer",
      "GET /ads=fails": "GET /ads is already rejected",
      "first=5": "first has no timer, and no handler or body of its own",
      "timeout:2=5": "timeout has 1 length, so there is no number 2",
      "GET /ads=rejected@3": "GET /ads is not pending at event 3",
    ]
    for (change, words) in refused {
      #expect(refusal("dashboard-race", change)?.contains(words) == true, "\(change)")
    }
  }

  @Test("the critical values of a timer, and of a knob at every millisecond, are the same")
  func critical() throws {
    let scenario = try scenario("dashboard-race")
    let timer = try CriticalReport(scenario).text(of: "cache.read")
    let knob = try CriticalReport(scenario).text(of: "cache")
    let change = "from 140 ms on: first by cache.read -> by fresh"
    #expect(timer.contains(change))
    #expect(knob.contains(change))
    #expect(knob.hasPrefix("dashboard-race: critical values of the knob cache\n  * now 100 ms\n"))
    #expect(timer.hasSuffix("runs\n"))
    #expect(throws: ValidationError.self) { try CriticalReport(scenario).text(of: "nothing") }
  }

  @Test("the report of a changed demo lists the differences")
  func report() throws {
    let scenario = try scenario("dashboard-race", "timeout=90")
    let (events, _) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600))
    var run = PrintedRun(Recording(entry: scenario.entry, isVirtual: true, events: events))
    run.changes = scenario.changes
    run.differences = scenario.differences(in: events)
    #expect(run.report.contains("dashboard-race, what if timeout takes 90 ms"))
    #expect(run.report.contains("\nCHANGED BY WHAT-IF\n  first by cache.read @100"))
    #expect(!run.report.contains("LESSON"))
  }
}
