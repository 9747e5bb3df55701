import Dispatch
import PromiseKitLite
import TestSupport
import Testing
@testable import PromiseExploration

@testable import PromiseSimulation

private let net = DispatchQueue(label: "net")
private struct Offline: Error {}

@Suite("Overrides: one thing changes in a simulated run, and the rest follows")
struct InterventionTests {
  /// Returns the key of the promise with the given name in a run of `scenario`.
  private func key(_ name: String, _ scenario: Scenario) throws -> PromiseKey {
    var counter = KeyCounter()
    for event in scenario.events(changedBy: []) {
      if case .created(let creation) = event.kind {
        let key = counter.key(of: creation)
        if key.name == name { return key }
      }
    }
    throw Offline()
  }

  /// The notes and the overrides, each with its virtual milliseconds.
  private func story(
    _ scenario: Scenario, _ changes: (String, Override.Change)...,
    known: KnownValues = KnownValues()
  ) throws -> [String] {
    let list = try changes.map { Override(try key($0.0, scenario), $0.1) }
    return scenario.events(changedBy: list, known: known).compactMap { event in
      switch event.kind {
      case .note(let text): "\(event.time / 1_000_000) \(text)"
      case .intervened(let promise, let what): "\(event.time / 1_000_000) \(promise) \(what)"
      default: nil
      }
    }
  }

  @Test("without overrides, a run is unchanged")
  func none() throws {
    let scenario = Scenario { after(label: "a", .milliseconds(20)).done { note("a") } }
    #expect(try story(scenario) == ["20 a"])
    let plain = scenario.run().events.map(\.description)
    #expect(scenario.events(changedBy: []).map(\.description) == plain)
  }

