import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Rule 10: a CancelContext cancels whole chains")
struct Rule10ContextTests {
  @Test(
    "the whole chain, whatever it waits for; its timer is stopped, and the clock does not advance"
  )
  func wholeChain() {
    let run = Run {
      let context = CancelContext()
      context.run {
        after(label: "pause", .milliseconds(100))
          .then(label: "then") { Promise.value(1) }
          .done(label: "done") { _ in note("never") }
          .ensure { note("over") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
          .finally { note("finally") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["over", "cancelled", "finally"])
    #expect(["pause", "then", "done"].allSatisfy { run.outcome(of: $0) == .cancelled })
    #expect(run.timersStopped == 1 && run.end == 5 && run.cancelRequests == 1)
    #expect(run.ignored.isEmpty && run.unhandled.isEmpty && run.freedPending.isEmpty)
  }

  @Test(
    "what handlers create belongs to the context, at any depth, and what it is attached to as well"
  )
  func nested() {
    let run = Run {
      let context = CancelContext()
      let work = Held<Resolver<Int>>()
      context.run {
        Promise.value(1).then(label: "outer") { _ in
          after(label: "middle", .milliseconds(1)).then(label: "second") {
            Promise<Int>(label: "inner") { seal in
              work.value = seal
              seal.onCancel { note("inner stopped") }
            }
          }
        }.catch { _ in note("never") }
      }
      at(5) {
        context.cancel()
        withExtendedLifetime(work) {}
      }
    }
    #expect(run.notes == ["inner stopped"])
    #expect(run.outcome(of: "middle") == .fulfilled)
    #expect(["inner", "outer"].allSatisfy { run.outcome(of: $0) == .cancelled })
    #expect(run.ignored.isEmpty && run.freedPending.isEmpty)
  }

  @Test("a handler that waits in its queue does not run, and its job says so")
  func waitingHandler() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).done(label: "link", on: Queues.side) { _ in note("never") }
          .catch { _ in note("never") }
        Promise<Int>(label: "body", on: Queues.side) { _ in note("never") }.cauterize()
        Queues.side.async(.promise, label: "async") { note("never") }.cauterize()
      }
      context.cancel()
    }
    #expect(run.notes.isEmpty)
    for label in ["link", "body", "async"] {
      #expect(run.endings(of: label) == [.skipped] && run.outcome(of: label) == .cancelled)
    }
    #expect(run.ignored.isEmpty && run.unhandled.isEmpty)
  }

  @Test("a running handler continues; its result is ignored, and that is posted")
  func runningHandler() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).map(label: "busy", on: Queues.side) { _ in
          note("began")
          work(for: .milliseconds(10))
          return 2
        }.done { _ in note("never") }.catch { _ in note("never") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["began"] && run.end == 10)
    #expect(run.outcome(of: "busy") == .cancelled && run.endings(of: "busy") == [.returned])
    #expect(run.ignored == [.fulfilled])
  }

  @Test("so is the promise that it returns: the outer one has settled, and adopts nothing")
  func runningHandlerReturnsPromise() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).then(label: "outer", on: Queues.side) { _ -> Guarantee<Void> in
          work(for: .milliseconds(10))
          return after(label: "inner", .milliseconds(50))
        }.done { note("never") }.catch { _ in note("never") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes.isEmpty)
    #expect(run.outcome(of: "outer") == .cancelled && run.outcome(of: "inner") == .cancelled)
    #expect(run.timersStopped == 1 && run.end == 10)
  }

  @Test("an ensure that waits or runs when the chain is cancelled is waited for")
  func ensureOrder() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1)
          .ensure(label: "ensure", on: Queues.side) {
            work(for: .milliseconds(10))
            note("cleared up")
          }
          .done(label: "done", on: nil) { _ in note("never") }
          .catch(on: nil) { _ in note("never") }
          .finally(on: nil) { note("finally") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["cleared up", "finally"])
    #expect(run.outcome(of: "ensure") == .cancelled && run.outcome(of: "done") == .cancelled)
    #expect(run.end == 10 && run.ignored.isEmpty)
  }

  @Test("and a catch for all errors too")
  func catchOrder() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise(after(.milliseconds(50)))
          .done { note("never") }
          .catch(on: Queues.side, policy: .allErrors) { _ in note("caught") }
          .finally(on: nil) { note("finally") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["caught", "finally"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("cleanup is not cancelled: it runs outside the context")
  func clearingUp() {
    let run = Run {
      let context = CancelContext()
      let work = Held<Resolver<Int>>()
      context.run {
        Promise(after(.milliseconds(100)))
          .ensure { at(1) { note("ensure") } }
          .ensureThen { after(.milliseconds(2)).done { note("ensureThen") } }
          .cancelled { at(1) { note("cancelled") } }
          .cauterize()
          .finally { at(1) { note("finally") } }
        Promise<Int> { seal in
          work.value = seal
          seal.onCancel { at(1) { note("body") } }
        }.cauterize()
      }
      context.onCancel { at(1) { note("context") } }
      at(5) {
        context.cancel()
        withExtendedLifetime(work) {}
      }
    }
    #expect(
      run.notes.sorted() == ["body", "cancelled", "context", "ensure", "ensureThen", "finally"])
  }

  @Test(
    "a promise created after the cancellation is cancelled immediately: no body runs, no timer is set"
  )
  func madeLater() {
    let run = Run {
      let context = CancelContext()
      context.cancel()
      #expect(context.isCancelled)
      context.run {
        Promise<Int>(label: "body") { _ in note("never") }.cauterize()
        _ = after(label: "pause", .milliseconds(10))
        Promise.value(1).map(label: "link") { _ in note("never") }.cauterize()
        Promise<Int>.pending(label: "pending").promise.cauterize()
        when(label: "all", fulfilled: [Promise<Int>.pending().promise]).cauterize()
      }
    }
    #expect(run.notes.isEmpty && run.end == 0)
    for label in ["body", "pause", "link", "pending", "all"] {
      #expect(run.outcome(of: label) == .cancelled, "\(label)")
    }
    #expect(!run.kinds.contains { if case .timerScheduled = $0 { true } else { false } })
    #expect(!run.kinds.contains { if case .bodyStarted = $0 { true } else { false } })
  }

  @Test(
    "a link that is later attached to a promise of a cancelled context is cancelled, even for a value"
  )
  func hungLater() {
    let run = Run {
      let context = CancelContext()
      let (settled, pending) = context.run {
        (Promise.value(7), after(.milliseconds(50)))
      }
      context.cancel()
      settled.done(label: "on a value") { _ in note("never") }.catch { _ in note("never") }
      Promise(pending).done(label: "on a cancelled one") { note("never") }.ensure { note("ensure") }
        .cauterize()
      #expect(settled.value == 7)
    }
    #expect(run.notes == ["ensure"])
    #expect(run.skip(of: "on a value") == .chainCancelled)
    #expect(run.outcome(of: "on a value") == .cancelled)
    #expect(run.outcome(of: "on a cancelled one") == .cancelled)
  }

  @Test("cancelling twice is cancelling once, and the first error counts")
  func twice() {
    let run = Run {
      let context = CancelContext()
      context.onCancel { note("handler") }
      context.run { _ = after(label: "pause", .milliseconds(10)) }
      context.cancel(with: Cancelled())
      context.cancel()
    }
    #expect(run.notes == ["handler"] && run.cancelRequests == 1)
    #expect(run.settlement(of: "pause")?.description == "Cancelled()")
  }

  @Test("a nested context is cancelled with the outer one, not the other way around")
  func inside() {
    let run = Run {
      let outer = CancelContext()
      let (first, second) = outer.run { (CancelContext(), CancelContext()) }
      outer.run { _ = after(label: "outer", .milliseconds(30)) }
      first.run { _ = after(label: "first", .milliseconds(30)) }
      second.run { _ = after(label: "second", .milliseconds(30)) }
      at(10) {
        first.cancel()
        #expect(!outer.isCancelled && !second.isCancelled)
      }
      at(20) {
        outer.cancel()
        #expect(second.isCancelled)
        #expect(outer.run { CancelContext() }.isCancelled)
      }
    }
    #expect(["outer", "first", "second"].allSatisfy { run.outcome(of: $0) == .cancelled })
    #expect(run.end == 20 && run.timersStopped == 3)
  }

  @Test("the innermost run counts")
  func innermost() {
    let run = Run {
      let (a, b) = (CancelContext(), CancelContext())
      a.run { b.run { after(label: "pause", .milliseconds(10)).done { note("done") } } }
      a.cancel()
    }
    #expect(run.notes == ["done"] && run.outcome(of: "pause") == .fulfilled)
  }

  @Test(
    "a custom error that is not a cancellation causes ordinary rejections, which a catch handles"
  )
  func customError() {
    let run = Run {
      let context = CancelContext()
      context.run {
        after(label: "pause", .milliseconds(50))
          .map(label: "map") { note("never") }
          .catch { note("caught \($0)") }
          .finally { note("finally") }
        Promise.value(1).done(label: "waits", on: Queues.side) { _ in note("never") }
          .catch { note("caught too \($0)") }
        _ = Promise.value(1).map(label: "unhandled", on: Queues.side) { _ in note("never") }
      }
      context.cancel(with: Failure("stop"))
    }
    #expect(run.notes == ["caught stop", "caught too stop", "finally"])
    #expect(run.outcome(of: "map") == .rejected && run.endings(of: "waits") == [.skipped])
    #expect(run.unhandled == ["stop"] && run.ignored.isEmpty)
  }

  @Test("from inside a handler of the chain: it continues, and nothing that follows runs")
  func insideHandler() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).map(label: "link") { number in
          context.cancel()
          note("goes on")
          return number
        }.done { _ in note("never") }.cancelled { note("cancelled") }.cauterize()
      }
    }
    #expect(run.notes == ["goes on", "cancelled"] && run.outcome(of: "link") == .cancelled)
  }

  @Test("from inside a cancel handler, of the same and of another context")
  func insideCancelHandler() {
    let run = Run {
      let (a, b) = (CancelContext(), CancelContext())
      a.onCancel {
        a.cancel()
        b.cancel()
        note("a")
      }
      b.onCancel {
        a.cancel()
        note("b")
      }
      a.run {
        Promise<Int>(label: "a") { seal in
          seal.onCancel {
            a.cancel()
            seal.fulfill(1)
            note("body")
          }
        }.cauterize()
      }
      b.run { _ = after(label: "b", .milliseconds(5)) }
      a.cancel()
    }
    #expect(run.notes == ["b", "a", "body"])
    #expect(run.outcome(of: "b") == .cancelled)
    #expect(run.outcome(of: "a") == .cancelled)
  }

  @Test("from inside an observer")
  func insideObserver() {
    let context = CancelContext()
    let recorder = RecordingObserver()
    let canceller = Canceller(context)
    let simulation = Simulation(observers: [recorder, canceller])
    simulation.start {
      _ = context.run {
        Promise.value(1).map(label: "cancel here") { $0 }.done(label: "done") { _ in note("never") }
          .cauterize()
      }
    }
    simulation.run()
    #expect(context.isCancelled)
    #expect(!recorder.events.contains { if case .note = $0.kind { true } else { false } })
  }

  @Test("the promise has a reference to its context")
  func knowsContext() {
    let context = CancelContext()
    let promise = context.run { Promise.value(1) }
    #expect(promise.cancelContext === context)
    #expect(promise.map(on: nil) { $0 }.cancelContext === context)
    #expect(Promise.value(1).cancelContext == nil)
    #expect(PromiseEnvironment(observers: []).run { Promise.value(1) }.cancelContext == nil)
    let inOther = context.run { PromiseEnvironment(observers: []).run { Promise.value(1) } }
    #expect(inOther.cancelContext === context)
  }
}

