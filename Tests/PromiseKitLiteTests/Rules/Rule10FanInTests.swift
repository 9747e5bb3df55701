import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 10: cancellation is passed through fan-ins and adoptions")
struct Rule10FanInTests {
  @Test(
    "every fan-in is cancelled, at whatever index the input of the context is",
    arguments: [true, false])
  func fanIns(first: Bool) {
    let run = Run {
      let outside = after(label: "outside", .milliseconds(50))
      let context = CancelContext()
      let inside = context.run { after(label: "inside", .milliseconds(50)) }
      let inputs = first ? [inside, outside] : [outside, inside]
      when(label: "all", fulfilled: inputs).done { _ in note("never") }.cauterize()
      race(label: "race", inputs).done { _ in note("never") }.cauterize()
      race(label: "any", fulfilled: inputs).done { _ in note("never") }.cauterize()
      when(label: "allSettled", resolved: inputs).done { _ in note("never") }
      when(label: "pair", fulfilled: inputs[0], inputs[1]).done { _ in note("never") }.cauterize()
      at(5) {
        context.cancel()
        note("cancelled")
      }
    }
    #expect(run.notes == ["cancelled"])
    for label in ["all", "race", "any", "allSettled", "pair"] {
      #expect(run.outcome(of: label) == .cancelled, "\(label)")
    }
    #expect(run.outcome(of: "inside") == .cancelled && run.outcome(of: "outside") == .fulfilled)
    #expect(run.end == 50 && run.timersStopped == 1)
    #expect(run.ignored.isEmpty && run.unhandled.isEmpty)
  }

