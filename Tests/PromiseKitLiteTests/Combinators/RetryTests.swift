import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("retry tries until it succeeds")
struct RetryTests {
  @Test("the value of the first attempt that succeeds; the attempts are numbered from 1")
  func succeeds() {
    let run = Run {
      retrying(times: 5) { attempt -> Promise<Int> in
        note("attempt \(attempt)")
        if attempt < 3 { throw Failure("\(attempt)") }
        return .value(attempt * 10)
      }
      .done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["attempt 1", "attempt 2", "attempt 3", "30"])
  }

  @Test("the last error, when no attempt is left; the earlier ones count as handled")
  func fails() throws {
    let run = Run {
      retrying(label: "load", times: 3) { Promise<Int>(error: Failure("\($0)")) }.done { _ in
        note("never")
      }
      .catch { note("\($0)") }
    }
    #expect(run.notes == ["3"])
    let load = try #require(run.id(of: "load"))
    let last = try #require(run.settlement(of: "load")?.from)
    #expect(run.label(of: last) == "attempt 3")
    let handled = run.kinds.compactMap { kind -> String? in
      if case .errorHandled(let attempt, load) = kind { run.label(of: attempt) } else { nil }
    }
    #expect(handled == ["attempt 1", "attempt 2"])
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test(
    "each attempt is an input in the events, with its job, its outcome, and the timer before it"
  )
  func events() throws {
    let run = Run {
      retrying(label: "load", times: 2, delay: .milliseconds(5), on: Queues.side) { attempt in
        attempt == 1 ? Promise(error: Failure("x")) : .value(attempt)
      }
      .done { note("\($0)") }.catch { _ in }
    }
    let load = try #require(run.creation(of: "load"))
    #expect(load.operation == .retry && load.parents == [])
    let told = run.kinds.compactMap { kind -> String? in
      switch kind {
      case .inputAdded(load.promise, let index, let input):
        "input \(index) \(run.label(of: input) ?? "")"
      case .jobStarted(_, let child?, _) where run.creation(of: child)?.operation == .async:
        "job of \(run.label(of: child) ?? "")"
      case .inputSettled(load.promise, let index, _, let outcome): "\(index) \(outcome)"
      case .timerScheduled(_, load.promise, let due): "timer \(due)"
      case .timerFired(_, load.promise): "fired"
      case .settled(let settlement) where settlement.promise == load.promise:
        "\(settlement.outcome)"
      default: nil
      }
    }
    #expect(
      told == [
        "input 0 attempt 1", "job of attempt 1", "0 rejected", "timer 5000000", "fired",
        "input 1 attempt 2", "job of attempt 2", "1 fulfilled", "fulfilled",
      ])
    #expect(run.queue(of: "attempt 1") == "side" && run.queue(of: "attempt 2") == "side")
  }

  @Test("every wait is longer than the previous one by a constant factor")
  func backOff() {
    let run = Run {
      retrying(times: 5, delay: .milliseconds(10), backOff: 3) {
        Promise<Int>(error: Failure("\($0)"))
      }
      .catch { _ in note("over") }
    }
    let due = run.kinds.compactMap { kind -> Int64? in
      if case .timerScheduled(_, _, let due) = kind { due / 1_000_000 } else { nil }
    }
    #expect(due == [10, 40, 130, 400])
  }

  @Test("invalid waits count as none, and waits that are too long do not trap")
  func absurdWaits() {
    for backOff in [-1, 0, Double.nan, -Double.infinity] {
      let run = Run {
        retrying(times: 3, delay: .milliseconds(1), backOff: backOff) {
          Promise<Int>(error: Failure("\($0)"))
        }
        .catch { note("\($0)") }
      }
      #expect(run.notes == ["3"])
    }
    for (delay, backOff) in [(DispatchTimeInterval.never, 1), (.seconds(1), Double.infinity)] {
      let run = Run {
        retrying(label: "load", times: 3, delay: delay, backOff: backOff) {
          Promise<Int>(error: Failure("\($0)"))
        }
        .catch { _ in note("never") }
      }
      #expect(run.notes == [] && run.settlement(of: "load") == nil)
    }
  }

