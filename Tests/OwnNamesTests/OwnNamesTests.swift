import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("A program's own names take precedence over the library's")
struct OwnNamesTests {
  @Test("a chain of eleven links calls the program's own note, and type-checks")
  func elevenLinks() {
    let own = Notes()
    $notes.withValue(own) {
      firstly { Promise.value(1) }
        .get(on: nil) { note("one \($0)") }
        .map(on: nil) { $0 + 1 }
        .get(on: nil) { note("number \($0)") }
        .then(on: nil) { Promise.value($0 * 2) }
        .map(on: nil) { number in retry(number) }
        .tap(on: nil) { _ in note("tap") }
        .map(on: nil) { "\($0) " + work(for: "ada") }
        .ensure(on: nil) { note("ensure") }
        .get(on: nil) { note($0) }
        .done(on: nil) { _ in simulate { note("done") } }
        .catch(on: nil) { note("\($0)") }
    }
    #expect(
      own.all == ["one 1", "number 2", "tap", "ensure", "5 worked for ada", "done"])
  }

  @Test("the library's own functions remain accessible")
  func beside() {
    let observer = RecordingObserver()
    let simulation = Simulation(observers: [observer])
    simulation.start {
      retrying(times: 2, delay: 0.5) { attempt in
        attempt == 1 ? Promise(error: ScheduleFailure()) : Promise.value(tag("second"))
      }
      .done { text in
        PromiseEnvironment.work(for: .milliseconds(3))
        PromiseTrace.note(text)
      }
      .cauterize()
    }
    #expect(simulation.run() == .finished)
    #expect(simulation.now == 503_000_000)
    #expect(observer.events.contains { $0.kind == .note("#second") })
  }

  @Test("types of the library are accessible through their namespaces")
  func types() throws {
    let scenario = Simulation.Scenario("two notes") {
      _ = Promise.value(1).done(on: DispatchQueue(label: "a")) { _ in PromiseTrace.note("A") }
      _ = Promise.value(1).done(on: DispatchQueue(label: "b")) { _ in PromiseTrace.note("B") }
    }
    let exploration = scenario.explore(within: Exploration.Budget(schedules: 10))
    #expect(exploration.findings.map(\.outcome.notes) == [["A", "B"], ["B", "A"]])
    #expect(exploration.coverage == Exploration.Coverage.exhaustive)
    let schedule: Simulation.Schedule = [0, 0]
    #expect(Schedule(trains: ["ICE"]).trains.count == 1 && schedule == [0, 0])
    #expect(PromiseEvent.JobID(3).description == "j3" && JobID().raw == 0)
    #expect(Outcome().points == 0 && Budget().euros == 0 && Trace().id == 0 && Search().text == "")
  }
}
