import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

/// State that two steps share without declaring it: in the library, or in program code that is not
/// a handler. With the reduction, every outcome is found that is found without it.
@Suite("Two steps that share what no handler declares are tried in both orders")
struct HiddenDependenceTests {
  private static let left = Puzzle.left.accessing()
  private static let right = Puzzle.right.accessing()

  /// Returns the outcomes of the schedules, which are the same with the reduction and without.
  private func outcomes(_ scenario: Scenario) -> Set<Exploration.Outcome> {
    let (reduced, all) = (scenario.explore(), scenario.explore(.unreduced))
    #expect(reduced.coverage == .exhaustive && all.coverage == .exhaustive)
    let outcomes = Set(reduced.findings.map(\.outcome))
    #expect(outcomes == Set(all.findings.map(\.outcome)))
    return outcomes
  }

  private func results(_ scenario: Scenario) -> Set<String> {
    Set(outcomes(scenario).map { "\($0.result)" })
  }

  @Test("the life of an owner: it is freed before the link checks, or after")
  func owner() {
    let scenario = Scenario("owner") {
      let view = Slot<SharedNumber>()
      view.value = SharedNumber(0)
      let start = Promise.value(())
      let chain = view.value.map { start.until($0) } ?? start
      _ = start.done(on: Puzzle.left.accessing("view")) { view.value = nil }
      return chain.map(on: Self.right) { "shown" }
        .recover(on: nil, policy: .allErrors) { _ in Promise.value("gone") }
    }
    #expect(results(scenario) == ["shown", "gone"])
  }

  @Test("an iterator: it reads before the other queue has written, or after")
  func iterator() {
    let scenario = Scenario("iterator") {
      let number = SharedNumber(0)
      let (first, seal) = Promise<Int>.pending()
      var left = 2
      let inputs = AnyIterator<Promise<Int>> {
        left -= 1
        guard left >= 0 else { return nil }
        return left == 1 ? first : Promise.value(number.value)
      }
      let start = Promise.value(())
      _ = start.done(on: Puzzle.left.accessing("number")) { number.value = 1 }
      _ = start.done(on: Self.right) { seal.fulfill(5) }
      return when(fulfilled: inputs, concurrently: 1)
    }
    #expect(results(scenario) == ["[5, 0]", "[5, 1]"])
  }

  @Test("a handler of a context: it is attached before the context is cancelled, or after")
  func contextHandler() {
    let scenario = Scenario("handler") {
      let context = CancelContext()
      let (promise, seal) = Promise<String>.pending()
      let start = Promise.value(())
      _ = start.done(on: Self.left) {
        context.onCancel { seal.fulfill("cancelled") }
        seal.fulfill("begun")
      }
      _ = start.done(on: Self.right) { context.cancel() }
      return promise
    }
    #expect(results(scenario) == ["begun", "cancelled"])
  }

  @Test(
    "which wait fails first in a deadlock: the one that began first, whatever was enqueued first"
  )
  func deadlock() {
    let scenario = Scenario("deadlock") {
      let (promise, seal) = Promise<Int>.pending()
      withExtendedLifetime(seal) {
        for queue in [Puzzle.left, Puzzle.right] {
          _ = after(.milliseconds(1)).done(on: queue) {
            do { _ = try promise.wait() } catch { note(queue.label) }
          }
        }
      }
    }
    #expect(Set(outcomes(scenario).map(\.notes)) == [["left", "right"], ["right", "left"]])
  }

  @Test("which handler receives reports: it is set before there is a report, or after")
  func reports() {
    let scenario = Scenario("reports", accessing: .nothing) {
      let (start, environment) = (Promise.value(()), PromiseEnvironment.current)
      _ = start.done(on: Self.left) { environment.warningHandler = { _ in note("again") } }
      let (promise, seal) = Promise<Int>.pending()
      seal.fulfill(1)
      _ = start.done(on: Self.right) { seal.fulfill(2) }
      return promise
    }
    #expect(Set(outcomes(scenario).map(\.notes)) == [["again"], []])
    let logging = Scenario("logging", accessing: .nothing) {
      let (start, environment) = (Promise.value(()), PromiseEnvironment.current)
      _ = start.done(on: Self.left) { environment.logHandler = { _ in note("left pending") } }
      let seal = Slot<Resolver<Int>>()
      seal.value = Promise<Int>.pending().resolver
      _ = start.done(on: Self.right) { seal.value = nil }
    }
    #expect(Set(outcomes(logging).map(\.notes)) == [["left pending"], []])
  }

  /// An error whose comparison reads state that handlers share.
  private struct Picky: Error, Equatable {
    let number: SharedNumber
    static func == (a: Picky, b: Picky) -> Bool { a.number.value == 0 }
  }

  @Test("errors that are compared: before the other queue has written, or after")
  func comparison() {
    let scenario = Scenario("comparison") {
      let number = SharedNumber(0)
      let (promise, seal) = Promise<String>.pending()
      let start = Promise.value(())
      _ = start.done(on: Puzzle.left.accessing("number")) { number.value = 1 }
      _ = start.done(on: Self.right) { seal.reject(Picky(number: number)) }
      return promise.recover(only: Picky(number: number), on: .main.accessing()) { _ in
        Promise.value("named")
      }
      .recover(on: .main.accessing()) { _ in Promise.value("not named") }
    }
    #expect(results(scenario) == ["named", "not named"])
  }

  @Test("reports come in the same order with and without an observer")
  func orderOfReports() {
    let exploration = Scenario("order") {
      PromiseEnvironment.current.warningHandler = { warning in
        if case .unhandledRejection(let error, _) = warning { note("\(error)") }
      }
      let first = Promise<Int>(error: PMKError.badInput)
      let kept = Slot<[Promise<Int>]>()
      kept.value = [Promise<Int>(error: PMKError.timedOut), first]
      _ = Promise.value(()).done(on: Puzzle.left) { kept.value = nil }
    }
    .explore()
    #expect(exploration.coverage == .exhaustive)
    #expect(exploration.findings.map(\.outcome.notes.count) == [2])
  }
}
