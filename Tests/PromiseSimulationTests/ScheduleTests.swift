import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Schedules")
struct ScheduleTests {
  /// Three queues with a job each that chains another job to main.
  private static func scenario() {
    for label in ["one", "two", "three"] {
      _ = DispatchQueue(label: label).async(.promise) { note(label) }
        .done { note("main after \(label)") }
    }
  }

  /// A chooser that looks arbitrary but is deterministic.
  private static let arbitrary: Simulation.Chooser = { choices in
    (choices.reduce(0) { $0 &* 31 &+ $1.description.utf8.reduce(0) { $0 &+ Int($1) } })
      % choices.count
  }

  @Test("The same scenario gives the same events, a hundred times")
  func determinism() {
    let first = Simulated.run(Self.scenario)
    #expect(first.notes.count == 6)
    for _ in 0..<100 {
      #expect(Simulated.run(Self.scenario).recorder.events == first.recorder.events)
    }
  }

  @Test("A choice with a single option is not recorded")
  func noChoice() {
    let run = Simulated.run { _ = after(seconds: 1).done { note("main") } }
    #expect(run.simulation.schedule == [])
  }

  @Test("By default the first option is taken, and that is recorded")
  func first() {
    let run = Simulated.run(Self.scenario)
    #expect(run.simulation.schedule.choices.allSatisfy { $0 == 0 })
    #expect(run.simulation.schedule == [0, 0, 0, 0])
  }

  @Test("Another choice gives another order")
  func another() {
    let run = Simulated.run(replaying: [2], Self.scenario)
    #expect(run.notes.first == "three 0")
    #expect(run.simulation.strayedAt == nil)
  }

  @Test("The schedule of a run repeats it, event by event")
  func replay() {
    let run = Simulated.run(chooser: Self.arbitrary, Self.scenario)
    #expect(run.notes != Simulated.run(Self.scenario).notes)
    let again = Simulated.run(replaying: run.simulation.schedule, Self.scenario)
    #expect(again.recorder.events == run.recorder.events)
    #expect(again.simulation.schedule == run.simulation.schedule)
  }

  @Test("The chooser takes over where a given schedule ends")
  func prefix() {
    let run = Simulated.run(replaying: [0], chooser: { $0.count - 1 }, Self.scenario)
    #expect(run.simulation.schedule.choices.first == 0)
    #expect(run.notes.prefix(2) == ["one 0", "three 0"])
  }

  @Test(
    "A schedule of another scenario is followed as far as it goes, and the mismatch is reported"
  )
  func strayed() {
    let run = Simulated.run(replaying: [1, 7], Self.scenario)
    #expect(run.simulation.strayedAt == 1)
    #expect(run.notes.count == 6)
    #expect(run.simulation.schedule.choices.prefix(2) == [1, 0])
  }

  @Test("An invalid index from a chooser means the first option")
  func nowhere() {
    let run = Simulated.run(chooser: { _ in -1 }, Self.scenario)
    #expect(run.recorder.events == Simulated.run(Self.scenario).recorder.events)
  }

  @Test("Every order of two ends that are due together can be chosen")
  func ends() {
    let scenario = {
      for label in ["one", "two"] {
        _ = DispatchQueue(label: label).async(.promise) { work(for: .milliseconds(10)) }
          .done(on: nil) { note(label) }
      }
    }
    #expect(Simulated.run(replaying: [0, 0], scenario).notes == ["one 10", "two 10"])
    #expect(Simulated.run(replaying: [0, 1], scenario).notes == ["two 10", "one 10"])
  }

  @Test("Two simulations side by side do not affect each other")
  func sideBySide() {
    let alone = Simulated.run(Self.scenario).recorder.events
    let a = Simulated(Self.scenario)
    let b = Simulated(Self.scenario)
    var goesOn = true
    while goesOn {
      let stepped = (a.simulation.step(), b.simulation.step())
      goesOn = stepped.0 || stepped.1
    }
    #expect(a.recorder.events == alone)
    #expect(b.recorder.events == alone)
  }
}
