import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: a chain that has recovered from its cancellation continues")
struct Rule10RecoveryTests {
  @Test("recover with .allErrors, by a promise or a value, and what follows")
  func goesOn() {
    let run = Run {
      let context = CancelContext()
      context.run {
        never()
          .recover(policy: .allErrors) { _ in Promise.value(2) }
          .map { $0 + 1 }
          .then { number in after(.milliseconds(5)).map { number } }
          .done { note("done \($0)") }
          .catch { note("caught \($0)") }
        never().asVoid()
          .recover(policy: .allErrors) { _ throws in note("void") }
          .done { note("done void") }
          .cauterize()
      }
      context.cancel()
    }
    #expect(run.notes == ["void", "done void", "done 3"])
    #expect(run.end == 5 && run.unhandled.isEmpty && run.ignored.isEmpty)
  }

  @Test("also inline, while the context is still cancelling")
  func inline() {
    let context = CancelContext()
    let (first, last) = context.run {
      let first = never()
        .recover(on: nil, policy: .allErrors) { _ in Promise.value(2) }
      return (first, first.map(on: nil) { $0 + 1 })
    }
    context.cancel()
    #expect(first.value == 2 && last.value == 3)
  }

  @Test("recover(only:), a recover that cannot fail, and then with two handlers too")
  func everyForm() {
    let run = Run {
      let context = CancelContext()
      context.run {
        let pending = never()
        pending.recover(only: PMKError.self, policy: .allErrors) { _ in Promise.value(1) }
          .done { note("\($0)") }.cauterize()
        pending.recover { _ in Guarantee.value(2) }.done { note("\($0)") }
        pending.then(policy: .allErrors, fulfilled: { $0 }, rejected: { _ in 3 })
          .done { note("\($0)") }.cauterize()
      }
      context.cancel()
    }
    #expect(Set(run.notes) == ["1", "2", "3"])
  }

  @Test("links that are attached to it later, fan-ins, and adopting promises")
  func whatFollows() {
    let run = Run {
      let context = CancelContext()
      let recovered = context.run {
        never()
          .recover(on: nil, policy: .allErrors) { _ in Promise.value(2) }
      }
      let adopting = context.run { firstly { Promise.value(0) }.then { _ in recovered } }
      context.run { never() }
        .recover(on: nil, policy: .allErrors) { _ in recovered }
        .done { note("adopted \($0)") }.cauterize()
      context.cancel()
      recovered.done { note("later \($0)") }.cauterize()
      recovered.timeout(.milliseconds(10)).delay(.milliseconds(5))
        .done { note("timed \($0)") }.cauterize()
      recovered.thenResolving { (number, seal: Resolver<Int>) in
        seal.onCancel { note("never") }
        seal.fulfill(number)
      }.done { note("resolved \($0)") }.cauterize()
      when(fulfilled: [recovered, recovered]).done { note("all \($0.count)") }.cauterize()
      adopting.done { _ in note("never") }.cancelled { note("cancelled before") }.cauterize()
    }
    #expect(
      Set(run.notes) == [
        "adopted 2", "later 2", "timed 2", "resolved 2", "all 2", "cancelled before",
      ])
  }

  @Test("what its handlers start is not cancelled, and a second cancel changes nothing")
  func cancelledTwice() {
    let run = Run {
      let context = CancelContext()
      context.run {
        never()
          .recover(policy: .allErrors) { _ in Promise.value(2) }
          .then { number in after(.milliseconds(50)).map { number } }
          .done { note("done \($0)") }
          .cauterize()
      }
      context.cancel()
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["done 2"] && run.end == 50 && run.cancelRequests == 1)
  }

  @Test("the other chains of the context stay cancelled")
  func others() {
    let run = Run {
      let context = CancelContext()
      context.run {
        let pending = never()
        pending.recover(policy: .allErrors) { _ in Promise.value(2) }.done { note("\($0)") }
          .cauterize()
        pending.done { _ in note("never") }.cauterize()
        Promise.value(1).done(on: Queues.side) { _ in note("never") }.cauterize()
      }
      context.cancel()
      context.run { _ = Promise<Int> { _ in note("never") } }
    }
    #expect(run.notes == ["2"])
  }

  @Test("a recover that throws again does not leave the context")
  func throwsAgain() {
    let run = Run {
      let context = CancelContext()
      context.run {
        never()
          .recover(policy: .allErrors) { error -> Promise<Int> in throw error }
          .recover { _ -> Promise<Int> in
            note("never")
            return .value(1)
          }
          .done { _ in note("never") }
          .cancelled { note("cancelled") }
          .cauterize()
      }
      context.cancel()
    }
    #expect(run.notes == ["cancelled"])
  }

  @Test("any recover recovers from a cancellation by an ordinary error")
  func ordinaryError() {
    let run = Run {
      let context = CancelContext()
      context.run {
        never().recover { _ in Promise.value(2) }
          .done { note("done \($0)") }.cauterize()
      }
      context.cancel(with: Failure("stop"))
    }
    #expect(run.notes == ["done 2"])
  }
}