/// Cancels a context when a handler is attached.
private final class Canceller: PromiseObserver {
  private let context: CancelContext
  init(_ context: CancelContext) { self.context = context }

  func receive(_ event: PromiseEvent) {
    if case .handlerAttached = event.kind { context.cancel() }
  }
}

@Suite("Rule 10: the cancel handlers of bodies")
struct Rule10HandlerTests {
  @Test("run once when the promise is cancelled while pending")
  func once() {
    let run = Run {
      let context = CancelContext()
      let promise = context.run {
        Promise<Int> { seal in
          seal.onCancel { note("first") }
          seal.onCancel { note("second") }
        }
      }
      promise.cauterize()
      context.cancel()
      context.cancel()
      withExtendedLifetime(promise) {}
    }
    #expect(run.notes == ["first", "second"])
  }

  @Test("do not run once it has settled, and are released then, with what they reference")
  func settled() {
    let counter = LifeCounter()
    let context = CancelContext()
    let seal = context.run { Promise<Int>.pending().resolver }
    do {
      let life = Life(counter)
      seal.onCancel { Issue.record("it is settled: \(life)") }
    }
    #expect(counter.alive == 1)
    seal.fulfill(1)
    #expect(counter.alive == 0)
    seal.onCancel { Issue.record("it is settled") }
    context.cancel()
    seal.onCancel { Issue.record("it was settled first") }
  }

