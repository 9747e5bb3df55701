import Dispatch
import PromiseCourse
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

/// A run in which each claim is true or false: `load` takes 10 ms on net; `parse` and `log` follow
/// on main, where the program prints a line; `parse` throws, `show` is skipped, and `alert` handles
/// the error.
@Suite("Claims about the events of a run")
struct ClaimTests {
  private struct Bad: Error, CustomStringConvertible { var description: String { "bad" } }

  static let run: NamedRun = {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    var last: (any Sendable)?
    simulation.start {
      let load = DispatchQueue(label: "net").async(.promise, label: "load") {
        work(for: .milliseconds(10))
        return 7
      }
      load.done(label: "log") { _ in work(for: .milliseconds(2)) }.cauterize(label: "log off")
      last = load.map(label: "parse") { _ -> Int in
        note("parsing")
        throw Bad()
      }
      .done(label: "show") { _ in }
      .catch(label: "alert") { _ in }
    }
    _ = simulation.run(until: .seconds(1))
    withExtendedLifetime(last) {}
    return NamedRun(recorder.events)
  }()

  @Test(
    "A claim that holds is shown by an event",
    arguments: [
      "load starts", "load before parse", "log before parse", "parse before note parsing",
      "load on net", "parse on main", "log at 10 ms", "parse at 12 ms", "parse ends at 12",
      "parse queued for 2 ms", "never show starts", "show skipped", "alert handled",
      "parse is rejected with bad at the end", "load is fulfilled with 7 at the end",
      "alert is fulfilled at the end", "load is pending", "note parsing 1 time",
      "show starts 0 times", "load settled before log starts", "load queued before load starts",
      "start", "p1 before p2",
    ])
  func holds(text: String) throws {
    let claim = try RunExpectation(reading: text, for: .lesson)
    let first = try #require(
      Self.run.events.first { if case .created = $0.kind { true } else { false } })
    let shown = claim.shown(in: Self.run, at: first.sequence)
    #expect(shown != nil)
    #expect(claim.isOfStandardRun)
  }

  @Test(
    "A claim that does not hold is not shown by any event",
    arguments: [
      "show starts", "parse before log", "load on main", "parse at 10 ms", "never parse starts",
      "parse is fulfilled at the end", "load is fulfilled with 8 at the end", "nobody starts",
      "nobody is pending", "parse starts 2 times", "parse queued for 3 ms", "load is fulfilled",
      "warns unhandled-rejection", "alert#2 starts", "p99 starts",
    ])
  func fails(text: String) throws {
    #expect(try RunExpectation(reading: text, for: .lesson).shown(in: Self.run, at: 1) == nil)
  }

  @Test("The event that shows an order is the later moment")
  func event() throws {
    let shown = try RunExpectation(reading: "load before parse", for: .lesson).shown(
      in: Self.run, at: 1)
    #expect(shown == MomentPattern("parse starts")?.event(in: Self.run)?.sequence)
  }

  @Test("A claim can be about another setting, or about the schedules")
  func scopes() throws {
    let claim = try RunExpectation(
      reading: "with answer=fail wait=2: in some schedule: show before alert", for: .lesson)
    #expect(claim.settings == ["answer=fail", "wait=2"] && claim.scope == .some)
    #expect(!claim.isOfStandardRun)
    #expect(
      try RunExpectation(reading: "in every schedule: a before b", for: .lesson).scope == .every)
  }

  @Test(
    "Invalid claims are rejected",
    arguments: ["", "fetch", "never fetch", "a before ", "a on ", "a starts x times"])
  func refused(text: String) {
    #expect(throws: InputError.self) { try RunExpectation(reading: text, for: .lesson) }
  }
}
