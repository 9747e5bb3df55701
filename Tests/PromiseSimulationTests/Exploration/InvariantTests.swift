import Dispatch
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Invariants: what must hold in every schedule")
struct InvariantTests {
  @Test(
    "the words of the command line",
    arguments: [
      "save before render": Invariant.before("save", "render"),
      "the save  before the render": .before("the save", "the render"),
      "never deadlock": .never(.deadlock), "never never settled": .never(.neverSettled),
      "never render before save": .never(.before("render", "save")),
      "never note sorry": .never(.note("sorry")), "note saved twice": .note("saved twice"),
      "result 2": .result("2"), "never unhandled": .never(.unhandledRejection),
    ])
  func words(text: String, expectation: Invariant) { #expect(Invariant(text) == expectation) }

  @Test(
    "other words are none",
    arguments: ["before render", "save before", "save", "", "never", "never mind", "never before"])
  func otherWords(text: String) { #expect(Invariant(text) == nil) }

  @Test("what it says is what it reads")
  func roundTrip() {
    let all: [Invariant] = [
      .before("a", "b c"), .note("x y"), .result("1"), .never(.deadlock), .never(.neverSettled),
      .never(.rejection), .never(.cancellation), .never(.unhandledRejection), .never(.endlessRun),
      .never(.note("n")), .never(.before("a", "b")),
    ]
    for expectation in all { #expect(Invariant("\(expectation)") == expectation) }
  }

  @Test("an order is expected of names as of notes, and both orders are tried because of it")
  func names() {
    // The handlers share nothing and say nothing, so that only the expectation makes their order matter.
    let scenario = Scenario("quiet", touching: .nothing) {
      _ = after(.milliseconds(1)).done("A", on: Puzzle.left) {}
      _ = after(.milliseconds(1)).done("B", on: Puzzle.right) {}
    }
    #expect(scenario.explore().findings.count == 1)
    let exploration = scenario.explore(expecting: [.before("A", "B")])
    #expect(exploration.findings.map(\.broken) == [[], [.before("A", "B")]])
  }

  @Test("of a name that happens never nothing can come before it")
  func absent() {
    let exploration = Puzzle.twoNotes.explore(expecting: [.before("Z", "A")])
    #expect(exploration.findings.allSatisfy { $0.broken == [.before("Z", "A")] })
    #expect(Puzzle.twoNotes.explore(expecting: [.before("A", "Z")]).failure == nil)
  }
}
