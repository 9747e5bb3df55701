import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What why names of errors, timeouts and resolvers")
struct ResolverCauseTests {
  // MARK: - Recover and timeouts

  /// 'fetch' takes 80 ms, 'in time' gives up on it at 50, and 'cache' recovers with 'cached'.
  private var timedOut: EventStream {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.declare(2, "main")
    stream.declare(3, "inline", .immediate)
    stream.create(1, .async, "fetch")
    let fetch = stream.enqueue(1, on: 1)
    stream.link(2, .timeout, "in time", to: 1, on: 3)
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 50_000_000))
    stream.link(3, .recover, "cache", to: 2, on: 2)
    stream.thread = 2
    stream.start(fetch, 1, on: 1)
    stream.thread = 1
    stream.queue = nil
    stream.time = 50
    stream.post(.timerFired(timer: 1, promise: 2))
    stream.settle(2, .rejected, "timedOut")
    stream.post(.errorHandled(promise: 2, by: 3))
    let cache = stream.enqueue(3, on: 2)
    stream.start(cache, 3, on: 2)
    stream.create(4, .value, "cached")
    stream.settle(4, .fulfilled, "old")
    stream.end(cache, 3, on: 2, .returnedPromise)
    stream.post(.adopted(outer: 3, inner: 4))
    stream.settle(3, .fulfilled, "old", from: 4)
    stream.time = 80
    stream.thread = 2
    stream.end(fetch, 1, on: 1)
    stream.settle(1, .fulfilled, "new")
    return stream
  }

  @Test("Why a recovered value came names the error, and what the timeout gave up on")
  func recovered() {
    #expect(
      timedOut.answer("Where does the value", 3).first
        == "p3 'cache' got it from p4 'cached', which its handler returned instead of timedOut of p2 'in time'"
    )
    #expect(
      timedOut.answer("Where does the value", 3).dropFirst() == [
        "  p4 'cached' was created with it at Login.swift:14",
        "    the handler of p3 'cache' created p4 'cached' at 50.0, given timedOut by p2 'in time'",
        "      the timer of p2 'in time' fired at 50.0, before p1 'fetch' settled",
      ])
    #expect(
      timedOut.answer("What did p1 'fetch' wait for at 50.0, when p2 'in time' gave up on it", 3)
        == [
          "the body of p1 'fetch' has been running on net for 50.0 of 80.0 ms",
          "p1 'fetch' was fulfilled at 80.0, too late",
        ])
    #expect(
      timedOut.answer("What did p1 'fetch' wait for", 2).last
        == "p1 'fetch' was fulfilled at 80.0, too late")
  }

  @Test("An error that was recovered with a promise made elsewhere has its own question")
  func recoveredElsewhere() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value, "cached")
    stream.settle(1, .fulfilled, "old")
    stream.create(2, .pending, "fetch")
    stream.link(3, .recover, "cache", to: 2, on: 1)
    stream.settle(2, .rejected, "Offline()")
    let job = stream.enqueue(3, on: 1)
    stream.start(job, 3, on: 1)
    stream.end(job, 3, on: 1, .returnedPromise)
    stream.post(.adopted(outer: 3, inner: 1))
    stream.settle(3, .fulfilled, "old", from: 1)
    #expect(
      stream.answer("Where does the error that p3 'cache' recovered from, Offline(),", 3) == [
        "p2 'fetch' was resolved at 0.0 by code outside any queue"
      ])
  }

  // MARK: - Resolvers

  /// 'reply' is resolved by hand in the handler of 'call back'.
  private var resolvedByHand: EventStream {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .pending, "reply")
    stream.create(2, .after, "answer")
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 30_000_000))
    stream.link(3, .done, "call back", to: 2, on: 1)
    stream.time = 30
    stream.post(.timerFired(timer: 1, promise: 2))
    stream.settle(2)
    let job = stream.enqueue(3, on: 1)
    stream.time = 31
    stream.start(job, 3, on: 1)
    stream.settle(1, .fulfilled, "items")
    stream.end(job, 3, on: 1)
    stream.settle(3)
    return stream
  }

  @Test("A resolver by hand is followed to the handler that called it, and on from there")
  func resolver() {
    #expect(
      resolvedByHand.answer("Where does", 1) == [
        "p1 'reply' was resolved at 31.0 by the handler of p3 'call back', after p2 'answer'",
        "  the timer of p2 'answer' fired at 30.0",
      ])
    #expect(
      resolvedByHand.answer("Why so late", 1) == [
        "31.0 ms  100%  until the handler of p3 'call back' resolved it"
      ])
    #expect(
      resolvedByHand.answer("At the bottom", 1) == [
        "30.0 ms   97%  the timer of p2 'answer'",
        " 1.0 ms    3%  p3 'call back', waiting in queue net",
      ])
  }

  @Test("A handler that cancels a promise is not said to have resolved it")
  func cancelled() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .pending, "page")
    stream.create(2, .value)
    stream.settle(2)
    stream.link(3, .done, "cancel", to: 2, on: 1)
    let job = stream.enqueue(3, on: 1)
    stream.time = 20
    stream.start(job, 3, on: 1)
    stream.post(.cancelRequested(context: 1))
    stream.settle(1, .cancelled, "cancelled")
    stream.end(job, 3, on: 1)
    #expect(
      stream.answer("Why is", 1).first
        == "p1 'page' was cancelled at 20.0, while the handler of p3 'cancel' ran")
    #expect(stream.answer("Why so late", 1) == ["20.0 ms  100%  until it settled"])
  }

  @Test("What settled a promise that was resolved with another one did not call its resolver")
  func resolvedWithAPromise() {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .pending, "reply")
    stream.create(2, .pending, "page")
    stream.create(3, .value)
    stream.settle(3)
    stream.link(4, .done, "finish", to: 3, on: 1)
    stream.time = 10
    stream.post(.adopted(outer: 1, inner: 2))
    stream.time = 15
    stream.post(.note("later"))
    #expect(
      stream.answer("Where does the time go", 1) == [
        "10.0 ms   67%  until its resolver was called",
        " 5.0 ms   33%  waiting for p2 'page', which it adopted",
      ])
    stream.time = 30
    let job = stream.enqueue(4, on: 1)
    stream.start(job, 4, on: 1)
    stream.settle(2, .fulfilled, "page")
    stream.settle(1, .fulfilled, "page", from: 2)
    stream.end(job, 4, on: 1)
    #expect(
      stream.answer("Why so late", 1) == [
        "10.0 ms   33%  until its resolver was called",
        "20.0 ms   67%  waiting for p2 'page', which it adopted",
      ])
  }

  @Test("A body that threw after it had resolved its promise did not reject it by that")
  func threwAfterwards() {
    var stream = EventStream()
    stream.create(1, .body, "load")
    stream.post(.bodyStarted(promise: 1))
    stream.settle(1, .rejected, "Offline()")
    stream.time = 4
    stream.post(.bodyEnded(promise: 1, threw: true))
    #expect(
      stream.answer("Where does", 1).first
        == "the body of p1 'load' resolved it at 0.0 at Login.swift:11")
  }
}
