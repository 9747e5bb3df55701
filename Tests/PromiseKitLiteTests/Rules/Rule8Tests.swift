import Dispatch
import PromiseKitLite
import TestSupport
import Testing

/// When the inputs of a fan-in settle.
enum Timing: CaseIterable {
  /// Before it is created.
  case already
  /// Right after it is created, in the order of the inputs.
  case now
  /// On timers, in the order of the inputs.
  case later

  /// Two promises, rejected or fulfilled with 1 and 2, which become inputs of `fanIn`.
  func inputs(
    _ first: Result<Int, Failure>, _ second: Result<Int, Failure>,
    into fanIn: ([Promise<Int>]) -> Void
  ) {
    let pairs = [first, second].map { (result: $0, pending: Promise<Int>.pending()) }
    let settle: @Sendable (Int) -> Void = { [pairs] index in
      pairs[index].pending.resolver.resolve(pairs[index].result.mapError { $0 as any Error })
    }
    if self == .already { pairs.indices.forEach(settle) }
    fanIn(pairs.map(\.pending.promise))
    switch self {
    case .already: break
    case .now: pairs.indices.forEach(settle)
    case .later:
      for index in pairs.indices { after(.milliseconds(index + 1)).done { settle(index) } }
    }
  }
}

@Suite("Rule 8: all, allSettled, race and any, with their events")
struct Rule8EventsTests {
  private static let bad = Result<Int, Failure>.failure(Failure("x"))
  private static let worse = Result<Int, Failure>.failure(Failure("y"))

  @Test(
    "all receives every input while it waits, and settles with the last", arguments: Timing.allCases
  )
  func all(_ timing: Timing) {
    let run = Run {
      timing.inputs(.success(1), .success(2)) { inputs in
        when(label: "fan-in", fulfilled: inputs).done { note("\($0)") }.catch { _ in note("never") }
      }
    }
    #expect(run.notes == ["[1, 2]"])
    #expect(run.story(of: "fan-in") == ["0 fulfilled", "1 fulfilled", "settled fulfilled"])
    #expect(run.settlement(of: "fan-in")?.from == nil)
  }

  @Test(
    "all settles like the first input that fails, and ignores the second",
    arguments: Timing.allCases)
  func allFails(_ timing: Timing) {
    let run = Run {
      timing.inputs(Self.bad, Self.worse) { inputs in
        when(label: "fan-in", fulfilled: inputs).done { _ in note("never") }.catch { note("\($0)") }
      }
    }
    #expect(run.notes == ["x"])
    #expect(run.story(of: "fan-in") == ["0 rejected", "settled rejected", "1 too late"])
    let settlement = run.settlement(of: "fan-in")
    #expect(settlement?.from == run.creation(of: "fan-in")?.parents.first)
    #expect(settlement?.origin == settlement?.from)
    #expect(run.unhandled == [])
  }

