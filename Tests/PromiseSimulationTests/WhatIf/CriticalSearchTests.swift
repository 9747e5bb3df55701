import Dispatch
import PromiseKitLite
import TestSupport
import Testing
@testable import PromiseExploration

@testable import PromiseSimulation

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let disk = DispatchQueue(label: "disk")
private let bank = DispatchQueue(label: "bank")

private struct Unavailable: Error {}
private struct TooLate: Error {}

/// A dashboard in a race with a cache and a timeout, like the demo with that name.
private let dashboard = Scenario(
  "dashboard", queues: [.concurrent("net", width: 3), .serial("disk")]
) {
  func get(_ page: String, _ time: Int, fails: Bool = false) -> Promise<String> {
    net.async(.promise, label: page) { () throws -> String in
      work(for: .milliseconds(time))
      if fails { throw Unavailable() }
      return page
    }
  }
  let fresh = when(
    label: "fresh",
    fulfilled: [get("profile", 120), get("posts", 90), get("ads", 140, fails: true)])
  let cache = disk.async(.promise, label: "cache") { () throws -> [String] in
    work(for: .milliseconds(100))
    return ["cached"]
  }
  let late = after(label: "timeout", .milliseconds(150))
    .map(label: "too late", on: nil) { () throws -> [String] in throw TooLate() }
  return race(label: "first", fresh, cache, late)
    .done(label: "render") { note("rendered \($0)") }.catch(label: "alert") { note("alert \($0)") }
}

/// A payment that times out, like the demo with that name.
private let payment = Scenario("payment", queues: [.serial("bank")]) { () -> PMKFinalizer in
  let payment = bank.async(.promise, label: "pay") { work(for: .milliseconds(100)) }
  _ = payment.done(label: "book") { note("charged") }
  return payment.timeout(label: "in time", .milliseconds(100))
    .done(label: "thank") { note("thanks") }.catch(label: "too late") { _ in note("sorry") }
}

@Suite("Critical values: the lengths at which the outcome changes")
struct CriticalSearchTests {
  private func adjustable(_ name: String, _ scenario: Scenario) throws -> Adjustable {
    try #require(Adjustables(scenario.events(changedBy: [])).all.first { $0.name == name })
  }

  private func values(_ name: String, _ scenario: Scenario) throws -> (CriticalValues, TimedFacts) {
    let adjustable = try adjustable(name, scenario)
    let length = try #require(adjustable.lengths.first)
    let search = CriticalSearch(limit: .seconds(600)) { value in
      scenario.events(changedBy: [Override(adjustable.key, length.change(to: value))])
    }
    return (search.values(from: length.nanoseconds), TimedFacts(scenario.events(changedBy: [])))
  }

  private func check(_ name: String, _ scenario: Scenario, upTo most: Int64) throws {
    let adjustable = try adjustable(name, scenario)
    let length = try #require(adjustable.lengths.first)
    let (critical, _) = try values(name, scenario)
    #expect(!critical.isCutOff)
    #expect(critical.lowest == 0 && critical.highest == nil)
    let start = RunFacts(scenario.events(changedBy: []))
    for time in 0...most {
      let value = time * 1_000_000
      let facts = RunFacts(
        scenario.events(changedBy: [Override(adjustable.key, length.change(to: value))]))
      #expect(critical.facts(at: value, otherwise: start) == facts, "\(name) \(time) ms")
    }
  }

  @Test(
    "they agree with a run at every millisecond: a dashboard",
    arguments: ["timeout", "cache", "posts", "ads", "profile"])
  func sweep(_ name: String) throws { try check(name, dashboard, upTo: 200) }

  @Test("they agree with a run at every millisecond: a payment", arguments: ["pay", "in time"])
  func sweepOfPayment(_ name: String) throws { try check(name, payment, upTo: 150) }

  @Test("the winner of a race changes where the times coincide")
  func winner() throws {
    let (critical, run) = try values("timeout", dashboard)
    let sentences = critical.points.flatMap { $0.sentences(run) }
    #expect(
      sentences.first == "from 100 ms on: first by too late -> by cache")
  }

  @Test("a timeout at the same time as what it guards")
  func tie() throws {
    let (critical, run) = try values("in time", payment)
    #expect(
      critical.points.flatMap { $0.sentences(run) } == [
        "from 100 ms on: in time rejected -> fulfilled",
        "from 100 ms on: thank rejected -> fulfilled",
        "from 100 ms on: notes 'sorry', 'charged' -> 'charged', 'thanks'",
      ])
  }

  @Test("a truncated search is reported")
  func cutOff() throws {
    let adjustable = try adjustable("timeout", dashboard)
    let length = try #require(adjustable.lengths.first)
    let search = CriticalSearch(mostRuns: 8) { value in
      dashboard.events(changedBy: [Override(adjustable.key, length.change(to: value))])
    }
    let critical = search.values(from: length.nanoseconds)
    #expect(critical.isCutOff)
    #expect(critical.runs <= 8)
    #expect(critical.coverage.hasSuffix("in \(critical.runs) runs; there may be more"))
  }

  @Test("two times meet when the faster one has caught up")
  func meeting() {
    #expect(CriticalSearch.nextMeeting([0, 10, 25], [0, 11, 25]) == 15)
    #expect(CriticalSearch.nextMeeting([0, 10, 25], [0, 9, 25]) == 10)
    #expect(CriticalSearch.nextMeeting([0, 10, 25], [0, 11, 26]) == nil)
    #expect(CriticalSearch.nextMeeting([0, 10, 25], [0, 12, 25]) == 8)
  }

  @Test("what can be changed is read from the events")
  func adjustables() throws {
    let all = Adjustables(dashboard.events(changedBy: []))
    let rows = all.all.filter(\.isTelling).map { promise in
      let lengths = promise.lengths.map { shortMilliseconds($0.nanoseconds) }
      return "\(promise.name) \(lengths) \(promise.answer?.rawValue ?? "-")"
    }
    #expect(
      rows == [
        "profile [\"120\"] fulfilled", "posts [\"90\"] fulfilled", "ads [\"140\"] rejected",
        "cache [\"100\"] fulfilled", "timeout [\"150\"] -",
      ])
    let first = try #require(all.all.first { $0.name == "first" })
    #expect(first.isOpen(at: first.made) && !first.isOpen(at: 10_000))
  }

  @Test("the differences from the unchanged run, in a line")
  func change() throws {
    let timeout = try adjustable("timeout", dashboard)
    let old = TimedFacts(dashboard.events(changedBy: []))
    func change(_ milliseconds: Int64) -> [String] {
      let list = [
        Override(timeout.key, .timer(0, nanoseconds: milliseconds * 1_000_000))
      ]
      return RunChange(from: old, to: TimedFacts(dashboard.events(changedBy: list))).sentences
    }
    #expect(change(150) == [])
    #expect(change(160) == ["ends at 150 -> 160 ms"])
    #expect(
      change(90) == [
        "first by cache @100 -> by too late @90", "render fulfilled -> rejected",
        "notes 'rendered [\"cached\"]' -> 'alert TooLate()'", "ends at 150 -> 140 ms",
      ])
  }
}
