import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 2: a handler never runs inside the call that attaches or resolves (Promises/A+ 2.2.4)")
struct Rule2Tests {
  @Test("attached to a settled promise: after the attaching code")
  func alreadySettled() {
    let run = Run {
      let promise = Promise.value(1)
      note("before")
      _ = promise.done { _ in note("handler") }
      note("after")
    }
    #expect(run.notes == ["before", "after", "handler"])
  }

  @Test("attached before it settles: after the resolving code")
  func settledLater() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done { _ in note("handler") }
      note("resolve")
      seal.fulfill(1)
      note("resolved")
    }
    #expect(run.notes == ["resolve", "resolved", "handler"])
  }

  @Test("inside a handler of another promise: after that handler")
  func insideHandler() {
    let run = Run {
      let other = Promise.value(2)
      _ = Promise.value(1).done { _ in
        _ = other.done { _ in note("inner") }
        note("outer ends")
      }
    }
    #expect(run.notes == ["outer ends", "inner"])
  }

  @Test("on: nil requests it: inside the attach, and inside the resolve")
  func inline() {
    let run = Run {
      _ = Promise.value(1).done(on: nil) { _ in note("at attach") }
      note("attached")
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done(on: .immediate) { _ in note("at resolve") }
      seal.fulfill(1)
      note("resolved")
    }
    #expect(run.notes == ["at attach", "attached", "at resolve", "resolved"])
  }

  @Test("the body runs immediately, on the calling thread")
  func bodyRunsNow() {
    let run = Run {
      note("before")
      _ = Promise<Int> { seal in
        note("body")
        seal.fulfill(1)
      }
      note("after")
    }
    #expect(run.notes == ["before", "body", "after"])
  }

  @Test("a body with a queue runs as a job of that queue")
  func bodyOnQueue() {
    let run = Run {
      _ = Promise<Int>(label: "made", on: Queues.side) { seal in
        note("body")
        seal.fulfill(1)
      }
      note("after")
    }
    #expect(run.notes == ["after", "body"])
    #expect(run.queue(of: "made") == "side")
  }

  @Test("nor inside the call that settles it through a fan-in, an adoption, or a cancellation")
  func farFromTheCall() {
    let run = Run {
      let (input, inputSeal) = Promise<Int>.pending()
      let all = when(fulfilled: input, Promise.value(2))
      all.done { _ in note("all") }.catch { _ in }
      race(input, Guarantee.value(3)).done { _ in note("race") }.catch { _ in }
      let (outer, outerSeal) = Promise<Int>.pending()
      outer.done { _ in note("outer") }.catch { _ in }
      outerSeal.resolve(input)
      inputSeal.fulfill(1)
      let context = CancelContext()
      context.run {
        let (cancelled, _) = Promise<Int>.pending()
        cancelled.cancelled { note("cancelled") }.catch { _ in }
        context.cancel()
      }
      note("calls are over")
    }
    #expect(run.notes.first == "calls are over")
    #expect(run.notes.dropFirst().sorted() == ["all", "cancelled", "outer", "race"])
  }

  @Test(
    "a dispatcher that runs everything immediately is what the program requested, as on: nil is"
  )
  func immediateDispatcher() {
    let run = Run {
      let promise = Promise.value(1)
      _ = promise.map(on: .immediate) { _ in note("map") }
      _ = promise.tap(on: ImmediateDispatcher()) { _ in note("tap") }
      note("attached")
      _ = Promise<Int>(on: nil) { seal in
        note("body")
        seal.fulfill(1)
      }
      note("made")
    }
    #expect(run.notes == ["map", "tap", "attached", "body", "made"])
  }
}