  @Test("inputs that are all inside are cancelled with it, and no input is posted twice")
  func allInside() {
    let run = Run {
      let context = CancelContext()
      context.run {
        when(label: "all", fulfilled: [after(.milliseconds(50)), after(.milliseconds(60))])
          .ensure { note("over") }.cauterize()
        when(label: "allSettled", resolved: [after(.milliseconds(50)), after(.milliseconds(60))])
          .done { _ in note("never") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["over"] && run.end == 5 && run.timersStopped == 4)
    #expect(run.outcome(of: "all") == .cancelled && run.outcome(of: "allSettled") == .cancelled)
    #expect(run.ignored.isEmpty)
  }

  @Test("an input that is still cleaning up neither delays nor blocks a fan-in of its context")
  func clearingInput() {
    let run = Run {
      let context = CancelContext()
      context.run {
        let input = Promise.value(1).ensure(label: "ensure", on: Queues.side) {
          work(for: .milliseconds(10))
        }
        when(label: "allSettled", resolved: [input, input]).done { _ in note("never") }
      }
      at(5) { context.cancel() }
    }
    #expect(run.notes.isEmpty && run.end == 10)
    #expect(run.outcome(of: "allSettled") == .cancelled && run.outcome(of: "ensure") == .cancelled)
    #expect(run.ignored.isEmpty && run.freedPending.isEmpty)
  }

  @Test("what inputs outside do after the fan-in was cancelled is ignored, and posted as such")
  func outsideInputs() {
    let run = Run {
      let context = CancelContext()
      let inside = context.run { Promise<Int>.pending().promise }
      let late = after(.milliseconds(10)).map { 1 }
      let failing = after(.milliseconds(20)).map { () throws -> Int in throw Failure("x") }
      when(label: "all", fulfilled: [Promise(late), failing, inside]).cauterize()
      at(5) { context.cancel() }
    }
    #expect(run.outcome(of: "all") == .cancelled)
    #expect(run.ignoredInputs(of: "all") == [0, 1])
    #expect(run.unhandled.isEmpty)
  }

  @Test("a fan-in of two contexts is cancelled with either")
  func twoContexts() {
    for second in [false, true] {
      let run = Run {
        let (a, b) = (CancelContext(), CancelContext())
        let inputs = [a, b].map { context in context.run { after(.milliseconds(50)) } }
        when(label: "all", resolved: inputs).then(label: "next") { _ in after(.milliseconds(50)) }
          .done { note("never") }
        at(5) { (second ? b : a).cancel() }
      }
      #expect(run.outcome(of: "all") == .cancelled && run.outcome(of: "next") == .cancelled)
      #expect(run.notes.isEmpty && run.timersStopped == 1)
    }
  }

  @Test(
    "an iterator is not asked for more once the fan-in is cancelled, wherever its inputs are",
    arguments: [true, false])
  func concurrently(isInside: Bool) {
    let run = Run {
      let (context, outside) = (CancelContext(), CancelContext())
      context.run {
        var next = 0
        let inputs = AnyIterator<Guarantee<Void>> {
          next += 1
          note("input \(next)")
          return isInside ? after(.milliseconds(10)) : outside.run { after(.milliseconds(10)) }
        }
        when(label: "all", fulfilled: inputs, concurrently: 2).cauterize()
      }
      at(15) { context.cancel() }
    }
    #expect(run.notes == (1...4).map { "input \($0)" })
    #expect(run.outcome(of: "all") == .cancelled && run.end == (isInside ? 15 : 20))
  }

  @Test("a promise that is locked in to one outside the context is cancelled, the inner one is not")
  func adoptsOutside() {
    let run = Run {
      let shared = after(label: "shared", .milliseconds(50))
      let context = CancelContext()
      context.run {
        Promise.value(1).then(label: "outer") { _ in shared }.done { note("never") }.cauterize()
      }
      shared.done { note("the others get it") }
      at(5) {
        context.cancel()
        note("cancelled")
      }
    }
    #expect(run.notes == ["cancelled", "the others get it"])
    #expect(run.outcome(of: "outer") == .cancelled && run.outcome(of: "shared") == .fulfilled)
    #expect(run.ignored == [.fulfilled] || run.ignored.isEmpty)
  }

  @Test("a promise outside that is locked in to one of the context settles as cancelled")
  func adoptedFromOutside() {
    let run = Run {
      let context = CancelContext()
      Promise.value(1).then(label: "outer") { _ in
        context.run { after(label: "inner", .milliseconds(50)) }
      }
      .done { note("never") }.cancelled { note("cancelled") }.cauterize()
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["cancelled"])
    #expect(run.outcome(of: "inner") == .cancelled && run.outcome(of: "outer") == .cancelled)
  }

  @Test("neither a resolver nor an adoption undoes a cancellation")
  func resolver() {
    let run = Run {
      let context = CancelContext()
      let (_, seal) = context.run { Promise<Int>.pending(label: "promise") }
      seal.resolve(Promise<Int>.pending(label: "outside").promise)
      #expect(!seal.tryFulfill(1))
      context.cancel()
      #expect(!seal.tryFulfill(2) && !seal.tryReject(Failure("x")))
    }
    #expect(run.outcome(of: "promise") == .cancelled)
  }

  @Test("a loop of adoptions is cancelled, and ends")
  func loop() {
    let run = Run {
      let context = CancelContext()
      let rounds = Counter()
      @Sendable func round() -> Promise<Void> {
        rounds.add()
        return Promise(after(.milliseconds(10))).then { round() }
      }
      context.run { round().ensure { note("\(rounds.count)") }.cauterize() }
      at(95) { context.cancel() }
    }
    #expect(run.notes == ["10"] && run.end == 95)
    #expect(run.freedPending.isEmpty)
  }

  @Test(
    "until(context) cancels what follows, and does not affect the shared promise and other branches"
  )
  func shared() {
    let run = Run {
      let items = after(label: "items", .milliseconds(20)).map { 3 }
      let context = CancelContext()
      items.until(label: "until", context).done(label: "one") { _ in note("never") }
        .cancelled { note("cancelled") }.cauterize()
      items.done { note("other \($0)") }
      at(5) { context.cancel() }
    }
    #expect(run.notes == ["cancelled", "other 3"] && run.end == 20)
    #expect(run.outcome(of: "until") == .cancelled && run.outcome(of: "one") == .cancelled)
    #expect(run.ignored.isEmpty || run.ignored == [.fulfilled])
  }

  @Test("until(context) on a chain that has a context: either cancels it, and only what follows")
  func bothContexts() {
    for second in [false, true] {
      let run = Run {
        let (a, b) = (CancelContext(), CancelContext())
        a.run { after(label: "root", .milliseconds(20)).map(label: "map") { 1 } }
          .until(label: "until", b).map(label: "next") { $0 }
          .done { _ in note("never") }.cauterize()
        at(5) { (second ? b : a).cancel() }
      }
      #expect(run.notes.isEmpty)
      #expect(run.outcome(of: "until") == .cancelled && run.outcome(of: "next") == .cancelled)
      #expect(run.outcome(of: "map") == (second ? .fulfilled : .cancelled))
    }
  }
}