  @Test(
    "a negative wait counts as none, and so does every wait after it",
    arguments: [-2, -Double.infinity, Double.nan, Double.infinity, 2])
  func negativeWaits(backOff: Double) {
    let run = Run {
      retrying(times: 4, delay: .seconds(-1), backOff: backOff) {
        Promise<Int>(error: Failure("\($0)"))
      }
      .catch { note("\($0)") }
    }
    #expect(run.notes == ["4"])
    #expect(!run.kinds.contains { if case .timerScheduled = $0 { true } else { false } })
  }

  @Test("an error that is freed when the next one arrives may cancel the chain")
  func endOfError() {
    let run = Run {
      let context = CancelContext()
      context.run {
        retrying(label: "load", times: 4, delay: .milliseconds(1), while: { _, _ in true }) {
          attempt -> Promise<Int> in
          note("attempt \(attempt)")
          throw Leaving { if attempt == 1 { context.cancel() } }
        }
        .cauterize()
      }
    }
    #expect(run.notes == ["attempt 1", "attempt 2"])
    #expect(run.settlement(of: "load")?.outcome == .cancelled)
  }

  @Test(
    "zero attempts are invalid: badInput, and the body does not run", arguments: [0, -3])
  func noAttempt(_ times: Int) {
    let run = Run {
      retrying(times: times) { _ -> Promise<Int> in
        note("never")
        return .value(1)
      }
      .catch { error in if case PMKError.badInput = error { note("bad input") } }
    }
    #expect(run.notes == ["bad input"])
  }