  @Test("run immediately if they are added late")
  func late() {
    let run = Run {
      let context = CancelContext()
      let seal = context.run { Promise<Int>.pending().resolver }
      context.cancel()
      seal.onCancel { note("late") }
      note("after")
      let born = context.run { Promise<Int>.pending().resolver }
      born.onCancel { note("born cancelled") }
    }
    #expect(run.notes == ["late", "after", "born cancelled"])
  }

  @Test("are not kept if nothing can cancel the promise")
  func noContext() {
    let counter = LifeCounter()
    let (promise, seal) = Promise<Int>.pending()
    do {
      let life = Life(counter)
      seal.onCancel { Issue.record("nothing cancels it: \(life)") }
    }
    #expect(counter.alive == 0 && promise.isPending)
  }

  @Test("run for a promise that waits for another one of the context, early and late")
  func lockedIn() {
    let run = Run {
      let context = CancelContext()
      let seal = context.run {
        let (outer, seal) = Promise<Int>.pending(label: "outer")
        seal.onCancel { note("early") }
        seal.resolve(after(.milliseconds(50)).map { 1 })
        outer.cauterize()
        return seal
      }
      context.cancel()
      seal.onCancel { note("late") }
    }
    #expect(run.notes == ["early", "late"])
    #expect(run.outcome(of: "outer") == .cancelled)
  }