  @Test("allSettled handles the errors of its inputs", arguments: Timing.allCases)
  func allSettled(_ timing: Timing) throws {
    let run = Run {
      timing.inputs(Self.bad, .success(2)) { inputs in
        when(label: "fan-in", resolved: inputs).done { note("\($0.map { (try? $0.get()) ?? 0 })") }
      }
    }
    #expect(run.notes == ["[0, 2]"])
    #expect(run.story(of: "fan-in") == ["0 rejected", "1 fulfilled", "settled fulfilled"])
    let fanIn = try #require(run.creation(of: "fan-in"))
    #expect(
      run.kinds.contains(.errorHandled(promise: fanIn.parents[0], by: fanIn.promise)))
    #expect(run.unhandled == [])
  }

  @Test("race settles like the first, and ignores the second", arguments: Timing.allCases)
  func race(_ timing: Timing) {
    let run = Run {
      timing.inputs(.success(1), Self.bad) { inputs in
        PromiseKitLite.race(label: "fan-in", inputs).done { note("\($0)") }.catch { _ in
          note("never")
        }
      }
    }
    #expect(run.notes == ["1"])
    #expect(run.story(of: "fan-in") == ["0 fulfilled", "settled fulfilled", "1 too late"])
    #expect(run.unhandled == [] && run.events(.errorHandled).isEmpty)
  }

  @Test("any skips failures, and handles them", arguments: Timing.allCases)
  func any(_ timing: Timing) {
    let run = Run {
      timing.inputs(Self.bad, .success(2)) { inputs in
        PromiseKitLite.race(label: "fan-in", fulfilled: inputs).done { note("\($0)") }
          .catch { _ in note("never") }
      }
    }
    #expect(run.notes == ["2"])
    #expect(run.story(of: "fan-in") == ["0 rejected", "1 fulfilled", "settled fulfilled"])
    #expect(run.settlement(of: "fan-in")?.from == run.creation(of: "fan-in")?.parents.last)
    #expect(run.unhandled == [])
  }

  @Test(
    "any with only failures keeps every error; its own error must be handled",
    arguments: Timing.allCases)
  func anyFails(_ timing: Timing) {
    let run = Run {
      timing.inputs(Self.bad, Self.worse) { inputs in
        PromiseKitLite.race(label: "fan-in", fulfilled: inputs).catch { error in
          if case PMKError.noWinner(let errors) = error { note("\(errors)") }
        }
      }
    }
    #expect(run.notes == ["[x, y]"])
    #expect(run.story(of: "fan-in") == ["0 rejected", "1 rejected", "settled rejected"])
    let settlement = run.settlement(of: "fan-in")
    #expect(settlement?.origin == run.id(of: "fan-in") && settlement?.from == nil)
    #expect(run.unhandled == [])
  }

  @Test("any keeps the errors in the order of the inputs, in whichever order they arrive")
  func anyNoWinnerInOrder() {
    let run = Run {
      let inputs = [20, 5, 10].map { delay in
        after(.milliseconds(delay)).map { () throws -> Int in throw Failure("\(delay)") }
      }
      PromiseKitLite.race(fulfilled: inputs).catch { error in
        if case PMKError.noWinner(let errors) = error { note("\(errors)") }
      }
    }
    #expect(run.notes == ["[20, 5, 10]"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("a cancelled input cancels all and race; allSettled and any treat it as a failure")
  func cancelledInput() {
    let run = Run {
      let inputs = [Promise<Int>(error: Cancelled()), Promise.value(2)]
      when(label: "all", fulfilled: inputs).catch { _ in note("never") }
      PromiseKitLite.race(label: "race", inputs).catch { _ in note("never") }
      when(label: "allSettled", resolved: inputs).done { note("\($0.count)") }
      PromiseKitLite.race(label: "any", fulfilled: inputs).done { note("\($0)") }.catch { _ in }
      PromiseKitLite.race(label: "only", fulfilled: [inputs[0]]).catch { _ in note("any") }
    }
    #expect(run.notes.sorted() == ["2", "2", "any"])
    let labels = ["all", "race", "allSettled", "any", "only"]
    let outcomes = labels.map { run.settlement(of: $0)?.outcome }
    #expect(outcomes == [.cancelled, .cancelled, .fulfilled, .fulfilled, .rejected])
  }

  @Test("the same promise may be an input several times, and counts each time")
  func sameInput() {
    let run = Run {
      let (slow, bad) = (after(.milliseconds(1)).map { 1 }, Promise<Int>(error: Failure("x")))
      when(label: "all", fulfilled: [slow, slow, slow]).done { note("\($0)") }.catch { _ in }
      when(label: "failing", fulfilled: [bad, bad]).catch { note("\($0)") }
      when(label: "allSettled", resolved: [bad, bad]).done { note("\($0.count)") }
      PromiseKitLite.race(label: "race", [slow, slow]).done { note("\($0)") }.catch { _ in }
      PromiseKitLite.race(label: "any", fulfilled: [bad, bad]).catch { error in
        if case PMKError.noWinner(let errors) = error { note("\(errors.count) errors") }
      }
      when(label: "pair", fulfilled: slow, slow).done { note("\($0) \($1)") }.catch { _ in }
    }
    #expect(run.notes == ["x", "2", "2 errors", "[1, 1, 1]", "1", "1 1"])
    #expect(run.story(of: "failing") == ["0 rejected", "settled rejected", "1 too late"])
    #expect(run.story(of: "race") == ["0 fulfilled", "settled fulfilled", "1 too late"])
  }

  @Test("no inputs: every fan-in settles or rejects immediately, without input events")
  func noInputs() {
    let (none, sure) = ([Promise<Int>](), [Guarantee<Int>]())
    let run = Run {
      when(label: "all", fulfilled: none).done { note("all \($0)") }.catch { _ in }
      when(label: "guarantees", guarantees: sure).done { note("guarantees \($0)") }
      when(label: "settled", resolved: none).done { note("settled \($0.count)") }
      when(label: "keys", fulfilled: [Int: Promise<Int>]()).done { note("keys \($0)") }.catch { _ in
      }
      PromiseKitLite.race(label: "race", none).catch { note("race \($0)") }
      PromiseKitLite.race(label: "any", fulfilled: none).catch { note("any \($0)") }
      when(label: "iterator", fulfilled: none.makeIterator(), concurrently: 1)
        .done { note("iterator \($0)") }.catch { _ in }
    }
    #expect(
      run.notes == [
        "all []", "guarantees []", "settled 0", "keys [:]", "race \(PMKError.badInput)",
        "any \(PMKError.badInput)", "iterator []",
      ])
    for label in ["all", "guarantees", "settled", "keys", "race", "any", "iterator"] {
      #expect(run.story(of: label)?.count == 1)
    }
  }

  @Test("a fan-in whose result is dropped receives its inputs all the same, and is freed")
  func nobodyKeepsIt() throws {
    let run = Run {
      _ = when(
        label: "all",
        fulfilled: [after(label: "a", .milliseconds(1)), after(label: "b", .milliseconds(2))])
    }
    #expect(run.story(of: "all") == ["0 fulfilled", "1 fulfilled", "settled fulfilled"])
    let all = try #require(run.id(of: "all"))
    #expect(run.kinds.contains(.deallocated(promise: all, state: .settled, waiting: [])))
  }

  @Test("an error that reaches a dropped fan-in is reported as unhandled, once")
  func nobodyHandlesIt() {
    let run = Run {
      _ = when(
        label: "all", fulfilled: [Promise<Int>(label: "bad", error: Failure("x")), .value(1)])
    }
    #expect(run.unhandled == ["x"])
  }

  @Test("inputs that are dropped leave it pending; it is among those that never settle")
  func inputGivenUp() {
    let run = Run {
      when(label: "all", fulfilled: [Promise<Int>.pending(label: "given up").promise, .value(1)])
        .catch { _ in note("never") }
    }
    #expect(run.waiting(for: "given up") == [run.id(of: "all")].compactMap { $0 })
  }

  @Test("a fan-in that is cancelled ignores its inputs, and their errors are not reported")
  func cancelledFanIn() {
    let run = Run {
      let context = CancelContext()
      let outside = after(.seconds(2)).map { throw Failure("late") }
      let inside = context.run { Promise<Void>.pending().promise }
      _ = context.run {
        PromiseKitLite.race(label: "any", fulfilled: [inside, outside])
          .cancelled { note("cancelled") }.catch { _ in note("never") }
      }
      after(.seconds(1)).done {
        context.cancel()
        withExtendedLifetime(inside) {}
      }
    }
    #expect(run.notes == ["cancelled"])
    #expect(run.story(of: "any") == ["0 cancelled", "settled cancelled", "1 too late"])
    #expect(run.unhandled == [])
  }

  @Test("a fan-in of fan-ins, for every rule")
  func nested() {
    let run = Run {
      let fast = after(.milliseconds(1)).map { 1 }
      let slow = after(.milliseconds(3)).map { 2 }
      let bad = after(.milliseconds(2)).map { () throws -> Int in throw Failure("x") }
      let all = when(label: "all", fulfilled: [fast, slow]).map(on: nil) { $0.reduce(0, +) }
      let any = PromiseKitLite.race(label: "any", fulfilled: [bad, Promise(slow)])
      let first = PromiseKitLite.race(label: "race", [bad, Promise(fast)])
      when(label: "outer", fulfilled: [all, any, first]).done { note("\($0)") }.catch { _ in }
      PromiseKitLite.race(
        label: "either",
        fulfilled: [when(label: "fails", fulfilled: [bad, bad]), all.map { [$0] }]
      )
      .done { note("\($0)") }.catch { _ in }
      when(label: "both", resolved: PromiseKitLite.race(fulfilled: [bad]), any)
        .done { note("\($0.map { (try? $0.get()) ?? 0 })") }
    }
    #expect(run.notes.sorted() == ["[0, 2]", "[3, 2, 1]", "[3]"])
    #expect(run.unhandled == [])
    #expect(
      run.creation(of: "outer")?.parents.last == run.id(of: "race"))
  }

  @Test("a fan-in adopts nothing: its inputs may be chained on as before")
  func inputsStay() {
    let run = Run {
      let input = Promise.value(1)
      _ = when(fulfilled: [input])
      input.done { note("\($0)") }.catch { _ in }
    }
    #expect(run.notes == ["1"])
    #expect(!run.kinds.contains { if case .adopted = $0 { true } else { false } })
  }
}

