import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 9: catch ends, recover continues, tap observes, ensure always runs")
struct Rule9Tests {
  @Test("catch handles the error, finally comes after it")
  func catchThenFinally() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .done { _ in note("never") }
        .catch { note("caught \($0)") }
        .finally { note("finally") }
    }
    #expect(run.notes == ["caught x", "finally"])
    #expect(run.kinds.contains { if case .errorHandled = $0 { true } else { false } })
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("tap and get observe and pass on")
  func tapAndGet() {
    let value = Run {
      Promise.value(1).get { note("get \($0)") }.tap { note("tap \((try? $0.get()) ?? -1)") }
        .done { note("done \($0)") }.catch { _ in note("never") }
    }
    #expect(value.notes == ["get 1", "tap 1", "done 1"])
    let error = Run {
      Promise<Int>(error: Failure("x")).get { _ in note("never") }
        .tap { if case .failure(let error) = $0 { note("tap \(error)") } }
        .catch { note("caught \($0)") }
    }
    #expect(error.notes == ["tap x", "caught x"])
  }

  @Test("ensure runs for a value, an error and a cancellation, and passes it on")
  func ensure() {
    let run = Run {
      Promise.value(1).ensure { note("value") }.catch { _ in note("never") }
      Promise<Int>(error: Failure("x")).ensure { note("error") }.catch { note("caught \($0)") }
      Promise<Int>(error: Cancelled()).ensure { note("cancelled") }
        .catch { _ in note("never") }
        .finally { note("finally") }
    }
    #expect(Set(run.notes) == ["value", "error", "caught x", "cancelled", "finally"])
    #expect(run.notes.count == 5)
  }

  @Test("a throw in any of them becomes the error")
  func throwsBecomeErrors() {
    let run = Run {
      Promise.value(1).map { _ in throw Failure("map") }.catch { note("\($0)") }
      Promise.value(1).then { _ -> Promise<Int> in throw Failure("then") }.catch { note("\($0)") }
      Promise.value(1).done { _ in throw Failure("done") }.catch { note("\($0)") }
      Promise.value(1).get { _ in throw Failure("get") }.catch { note("\($0)") }
      Promise.value(1).tap { _ in throw Failure("tap") }.catch { note("\($0)") }
      Promise<Int>(error: Failure("x")).recover { _ -> Promise<Int> in throw Failure("recover") }
        .catch { note("\($0)") }
      firstly { () throws -> Promise<Int> in throw Failure("firstly") }.catch { note("\($0)") }
      Promise<Int> { _ in throw Failure("body") }.catch { note("\($0)") }
    }
    #expect(
      Set(run.notes) == ["map", "then", "done", "get", "tap", "recover", "firstly", "body"])
  }

  @Test("a guarantee's links are guarantees, until one may throw")
  func guarantees() {
    let run = Run {
      let guarantee: Guarantee<Int> = Guarantee.value(1).map { $0 + 1 }
      let next: Guarantee<Void> = guarantee.then { Guarantee.value($0 * 10) }.get { note("\($0)") }
        .done { note("\($0)") }
      let promise: Promise<Void> = next.map { throw Failure("now a promise") }
      promise.catch { note("\($0)") }
    }
    #expect(run.notes == ["20", "20", "now a promise"])
  }

  @Test("recover does not change a value, and what it throws is the new error")
  func recoverValueAndThrow() {
    let run = Run {
      Promise.value(1).recover { _ in Promise.value(2) }.done { note("\($0)") }.catch { _ in }
      Promise<Int>(error: Failure("x"))
        .recover { error -> Promise<Int> in throw Failure("not \(error)") }
        .recover { error -> Promise<Int> in
          note("\(error)")
          return .value(3)
        }
        .done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["1", "3", "not x"])
  }

  @Test("recover with a guarantee, and of a promise of nothing, ends the errors")
  func recoverForGood() {
    let run = Run {
      let guarantee: Guarantee<Int> = Promise<Int>(error: Cancelled()).recover { _ in .value(1) }
      guarantee.done { note("\($0)") }
      let void: Guarantee<Void> = Promise<Void>(error: Cancelled()).recover { _ in note("void") }
      void.done { note("after void") }
      let again: Promise<Void> = Promise<Void>(error: Failure("x")).recover { throw $0 }
      again.catch { note("\($0)") }
    }
    #expect(Set(run.notes) == ["1", "void", "after void", "x"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("catch ends the chain: what comes after it runs for a value, an error and a cancellation")
  func finallyAlways() {
    let run = Run {
      for (name, promise) in [
        ("value", Promise.value(1)), ("error", Promise(error: Failure("x"))),
        ("cancelled", Promise(error: Cancelled())),
      ] {
        promise.catch { _ in note("catch \(name)") }
          .finally { note("finally \(name)") }
          .finally { note("again \(name)") }
      }
    }
    #expect(run.notes.filter { $0.hasPrefix("catch") } == ["catch error"])
    let ways = ["value", "error", "cancelled"]
    let wanted: [String] = ways.map { "finally \($0)" } + ways.map { "again \($0)" }
    #expect(Set(run.notes.filter { !$0.hasPrefix("catch") }) == Set(wanted))
    #expect(run.notes.count == 7)
  }

  @Test("an error that only tap, ensure, and finally have seen is not handled")
  func seenIsNotHandled() {
    let run = Run {
      _ = Promise<Int>(error: Failure("tap")).tap { _ in }
      Promise<Int>(error: Failure("ensure")).ensure {}
      _ = Promise<Int>(error: Failure("get")).get { _ in }
      Promise<Int>(error: Failure("handled")).ensure {}.tap { _ in }.catch { _ in }.finally {}
    }
    #expect(Set(run.unhandled) == ["tap", "ensure", "get"])
    let handled = run.kinds.filter { if case .errorHandled = $0 { true } else { false } }
    #expect(handled.count == 1)
  }

  @Test("tap, ensure, get, and recover pass on the identical value or error")
  func passedOnIsTheSame() {
    let run = Run {
      let thing = Thing()
      Promise.value(thing).tap { _ in }.ensure {}.get { _ in }.recover { _ in Promise.value(Thing())
      }
      .done { note("\($0 === thing)") }.catch { _ in note("never") }
      Promise<Int>(error: thing).tap { _ in }.ensure {}.get { _ in }
        .catch { note("\($0 as? Thing === thing)") }
    }
    #expect(run.notes == ["true", "true"])
  }

  @Test("a throw in a tap replaces the value or the error")
  func throwInTap() {
    let run = Run {
      Promise.value(1).tap { _ in throw Failure("instead of 1") }.catch { note("\($0)") }
      Promise<Int>(error: Failure("x")).tap { _ in throw Failure("instead of x") }
        .catch { note("\($0)") }
    }
    #expect(run.notes == ["instead of 1", "instead of x"])
  }

  @Test("the chain does not continue before ensure and tap have run")
  func ensureHoldsTheChain() {
    let run = Run {
      Promise.value(1)
        .ensure(on: Queues.side) {
          work(for: .milliseconds(10))
          note("ensure")
        }
        .tap(on: Queues.side) { _ in
          work(for: .milliseconds(10))
          note("tap")
        }
        .done { note("done \($0)") }.catch { _ in }
    }
    #expect(run.notes == ["ensure", "tap", "done 1"])
    let settled = run.events.last { if case .settled = $0.kind { true } else { false } }
    #expect(settled?.time == 20_000_000)
  }
}