  @Test("also if the promise that it waits for was freed, and nothing else can be cancelled")
  func inVain() {
    let run = Run {
      let context = CancelContext()
      let (outer, link) = context.run {
        let (outer, seal) = Promise<Int>.pending(label: "outer")
        seal.onCancel { note("outer") }
        seal.resolve(Promise<Int>.pending().promise)
        return (outer, Promise<Int>.pending().promise.map(label: "link") { $0 })
      }
      context.cancel()
      #expect(outer.isRejected && link.isRejected)
    }
    #expect(run.notes == ["outer"])
    #expect(run.outcome(of: "outer") == .cancelled && run.outcome(of: "link") == .cancelled)
  }

  @Test("run once the promise is rejected, without a lock, and can no longer settle it")
  func rejectedFirst() {
    let context = CancelContext()
    let (promise, seal) = context.run { Promise<Int>.pending() }
    let seen = Counter()
    seal.onCancel {
      if promise.isRejected { seen.add() }
      #expect(!seal.tryFulfill(7))
    }
    promise.cauterize()
    context.cancel()
    #expect(seen.count == 1 && promise.error?.isCancelled == true)
  }

  @Test("of callback-style links too")
  func thenResolving() {
    let run = Run {
      let context = CancelContext()
      context.run {
        Promise.value(1).thenResolving(label: "link") { (_, seal: Resolver<Int>) in
          seal.onCancel { note("stopped") }
          at(10) { seal.fulfill(1) }
        }.cauterize()
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["stopped"] && run.outcome(of: "link") == .cancelled)
  }

  @Test("a final report of the stopped work is not a second resolution")
  func noSecondResolution() {
    let reports = Reports()
    reports.run {
      let context = CancelContext()
      let (promise, seal) = context.run { Promise<Int>.pending() }
      promise.cauterize()
      context.cancel()
      seal.reject(PMKError.cancelled)
      seal.fulfill(1)
    }
    #expect(reports.sentences.isEmpty)
  }
}