@Suite("Rule 8, large")
struct Rule8SizeTests {
  private static let count = 20_000

  @Test("all over a hundred thousand, in order, on a small stack")
  func large() {
    onSmallStack {
      let pairs = (0..<100_000).map { _ in Promise<Int>.pending() }
      let all = when(fulfilled: pairs.map(\.promise))
      for (index, pair) in pairs.enumerated().reversed() { pair.resolver.fulfill(index) }
      #expect(all.value == Array(0..<100_000))
    }
  }

  @Test("twenty thousand settled inputs, on a small stack")
  func settledAlready() {
    onSmallStack {
      let values = (0..<Self.count).map { Promise.value($0) }
      #expect(when(fulfilled: values).value?.count == Self.count)
      #expect(when(resolved: values).value?.count == Self.count)
      #expect(race(values).value == 0)
      let errors = (0..<Self.count).map { Promise<Int>(error: Failure("\($0)")) }
      guard case PMKError.noWinner(let all)? = race(fulfilled: errors).error else {
        Issue.record("not rejected with noWinner")
        return
      }
      #expect(all.count == Self.count && all.last as? Failure == Failure("\(Self.count - 1)"))
    }
  }

  @Test("twenty thousand inputs that settle later, the last one first, on a small stack")
  func settledLater() {
    onSmallStack {
      let pairs = (0..<Self.count).map { _ in Promise<Int>.pending() }
      let promises = pairs.map(\.promise)
      let (settled, first) = (when(resolved: promises), race(promises))
      let any = race(fulfilled: promises)
      let keyed = when(
        fulfilled: Dictionary(uniqueKeysWithValues: promises.enumerated().map { ($0, $1) }))
      for (index, pair) in pairs.enumerated().reversed() { pair.resolver.fulfill(index) }
      #expect(settled.value?.count == Self.count)
      #expect(first.value == Self.count - 1 && any.value == Self.count - 1)
      #expect(keyed.value?[7] == 7)
    }
  }