@Suite("Rule 10: the ways out of a context")
struct Rule10WayOutTests {
  @Test("an ensure that cancels its own chain stops the rest and passes the value on")
  func ensure() {
    let run = Run {
      let both = CancelContext()
      both.run { race(slow(10), slow(20)) }
        .ensure { both.cancel() }
        .done { note("shown \($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["shown 10"])
    #expect(run.end == 10 && run.timersStopped == 1)
    #expect(run.ignored.isEmpty && run.unhandled.isEmpty && run.freedPending.isEmpty)
  }

  @Test("so do ensureThen and tap, inline too, and an error is passed on as well")
  func otherForms() {
    let run = Run {
      let contexts = (0..<4).map { _ in CancelContext() }
      contexts[0].run { Promise.value(0) }
        .ensureThen {
          contexts[0].cancel()
          return after(.milliseconds(5))
        }
        .done { note("\($0)") }.cauterize()
      contexts[1].run { Promise.value(1) }.tap(on: nil) { _ in contexts[1].cancel() }
        .done { note("\($0)") }.cauterize()
      contexts[2].run { Promise.value(2) }.ensure(on: nil) { contexts[2].cancel() }
        .then { number in after(.milliseconds(5)).map { number } }
        .done { note("\($0)") }.cauterize()
      contexts[3].run { Promise<Int>(error: Failure("3")) }.ensure { contexts[3].cancel() }
        .recover { error -> Promise<Int> in
          note("\(error)")
          return .value(4)
        }
        .done { note("\($0)") }.cauterize()
    }
    #expect(Set(run.notes) == ["0", "1", "2", "3", "4"] && run.notes.count == 5)
  }

  @Test("if other code cancels the chain, an ensure passes no value on")
  func cancelledByOthers() {
    let run = Run {
      let context = CancelContext()
      context.run { Promise.value(1) }
        .ensure(on: Queues.side) { work(for: .milliseconds(10)) }
        .done { _ in note("never") }
        .cancelled { note("cancelled") }
        .cauterize()
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["cancelled"])
  }

  @Test("detached() settles as the promise does, and what follows is in no context")
  func detached() {
    let run = Run {
      let context = CancelContext()
      let promise = context.run { after(.milliseconds(10)).map { 1 } }
      promise.detached()
        .then { number in after(.milliseconds(10)).map { number } }
        .done { note("detached \($0)") }.cauterize()
      promise.then { number in after(.milliseconds(10)).map { number } }
        .done { note("never \($0)") }.cauterize()
      at(15) { context.cancel() }
    }
    #expect(run.notes == ["detached 1"] && run.end == 20)
  }

  @Test("a detached promise receives a cancellation of what it waits for, and is in no context")
  func detachedPending() {
    let run = Run {
      let context = CancelContext()
      let detached = context.run { never() }.detached()
      #expect(detached.cancelContext == nil && detached.map { $0 }.cancelContext == nil)
      detached.done { _ in note("never") }.cancelled { note("cancelled") }.cauterize()
      context.cancel()
    }
    #expect(run.notes == ["cancelled"])
  }

  @Test("the chain still depends on its owners")
  func owners() {
    let run = Run {
      let owner = Held<Life>()
      owner.value = Life(LifeCounter())
      let context = CancelContext()
      guard let alive = owner.value else { return }
      context.run { after(.milliseconds(10)).map { 1 } }
        .until(alive).detached()
        .done { _ in note("never") }.cancelled { note("cancelled") }.cauterize()
      at(5) { _ = owner.take() }
    }
    #expect(run.notes == ["cancelled"])
  }
}

@Suite("Rule 10: contexts, late and from anywhere")
struct Rule10CornerTests {
  @Test("a handler that outlives its context runs as usual")
  func outlivesContext() {
    let run = Run {
      do {
        let context = CancelContext()
        context.run { after(.milliseconds(10)).map { 1 } }.done { note("done \($0)") }.cauterize()
      }
    }
    #expect(run.notes == ["done 1"])
  }

  @Test("cancelling inside each kind of handler, twice, ends the chain once")
  func insideHandlers() {
    let run = Run {
      for kind in 0..<5 {
        let context = CancelContext()
        let stop: @Sendable () -> Void = {
          context.cancel()
          context.cancel()
        }
        let base = context.run { Promise.value(kind) }
        switch kind {
        case 0: base.done { _ in stop() }.ensure { note("0") }.cauterize()
        case 1: base.get(on: nil) { _ in stop() }.ensure { note("1") }.cauterize()
        case 2: base.done { _ in throw Failure("2") }.catch { _ in stop() }.finally { note("2") }
        case 3: base.ensure { stop() }.done { note("\($0)") }.cauterize()
        default:
          base.done { _ in throw Failure("4") }
            .recover(policy: .allErrors) { _ throws in stop() }
            .done { note("4") }.cauterize()
        }
      }
    }
    #expect(Set(run.notes) == ["0", "1", "2", "3", "4"] && run.notes.count == 5)
    #expect(run.unhandled.isEmpty && run.freedPending.isEmpty)
  }

  @Test("a nested context that its chain cancels, and the outer one too")
  func nestedInside() {
    let run = Run {
      let outer = CancelContext()
      outer.run {
        let inner = CancelContext()
        inner.run { Promise.value(1) }.ensure { outer.cancel() }.done { note("\($0)") }.cauterize()
        Promise.value(2).done(on: Queues.side) { _ in note("never") }.cauterize()
      }
    }
    #expect(run.notes == ["1"])
  }

  @Test("from another thread while a promise settles: each chain ends once, and posts how")
  func whileSettling() {
    for round in 0..<300 {
      let context = CancelContext()
      let (promise, seal) = context.run { Promise<Int>.pending() }
      let (ended, recovered) = (Counter(), Counter())
      promise.map(on: nil) { $0 }.ensure(on: nil) {}
        .tap(on: nil) { _ in ended.add() }.cauterize()
      promise.recover(on: nil, policy: .allErrors) { _ in Promise.value(0) }
        .done(on: nil) { _ in recovered.add() }
        .cancelled(on: nil) { recovered.add() }
        .cauterize()
      DispatchQueue.concurrentPerform(iterations: 3) { thread in
        switch thread {
        case 0: context.cancel()
        case 1: _ = round.isMultiple(of: 2) ? seal.tryFulfill(1) : seal.tryReject(Failure("x"))
        default: context.cancel()
        }
      }
      #expect(ended.count == 1 && recovered.count == 1)
    }
  }
}

/// A promise that does not settle in time.
private func never() -> Promise<Int> { slow(3_600_000) }

private func slow(_ milliseconds: Int) -> Promise<Int> {
  Promise(after(.milliseconds(milliseconds)).map { milliseconds })
}
