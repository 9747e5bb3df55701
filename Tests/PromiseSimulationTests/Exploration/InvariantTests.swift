import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Invariants: what must hold in every schedule")
struct InvariantTests {
  @Test(
    "the grammar of the command line",
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
    "other texts are rejected",
    arguments: [
      "before render", "save before", "save", "save before save", "", "never", "never mind",
      "never before",
    ])
  func otherWords(text: String) { #expect(Invariant(text) == nil) }

  @Test("its description reads back as the same expectation")
  func roundTrip() {
    let all: [Invariant] = [
      .before("a", "b c"), .note("x y"), .result("1"), .never(.deadlock), .never(.neverSettled),
      .never(.rejection), .never(.cancellation), .never(.unhandledRejection), .never(.endlessRun),
      .never(.note("n")), .never(.before("a", "b")),
    ]
    for expectation in all { #expect(Invariant("\(expectation)") == expectation) }
  }

  @Test("an order is expected of names as well as of notes, so both orders are tried")
  func names() {
    // The handlers share nothing and declare nothing, so only the expectation makes their order
    // matter.
    let scenario = Scenario("quiet", accessing: .nothing) {
      _ = after(.milliseconds(1)).done(label: "A", on: Puzzle.left) {}
      _ = after(.milliseconds(1)).done(label: "B", on: Puzzle.right) {}
    }
    #expect(scenario.explore().findings.count == 1)
    let exploration = scenario.explore(expecting: [.before("A", "B")])
    #expect(exploration.findings.map(\.broken) == [[], [.before("A", "B")]])
  }

  /// Whether X happens before Y, which happens after five milliseconds.
  private func isEarly(_ make: @escaping @Sendable () -> Promise<Int>) -> Bool {
    let scenario = Scenario("early") {
      _ = after(.milliseconds(5)).done(label: "Y", on: nil) {}
      return make()
    }
    return scenario.explore(expecting: [.before("X", "Y")]).failure == nil
  }

  private static func number(after milliseconds: Int) -> Promise<Int> {
    Promise(from: after(.milliseconds(milliseconds)).map(on: nil) { 1 })
  }

  @Test(
    "a promise that is locked in happens when it settles, and not when it is resolved again")
  func lockedIn() {
    #expect(isEarly { Promise(label: "X") { $0.resolve(Self.number(after: 1)) } })
    #expect(!isEarly { Promise(label: "X") { $0.resolve(Self.number(after: 9)) } })
    #expect(
      !isEarly {
        Promise(label: "X") { seal in
          seal.resolve(Self.number(after: 9))
          seal.fulfill(2)
        }
      })
  }

  @Test("a fan-in and a retry happen when they settle")
  func fanIns() {
    #expect(
      isEarly { PromiseKitLite.race(label: "X", [Self.number(after: 1), Self.number(after: 9)]) })
    #expect(!isEarly { PromiseKitLite.race(label: "X", [Self.number(after: 9)]) })
    #expect(isEarly { retrying(label: "X", times: 2) { _ in Self.number(after: 1) } })
    #expect(!isEarly { retrying(label: "X", times: 2) { _ in Self.number(after: 9) } })
  }

  @Test("nothing can come before a name that never happens")
  func absent() {
    let exploration = Puzzle.twoNotes.explore(expecting: [.before("Z", "A")])
    #expect(exploration.findings.allSatisfy { $0.broken == [.before("Z", "A")] })
    #expect(Puzzle.twoNotes.explore(expecting: [.before("A", "Z")]).failure == nil)
  }

  @Test(
    "what the outcome does not show is checked against the events of each schedule",
    arguments: [
      ("A on left", 0), ("A on right", 2), ("A starts before B settled", 1), ("A starts 1 time", 0),
      ("A at 1 ms", 0), ("A at 2 ms", 2), ("A is fulfilled", 0), ("B is pending", 2),
      ("never A skipped", 0), ("A skipped", 2), ("warns wait-blocks-chain", 2),
      ("in every schedule: A before B", 1), ("in some schedule: A before B", 0),
      ("in some schedule: A on right", 2), ("note A before note B", 1),
    ])
  func eachSchedule(text: String, broken: Int) throws {
    let expectation = try #require(Invariant(text))
    let exploration = Puzzle.twoNotes.explore(expecting: [expectation])
    #expect(exploration.findings.count { $0.broken == [expectation] } == broken)
    #expect(exploration.findings.count == 2 && exploration.coverage == .exhaustive)
  }
}