  @Test("a cancellation is not retried")
  func cancellation() {
    let run = Run {
      retrying(label: "load", times: 3) { attempt -> Promise<Int> in
        note("attempt \(attempt)")
        throw Cancelled()
      }
      .done { _ in note("never") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["attempt 1"])
    #expect(run.settlement(of: "load")?.outcome == .cancelled)
  }

  @Test(
    "the condition is evaluated on the queue, with the error and the number of remaining attempts"
  )
  func condition() {
    let run = Run {
      retrying(
        label: "load", times: 5, on: Queues.side,
        while: { error, left in
          note("\(error), \(left) left")
          return left > 2
        }
      ) { attempt in Promise<Int>(error: Failure("\(attempt)")) }
      .catch { note("\($0)") }
    }
    #expect(run.notes == ["1, 4 left", "2, 3 left", "3, 2 left", "3"])
    #expect(run.queue(of: "load") == "side")
    #expect(run.settlement(of: "load")?.origin != nil)
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("the attempts may be guarantees, and may settle later")
  func later() {
    let run = Run {
      retrying(times: 2) { _ in after(.milliseconds(3)).map { 1 } }.done { note("\($0)") }.catch {
        _ in
      }
      retrying(times: 3, delay: .milliseconds(1)) { attempt in
        after(.milliseconds(1)).map { () throws -> Int in
          if attempt < 3 { throw Failure("x") }
          return attempt
        }
      }
      .done { note("\($0)") }.catch { _ in }
    }
    #expect(run.notes == ["1", "3"])
  }

  @Test("cancelling the chain stops the wait, and no further attempt starts")
  func cancelledWhileWaiting() {
    let run = Run {
      let context = CancelContext()
      _ = context.run {
        retrying(label: "load", times: 3, delay: .seconds(60)) { attempt -> Promise<Int> in
          note("attempt \(attempt)")
          throw Failure("x")
        }
        .catch { _ in note("never") }
      }
      after(.seconds(1)).done { context.cancel() }
    }
    #expect(run.notes == ["attempt 1"])
    #expect(run.settlement(of: "load")?.outcome == .cancelled)
    #expect(run.kinds.contains { if case .timerCancelled = $0 { true } else { false } })
    #expect((run.events.last?.time ?? 0) < 2_000_000_000)
  }

  @Test("cancelling the chain during an attempt: the result of the attempt is ignored")
  func cancelledInAttempt() {
    let run = Run {
      let context = CancelContext()
      let work = after(.seconds(2)).map { throw Failure("late") }
      _ = context.run {
        retrying(label: "load", times: 3) { attempt -> Promise<Void> in
          note("attempt \(attempt)")
          return work
        }
        .catch { _ in note("never") }
      }
      after(.seconds(1)).done { context.cancel() }
    }
    #expect(run.notes == ["attempt 1"])
    #expect(run.settlement(of: "load")?.outcome == .cancelled)
    #expect(run.time(ofSettling: "load") == 1_000_000_000)
  }

  @Test("an attempt that is dropped while pending leaves the retry pending, and is reported")
  func givenUp() {
    let run = Run {
      retrying(label: "load", times: 3) { _ in Promise<Int>.pending(label: "given up").promise }
        .catch { _ in note("never") }
    }
    #expect(run.waiting(for: "load") != nil)
  }

  @Test("twenty thousand attempts that fail immediately, inline, on a small stack")
  func depth() {
    onSmallStack {
      let promise = retrying(times: 20_000, on: nil) { attempt -> Promise<Int> in
        if attempt < 20_000 { throw Failure("x") }
        return .value(attempt)
      }
      #expect(promise.value == 20_000)
      let rejected = retrying(times: 20_000, on: nil) { Promise<Int>(error: Failure("\($0)")) }
      #expect(rejected.error as? Failure == Failure("20000"))
    }
  }

  @Test("finished attempts are freed, and so is everything when the retry has ended")
  func lifetime() {
    let lives = LifeCounter()
    let most = LifeCounter()
    do {
      let captured = Life(lives)
      let promise = retrying(times: 1_000, on: nil) { attempt -> Promise<Life> in
        let life = Life(lives)
        if lives.alive > most.alive { most.add(lives.alive - most.alive) }
        return withExtendedLifetime(captured) {
          Promise(error: Holding(life: life))
        }
      }
      #expect(promise.isRejected)
    }
    #expect(lives.alive == 0)
    #expect(most.alive < 10)
  }
}

/// An error that references something.
private struct Holding: Error {
  let life: Life
}

@Suite("reduce passes a value through a sequence")
struct ReduceTests {
  @Test("one step after the other, each with the result of the previous one")
  func steps() {
    let run = Run {
      Promise.value("a").reduce(label: "step", ["b", "c", "d"]) { text, item in
        after(.milliseconds(2)).map { text + item }
      }
      .done { note($0) }.catch { _ in }
    }
    #expect(run.notes == ["abcd"])
    let steps = run.kinds.compactMap { kind -> PromiseEvent.Creation? in
      if case .created(let creation) = kind, creation.label == "step" { creation } else { nil }
    }
    #expect(steps.map(\.operation) == [.then, .then, .then])
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $1.parents == [$0.promise] })
  }

  @Test("no items: the initial value, or the error")
  func noItems() {
    let promise = Promise.value(1).reduce([Int]()) { Promise.value($0 + $1) }
    #expect(promise.value == 1)
    let failed = Promise<Int>(error: Failure("x")).reduce(1...3) { Promise.value($0 + $1) }
    #expect(failed.error as? Failure == Failure("x"))
  }

  @Test("a step that fails ends it, and the steps after it do not run")
  func failure() {
    let run = Run {
      Promise.value(0).reduce(1...5) { sum, number -> Promise<Int> in
        note("\(number)")
        if number == 2 { throw Failure("two") }
        return .value(sum + number)
      }
      .done { note("\($0)") }.catch { note("\($0)") }
    }
    #expect(run.notes == ["1", "2", "two"])
  }

  @Test("twenty thousand items, inline, on a small stack")
  func depth() {
    onSmallStack {
      let sum = Promise.value(0).reduce(1...20_000, on: nil) { Promise.value($0 + $1) }
      #expect(sum.value == 200_010_000)
    }
  }
}
