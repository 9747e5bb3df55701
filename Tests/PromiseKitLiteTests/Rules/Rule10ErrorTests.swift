import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: a cancellation does not replace a real error")
struct Rule10ErrorTests {
  @Test("a catch that waits in its queue when the chain is cancelled gets the error")
  func waitingCatch() {
    for policy in [CatchPolicy.allErrors, .allErrorsExceptCancellation] {
      let run = Run {
        let context = CancelContext()
        context.run {
          Promise<Int>(error: Failure("real"))
            .cancelled { note("never") }
            .catch(on: Queues.side, policy: policy) { note("caught \($0)") }
            .finally { note("finally") }
        }
        context.cancel()
      }
      #expect(run.notes == ["caught real", "finally"])
      #expect(run.unhandled.isEmpty && run.ignored.isEmpty && run.freedPending.isEmpty)
    }
  }

  @Test("so does one after links for values, attached before or after the cancellation")
  func pastLinks() {
    let run = Run {
      let context = CancelContext()
      let rejected = context.run { Promise<Int>(error: Failure("real")) }
      rejected.map { $0 + 1 }.done { _ in note("never") }.catch { note("before \($0)") }
      context.cancel()
      rejected.map { $0 + 1 }.done { _ in note("never") }.catch { note("after \($0)") }
    }
    #expect(run.notes == ["before real", "after real"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("an error that no handler handles is reported, although the chain is cancelled")
  func unhandled() {
    let run = Run {
      let context = CancelContext()
      context.run {
        _ = Promise<Int>(error: Failure("real")).map(on: Queues.side) { $0 }
          .ensure(on: Queues.side) { note("ensure") }
      }
      context.cancel()
    }
    #expect(run.notes == ["ensure"] && run.unhandled == ["real"])
  }

  @Test("an ensure and a tap that run meanwhile pass it on")
  func passedOn() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise<Int>(error: Failure("real"))
          .tap(on: Queues.side) { _ in work(for: .milliseconds(10)) }
          .ensure(on: Queues.side) { work(for: .milliseconds(10)) }
          .ensureThen(on: Queues.side) { after(.milliseconds(10)) }
          .catch { note("caught \($0)") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["caught real"] && run.unhandled.isEmpty)
  }

  @Test("a value is not delivered: the links that wait for it are cancelled")
  func values() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).done(on: Queues.side) { _ in note("never") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
        Promise.value(1).ensure(on: Queues.side) { note("ensure") }
          .done { _ in note("never") }.cauterize()
      }
      context.cancel()
    }
    #expect(run.notes == ["ensure", "cancelled"] || run.notes == ["cancelled", "ensure"])
  }

  @Test("a recover that handles the error does not turn it into a value in a cancelled chain")
  func recoveredByPolicy() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise<Int>(error: Failure("real"))
          .recover(on: Queues.side) { error -> Promise<Int> in
            note("recover \(error)")
            return .value(2)
          }
          .done { _ in note("never") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
      }
      context.cancel()
    }
    #expect(run.notes == ["recover real", "cancelled"])
  }

  @Test("a handler that cancels its own chain and then throws ends with what it threw")
  func throwsAfterCancelling() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1)
          .map { _ -> Int in
            context.cancel()
            throw Failure("thrown")
          }
          .cancelled { note("never") }
          .catch { note("caught \($0)") }
      }
    }
    #expect(run.notes == ["caught thrown"])
    #expect(run.ignored.isEmpty && run.unhandled.isEmpty)
  }

  @Test("also inline, in a link that returns a rejected promise, and by a resolver")
  func everyWayToThrow() {
    let run = Run {
      let (a, b, c) = (CancelContext(), CancelContext(), CancelContext())
      a.run { Promise.value(1) }
        .done(on: nil) { _ in
          a.cancel()
          throw Failure("inline")
        }
        .catch { note("\($0)") }
      b.run { Promise.value(1) }
        .then { _ -> Promise<Int> in
          b.cancel()
          return Promise(error: Failure("returned"))
        }
        .catch { note("\($0)") }
      c.run { Promise.value(1) }
        .thenResolving { (_, seal: Resolver<Int>) in
          c.cancel()
          seal.reject(Failure("resolved"))
        }
        .catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["inline", "resolved", "returned"])
    #expect(run.unhandled.isEmpty && run.ignored.isEmpty)
  }

  @Test("its result is not delivered; the work of a callback-style link is stopped")
  func returnsAfterCancelling() {
    let run = Run {
      let (a, b) = (CancelContext(), CancelContext())
      a.run { Promise.value(1) }
        .then { _ -> Promise<Int> in
          a.cancel()
          return .value(2)
        }
        .done { _ in note("never") }
        .cancelled { note("a") }
        .catch { _ in note("never") }
      b.run { Promise.value(1) }
        .thenResolving { (_, seal: Resolver<Int>) in
          seal.onCancel { note("stopped") }
          b.cancel()
        }
        .done { _ in note("never") }
        .cancelled { note("b") }
        .catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["a", "b", "stopped"])
    #expect(run.freedPending.isEmpty && run.unhandled.isEmpty)
  }
}

@Suite("Rule 10: the context rejects before the work is stopped")
struct Rule10SettleFirstTests {
  @Test("work that responds to its cancel handler with an error of its own does not win")
  func answersAtOnce() {
    let run = Run {
      let context = CancelContext()
      let work = context.run {
        Promise<Int> { seal in seal.onCancel { seal.reject(Failure("aborted")) } }
      }
      work.done { _ in note("never") }
        .cancelled { note("cancelled") }
        .catch { _ in note("never") }
      context.cancel()
    }
    #expect(run.notes == ["cancelled"] && run.unhandled.isEmpty)
  }

  @Test("nor does the work of a callback-style link, nor a value")
  func links() {
    let run = Run {
      let context = CancelContext()
      let work = Held<Resolver<Int>>()
      context.run {
        Promise.value(1)
          .thenResolving { (_, seal: Resolver<Int>) in
            work.value = seal
            seal.onCancel { seal.fulfill(7) }
          }
          .done { _ in note("never") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
      }
      at(5) {
        context.cancel()
        withExtendedLifetime(work) {}
      }
    }
    #expect(run.notes == ["cancelled"])
  }

  @Test("a cancel handler finds the promise rejected; its handlers run afterwards")
  func order() {
    let run = Run {
      let context = CancelContext()
      let (promise, seal) = context.run { Promise<Int>.pending() }
      seal.onCancel { note(promise.isRejected ? "stopped" : "pending") }
      promise.ensure(on: nil) { note("ensure") }.cauterize()
      context.cancel()
    }
    #expect(run.notes == ["stopped", "ensure"])
  }

  @Test("a Swift task that throws when it is cancelled does not win")
  func task() async {
    let context = CancelContext()
    let heard = Guarantee<String>.pending()
    context.run {
      Promise<Int>(async: {
        try await Task.sleep(for: .seconds(3600))
        throw Failure("aborted")
      })
      .cancelled(on: nil) { heard.resolve("cancelled") }
      .catch(on: nil) { heard.resolve("caught \($0)") }
    }
    context.cancel()
    #expect(await heard.guarantee.async() == "cancelled")
  }
}
