import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Choices as events")
struct ChoiceEventTests {
  /// Programs of different kinds in which more than one thing can happen at the same time.
  private static let programs: [String: @Sendable () -> Void] = [
    "starts": {
      for label in ["one", "two", "three"] {
        _ = DispatchQueue(label: label).async(.promise) { note(label) }
          .done { note("main after \(label)") }
      }
    },
    "ends": {
      for label in ["one", "two"] {
        _ = DispatchQueue(label: label).async(.promise) { work(for: .milliseconds(10)) }
          .done(on: nil) { note(label) }
      }
    },
    "timers": {
      for label in ["one", "two", "three"] {
        _ = after(.milliseconds(5)).done { note(label) }
      }
    },
    "no choice": { _ = after(.milliseconds(5)).done { note("main") } },
    "race": {
      let answer = DispatchQueue(label: "net").async(.promise) { work(for: .milliseconds(5)) }
      _ = race(answer.map { "answer" }, after(.milliseconds(5)).map { "late" }).done { note($0) }
    },
  ]

  /// Choosers that choose differently, but deterministically.
  private static let choosers: [Simulation.Chooser?] = [
    nil, { $0.count - 1 }, { _ in -1 }, { $0.count / 2 }, { $0[0].description.utf8.count % 3 },
  ]

  private func chosen(_ events: [PromiseEvent]) -> [Int] {
    events.compactMap { if case .choiceMade(let chosen, _) = $0.kind { chosen } else { nil } }
  }

  @Test("The choices, in order, are the run's schedule", arguments: programs.keys.sorted())
  func schedule(name: String) throws {
    let program = try #require(Self.programs[name])
    for chooser in Self.choosers {
      let run = Simulated.run(chooser: chooser, program)
      #expect(chosen(run.recorder.events) == run.simulation.schedule.choices)
    }
  }

  @Test(
    "A run that is repeated from its events alone is the same run",
    arguments: programs.keys.sorted())
  func replay(name: String) throws {
    let program = try #require(Self.programs[name])
    for chooser in Self.choosers {
      let run = Simulated.run(chooser: chooser, program)
      let again = Simulated.run(replaying: Schedule(chosen(run.recorder.events)), program)
      #expect(again.recorder.events == run.recorder.events)
    }
  }

  @Test("The options are what could happen before the step", arguments: programs.keys.sorted())
  func options(name: String) throws {
    let run = Simulated(chooser: { $0.count - 1 }, try #require(Self.programs[name]))
    var possible: [PromiseEvent.Kind] = []
    while case let choices = run.simulation.choices, run.simulation.step() {
      guard choices.count > 1 else { continue }
      possible.append(.choiceMade(chosen: choices.count - 1, options: choices))
    }
    #expect(run.kinds.filter { $0.name == .choiceMade } == possible)
  }

  @Test("A choice with a single option is not posted")
  func noChoice() throws {
    let run = Simulated.run(try #require(Self.programs["no choice"]))
    #expect(!run.kinds.contains { $0.name == .choiceMade })
  }

  @Test(
    "A choice is posted right before what was chosen, at the same instant, on no thread and no queue"
  )
  func place() throws {
    let events = Simulated.run(replaying: [1], try #require(Self.programs["timers"])).recorder
      .events
    let index = try #require(events.firstIndex { $0.kind.name == .choiceMade })
    let choice = events[index]
    #expect(
      choice.kind
        == .choiceMade(
          chosen: 1, options: [.fire(timer: 1), .fire(timer: 2), .fire(timer: 3)]))
    #expect(choice.time == 5_000_000)
    #expect(choice.thread == nil)
    #expect(choice.queue == nil)
    // The thread of timers gets its name when the first timer has fired.
    let next = try #require(events[(index + 1)...].first { $0.kind.name != .threadNamed })
    #expect(next.kind == .timerFired(timer: 2, promise: 3))
  }

  @Test("An invalid index is reported as the first choice, which was taken")
  func strayed() throws {
    let program = try #require(Self.programs["ends"])
    #expect(chosen(Simulated.run(replaying: [0, 7], program).recorder.events) == [0, 0])
  }

  @Test(
    "With very many options, the first ones are listed, with the true index of the one that was taken"
  )
  func many() {
    let run = Simulated.run(chooser: { $0.count - 1 }) {
      for _ in 0..<100 { _ = after(.milliseconds(5)) }
    }
    #expect(chosen(run.recorder.events) == (1..<100).reversed().map { $0 })
    let counts = run.kinds.compactMap { kind in
      if case .choiceMade(_, let options) = kind { options.count } else { nil }
    }
    #expect(counts == (2...100).reversed().map { min($0, Choice.limit) })
  }

  @Test("Without an observer, a run makes the same choices")
  func unobserved() throws {
    for (_, program) in Self.programs {
      for chooser in Self.choosers {
        let simulation = Simulation(chooser: chooser)
        simulation.start(program)
        simulation.run()
        #expect(simulation.schedule == Simulated.run(chooser: chooser, program).simulation.schedule)
      }
    }
  }
}
