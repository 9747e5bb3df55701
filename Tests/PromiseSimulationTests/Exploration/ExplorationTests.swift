import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Exploration: every order that could matter is tried")
struct ExplorationTests {
  @Test("two notes on two queues come in two orders")
  func twoNotes() {
    let exploration = Puzzle.twoNotes.explore()
    #expect(exploration.findings.map(\.outcome.notes) == [["A", "B"], ["B", "A"]])
    #expect(exploration.coverage == .exhaustive)
    #expect(exploration.findings.map(\.order) == [["A", "B"], ["B", "A"]])
  }

  // Of the six orders of read, write, read, write that keep each queue's own order, two have the
  // second read after the first write.
  @Test("an update is lost in four of six orders")
  func lostUpdate() {
    let exploration = Puzzle.lostUpdate.explore()
    let counts = Dictionary(
      uniqueKeysWithValues: exploration.findings.map { ($0.outcome.result, $0.count) })
    #expect(counts == [.fulfilled("2"): 2, .fulfilled("1"): 4])
  }

  @Test(
    "a random search is the same for the same seed, and its outcomes are reproduced by their schedules"
  )
  func random() {
    let budget = Budget(schedules: 50)
    let one = Puzzle.lostUpdate.explore(.random(seed: 7), within: budget)
    let two = Puzzle.lostUpdate.explore(.random(seed: 7), within: budget)
    #expect(one.findings == two.findings)
    #expect(one.schedules == 50)
    #expect(one.coverage == .scheduleLimit)
    for finding in one.findings {
      #expect(Puzzle.lostUpdate.run(finding.schedule).outcome == finding.outcome)
    }
  }

  @Test("the progress handler can stop it, and the results so far are kept")
  func stopped() {
    let exploration = Puzzle.lostUpdate.explore(
      .random(seed: 1), within: Budget(schedules: .max), progress: { _ in false })
    #expect(exploration.coverage == .stopped)
    #expect(exploration.schedules > 0)
    #expect(!exploration.findings.isEmpty)
  }

  @Test("a run by a schedule makes the same choices, whether it is observed or not")
  func observedOrNot() {
    for schedule in [[], [1], [0, 1, 1], [1, 1, 1]] as [Schedule] {
      let run = Puzzle.twoNotes.run(schedule)
      let simulation = Simulation(replaying: schedule)
      let notes = SharedNumber(0)
      simulation.start {
        _ = after(.milliseconds(1)).done(on: Puzzle.left) { notes.value = notes.value * 10 + 1 }
        _ = after(.milliseconds(1)).done(on: Puzzle.right) { notes.value = notes.value * 10 + 2 }
      }
      simulation.run()
      #expect(simulation.schedule == run.schedule)
      #expect(notes.value == (run.outcome.notes == ["A", "B"] ? 12 : 21))
    }
  }
}

@Suite("Exploration: the number of different orders of handlers")
struct OrderCountTests {
  private static func work(_ name: String, on queue: DispatchQueue) {
    _ = queue.async(.guarantee, label: name) {}.done { note("done") }
  }

  @Test("work that one function starts is distinguished by its names")
  func names() {
    let scenario = Scenario("names") {
      Self.work("A", on: Puzzle.left)
      Self.work("B", on: Puzzle.right)
    }
    let exploration = scenario.explore(.unreduced)
    #expect(exploration.findings.count == 1)
    #expect(exploration.orders > 1)
  }
}