  @Test("a chain of twenty thousand fan-ins, each of the one before, on a small stack")
  func chainOfFanIns() {
    onSmallStack {
      let (promise, resolver) = Promise<Int>.pending()
      var last = promise
      for _ in 0..<Self.count { last = race([last]) }
      resolver.fulfill(1)
      #expect(last.value == 1)
    }
  }

  @Test("a fan-in keeps none of its inputs alive when it has settled")
  func lifetime() {
    let lives = LifeCounter()
    let (never, resolver) = Promise<Life>.pending()
    do {
      let won = race([never, .value(Life(lives))])
      let failed = when(fulfilled: [.value(Life(lives)), never, Promise(error: Failure("x"))])
      #expect(won.isFulfilled && failed.isRejected)
      #expect(lives.alive == 1)
    }
    #expect(lives.alive == 0)
    withExtendedLifetime(resolver) {}
  }
}

extension Run {
  /// The events of the fan-in labeled `label`, in order.
  fileprivate func story(of label: String) -> [String]? {
    guard let id = id(of: label) else { return nil }
    return kinds.compactMap { kind in
      switch kind {
      case .inputSettled(id, let index, _, let outcome): "\(index) \(outcome)"
      case .inputIgnored(id, let index, _, _): "\(index) too late"
      case .settled(let settlement) where settlement.promise == id: "settled \(settlement.outcome)"
      default: nil
      }
    }
  }
}