  @Test("a timer takes longer, and what follows it comes later")
  func timer() throws {
    let scenario = Scenario {
      race(
        after(label: "slow", .milliseconds(40)).map { "slow" },
        after(label: "fast", .milliseconds(30)).map { "fast" }
      )
      .done { note($0) }
    }
    #expect(try story(scenario) == ["30 fast"])
    #expect(
      try story(scenario, ("fast", .timer(0, nanoseconds: 50_000_000)))
        == ["0 p3 takes 50 ms instead of 30 ms", "40 slow"])
  }

  @Test("delay and timeout have timers of their own, which start where they do")
  func links() throws {
    let scenario = Scenario {
      after(label: "first", .milliseconds(10)).delay(label: "later", .milliseconds(20)).done {
        note("late")
      }
      after(label: "work", .milliseconds(100)).timeout(label: "limit", .milliseconds(50))
        .done { note("in time") }.catch { _ in note("too late") }
    }
    #expect(try story(scenario) == ["30 late", "50 too late"])
    #expect(
      try story(
        scenario, ("later", .timer(0, nanoseconds: 5_000_000)),
        ("limit", .timer(0, nanoseconds: 101_000_000)))
        == [
          "0 p5 takes 101 ms instead of 50 ms", "10 p2 takes 5 ms instead of 20 ms", "15 late",
          "100 in time",
        ])
  }

  @Test("each wait between the attempts of a retry has its own length")
  func retries() throws {
    let scenario = Scenario {
      retrying(label: "get", times: 3, delay: .milliseconds(10)) { attempt -> Promise<Int> in
        note("attempt \(attempt)")
        return Promise(error: Offline())
      }.catch { _ in note("given up") }
    }
    #expect(try story(scenario) == ["0 attempt 1", "10 attempt 2", "20 attempt 3", "20 given up"])
    #expect(
      try story(scenario, ("get", .timer(1, nanoseconds: 70_000_000)))
        == [
          "0 attempt 1", "10 attempt 2", "10 p1 takes 70 ms instead of 10 ms", "80 attempt 3",
          "80 given up",
        ])
  }

  @Test("the work of a body takes less time, and its queue is free sooner")
  func shorterWork() throws {
    let scenario = Scenario(queues: [.serial("net")]) {
      let first = net.async(.promise, label: "one") { work(for: .milliseconds(80)) }
      let second = net.async(.promise, label: "two") { work(for: .milliseconds(20)) }
      when(fulfilled: first, second).done { _ in note("both") }.cauterize()
    }
    #expect(try story(scenario) == ["100 both"])
    #expect(
      try story(scenario, ("one", .work(nanoseconds: 5_500_000)))
        == ["0 p1 takes 5.5 ms instead of 80 ms", "25 both"])
    #expect(
      try story(scenario, ("two", .work(nanoseconds: 0)))
        == ["80 p2 takes 0 ms instead of 20 ms", "80 both"])
  }

  @Test("a success becomes a rejection, and a guarantee does not change")
  func success() throws {
    let scenario = Scenario(queues: [.serial("net")]) {
      net.async(.promise, label: "answer") { () throws -> Int in 7 }.done { note("got \($0)") }
        .catch {
          note("\($0)")
        }
      _ = net.async(.guarantee, label: "sure") { 1 }
    }
    #expect(try story(scenario) == ["0 got 7"])
    let failing = try story(scenario, ("answer", .flip))
    #expect(
      failing
        == ["0 p1 is rejected instead of fulfilled", "0 what if: rejected"])
    let sure = try story(scenario, ("sure", .flip))
    #expect(
      sure
        == ["0 got 7", "0 p4 stays fulfilled: a guarantee cannot fail"])
  }

  @Test("a failure becomes a success, with a value known from other runs, or with an empty value")
  func failure() throws {
    struct Opaque: Sendable {}
    func scenario(fails: Bool) -> Scenario {
      Scenario(queues: [.serial("net")]) {
        net.async(.promise, label: "items") { () -> [String] in
          if fails { throw Offline() } else { ["a"] }
        }
        .done { note("items \($0)") }.catch { note("\($0)") }
        net.async(.promise, label: "opaque") { () -> Opaque in throw Offline() }
          .done { _ in note("opaque") }.catch { note("\($0)") }
      }
    }
    let failing = scenario(fails: true)
    #expect(try story(failing, ("items", .flip)).contains("0 items []"))
    let known = KnownValues()
    // Both have the same sites; only the result differs.
    _ = scenario(fails: false).events(changedBy: [], known: known, collecting: true)
    #expect(try story(failing, ("items", .flip), known: known).contains("0 items [\"a\"]"))
    #expect(
      try story(failing, ("opaque", .flip))
        .contains("0 p4 stays rejected: no value of its type is known"))
  }

  @Test("a pending promise is settled by hand at the end of the turn")
  func byHand() throws {
    let scenario = Scenario {
      let (promise, seal) = Promise<Int>.pending(label: "door")
      promise.done { note("opened \($0)") }.catch { note("\($0)") }.finally { note("over") }
      after(label: "later", .milliseconds(10)).done { seal.fulfill(5) }
    }
    #expect(try story(scenario) == ["10 opened 5", "10 over"])
    #expect(
      try story(scenario, ("door", .settle(.fulfilled, after: 1)))
        == ["0 p1 is fulfilled by hand", "0 opened 0", "0 over"])
    #expect(
      try story(scenario, ("door", .settle(.rejected, after: 1)))
        == ["0 p1 is rejected by hand", "0 what if: rejected", "0 over"])
    #expect(
      try story(scenario, ("door", .settle(.cancelled, after: 1)))
        == ["0 p1 is cancelled by hand", "0 over"])
    let end = scenario.events(changedBy: []).count
    #expect(
      try story(scenario, ("door", .settle(.rejected, after: end)))
        == ["10 opened 5", "10 over"])
  }

  @Test("a promise that would never settle is settled by hand at the end of the run")
  func deadLink() throws {
    let scenario = Scenario { () -> Promise<Void> in
      let lost = Promise<Void>.pending(label: "lost").promise
      lost.done { note("after all") }.cauterize()
      return lost
    }
    #expect(try story(scenario) == [])
    let end = scenario.events(changedBy: []).count
    let story = try story(scenario, ("lost", .settle(.fulfilled, after: end)))
    #expect(story == ["0 p1 is fulfilled by hand", "0 after all"])
  }

  @Test("a promise keeps its key when what comes before it changes")
  func keys() throws {
    let scenario = Scenario(queues: [.serial("net")]) {
      net.async(.promise, label: "first") { () throws -> Int in 1 }
        .then(label: "retry", on: net) { _ in Promise(label: "extra") { $0.fulfill(2) } }
        .done { _ in }.catch { _ in }
      net.async(.promise, label: "second") { work(for: .milliseconds(10)) }.done { note("second") }
        .cauterize()
    }
    let changed = try story(scenario, ("first", .flip), ("second", .work(nanoseconds: 30_000_000)))
    #expect(
      changed
        == [
          "0 p1 is rejected instead of fulfilled", "0 p5 takes 30 ms instead of 10 ms", "30 second",
        ])
  }

  @Test("lengths are written in milliseconds with no more digits than needed")
  func words() {
    #expect(
      [0, 90_000_000, 90_500_000, 1, -1_500_000].map(shortMilliseconds) == [
        "0", "90", "90.5", "0.000001", "-1.5",
      ])
  }
}
