import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

/// Steps that share only one thing: if the reduction overlooked it, an outcome would be missing.
@Suite("Two steps that share one thing are tried in both orders")
struct DependenceTests {
  private static let left = Puzzle.left.accessing()
  private static let right = Puzzle.right.accessing()

  /// A job on each of two queues at the same instant that share nothing.
  private static func jobs() -> (Promise<String>, Promise<String>) {
    let start = Promise.value(())
    return (start.map(on: left) { "left" }, start.map(on: right) { "right" })
  }

  /// Returns the results and notes of all schedules.
  private func outcomes(_ scenario: Scenario) -> Set<String> {
    let exploration = scenario.explore()
    #expect(exploration.coverage == .exhaustive)
    return Set(exploration.findings.map { "\($0.outcome)" })
  }

  @Test("nothing: one order is enough")
  func nothing() {
    let scenario = Scenario("nothing") {
      let (one, two) = Self.jobs()
      return when(fulfilled: one.asVoid(), two.asVoid())
    }
    #expect(outcomes(scenario) == ["((), ())"])
  }

  @Test("a race: either input may win")
  func race() {
    let scenario = Scenario("race") {
      let (one, two) = Self.jobs()
      return PromiseKitLite.race(one, two)
    }
    #expect(outcomes(scenario) == ["left", "right"])
  }

  // If the left job is last, what waits for both is enqueued on the third queue before what comes
  // two inline links after it.
  @Test("an all: the last input enqueues what waits for both")
  func all() {
    let scenario = Scenario("all", accessing: .nothing) {
      let third = DispatchQueue(label: "third")
      let (one, two) = Self.jobs()
      let both = when(fulfilled: one.asVoid(), two.asVoid()).done(on: third) { _ in note("both") }
      let deep = one.map(on: nil) { $0 }.map(on: nil) { $0 }.map(on: nil) { $0 }
        .done(on: third) { _ in note("deep") }
      return when(fulfilled: both.asVoid(), deep.asVoid())
    }
    let reduced = Set(scenario.explore().findings.map(\.outcome.notes))
    #expect(reduced == [["both", "deep"], ["deep", "both"]])
    #expect(reduced == Set(scenario.explore(.unreduced).findings.map(\.outcome.notes)))
  }

  @Test("a promise: it is resolved by the first, or seen before it is")
  func promise() {
    let scenario = Scenario("promise") {
      let (promise, seal) = Promise<String>.pending()
      let start = Promise.value(())
      _ = start.done(on: Self.left) { seal.fulfill("left") }
      _ = start.done(on: Self.right) { seal.fulfill("right") }
      return promise
    }
    #expect(outcomes(scenario) == ["left", "right"])
    let looking = Scenario("looking") {
      let (promise, seal) = Promise<String>.pending()
      let start = Promise.value(())
      _ = start.done(on: Self.left) { seal.fulfill("left") }
      return start.map(on: Self.right) { promise.isPending }
    }
    #expect(outcomes(looking) == ["true", "false"])
  }

  @Test("the end of a line: either job is first on the third queue")
  func line() {
    let scenario = Scenario("line", accessing: .nothing) {
      let number = SharedNumber(0)
      let third = DispatchQueue(label: "third").accessing("number")
      let (one, two) = Self.jobs()
      let ends = [
        one.done(on: third) { _ in number.value = number.value * 10 + 1 },
        two.done(on: third) { _ in number.value = number.value * 10 + 2 },
      ]
      return when(fulfilled: ends).map(on: third) { number.value }
    }
    #expect(outcomes(scenario) == ["12", "21"])
  }

  @Test("a context: it is cancelled before it is checked, or after")
  func context() {
    let scenario = Scenario("context") {
      let context = CancelContext()
      let start = Promise.value(())
      _ = start.done(on: Self.left) { context.cancel() }
      return start.map(on: Self.right) { context.isCancelled }
    }
    #expect(outcomes(scenario) == ["true", "false"])
  }

  @Test("state that both declare, and state that one does not declare")
  func state() {
    func scenario(_ one: any Dispatcher, _ two: any Dispatcher) -> Scenario {
      Scenario("state") {
        let number = SharedNumber(0)
        let start = Promise.value(())
        _ = start.done(on: one) { number.value = 1 }
        return start.map(on: two) { number.value }
      }
    }
    let (one, two) = (Puzzle.left, Puzzle.right)
    #expect(outcomes(scenario(one.accessing("number"), two.accessing("number"))) == ["0", "1"])
    #expect(outcomes(scenario(one, two)) == ["0", "1"])
    #expect(outcomes(scenario(one.accessing("number"), two)) == ["0", "1"])
    #expect(outcomes(scenario(one, two.accessing("number"))) == ["0", "1"])
  }

  @Test("notes, and their order with watched names")
  func notes() {
    let scenario = Scenario("notes") {
      let start = Promise.value(())
      _ = start.done(label: "A", on: Self.left) { note("a") }
      _ = start.done(label: "B", on: Self.right) { note("b") }
    }
    #expect(outcomes(scenario) == ["ended; a, b", "ended; b, a"])
    let silent = Scenario("silent") {
      let start = Promise.value(())
      _ = start.done(label: "A", on: Self.left) {}
      _ = start.done(label: "B", on: Self.right) {}
    }
    #expect(silent.explore(expecting: [.before("A", "B")]).failure != nil)
    #expect(silent.explore(expecting: [.before("B", "A")]).failure != nil)
  }

  @Test("what a job accesses after a wait")
  func wait() {
    let scenario = Scenario("wait", accessing: .nothing) {
      let number = SharedNumber(0)
      let pause = after(.milliseconds(1))
      _ = Promise.value(()).done(on: Puzzle.left.accessing("number")) {
        pause.wait()
        number.value = 1
      }
      return after(.milliseconds(1)).map(on: Puzzle.right.accessing("number")) { number.value }
    }
    #expect(outcomes(scenario) == ["0", "1"])
  }
}
