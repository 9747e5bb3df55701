import PromiseKitLite
import Testing

@testable import PromiseGraph

@Suite("What why names as the cause")
struct CauseTests {
  // MARK: - The value

  /// fetch, whose body returns a text, then two handlers that each make another value of it.
  private var fetchAndCount: EventStream {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.declare(2, "main")
    stream.create(1, .async, "fetch")
    stream.link(2, .map, "parse", to: 1, on: 2)
    stream.link(3, .map, "count", to: 2, on: 2)
    stream.link(4, .get, "log", to: 3, on: 2)
    stream.run(1, on: 1, from: 0, to: 10)
    stream.settle(1, .fulfilled, "tea milk")
    stream.run(2, on: 2, from: 10, to: 12)
    stream.settle(2, .fulfilled, "[tea, milk]")
    stream.run(3, on: 2, from: 12, to: 13)
    stream.settle(3, .fulfilled, "2")
    stream.run(4, on: 2, from: 13, to: 14)
    stream.settle(4, .fulfilled, "2")
    return stream
  }

  @Test("A value comes from the handler that made it, not from the start of its chain")
  func maker() {
    #expect(
      fetchAndCount.brief(3) == [
        "Where does the value of p3 'count', 2, come from?",
        "the handler of p3 'count' returned 2 on main at 13.0, given [tea, milk] by p2 'parse'",
      ])
    #expect(
      fetchAndCount.brief(4).last
        == "the handler of p3 'count' returned 2 on main at 13.0, given [tea, milk] by p2 'parse'")
    let lines = fetchAndCount.explanation(3).lines
    #expect(lines[1].kind == .answer && lines[1].text == fetchAndCount.brief(3).last)
    #expect(lines[3].text == "the body of p1 'fetch' returned tea milk on net at 10.0")
  }

  @Test("A delayed value comes from the promise that was delayed: a timer has no value")
  func delayed() {
    var stream = EventStream()
    stream.declare(1, "inline", .immediate)
    stream.create(1, .value, "tea")
    stream.settle(1, .fulfilled, "tea")
    stream.link(2, .delay, "later", to: 1, on: 1)
    let job = stream.enqueue(2, on: 1)
    stream.start(job, 2, on: 1)
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 30_000_000))
    stream.end(job, 2, on: 1)
    stream.time = 30
    stream.post(.timerFired(timer: 1, promise: 2))
    stream.settle(2, .fulfilled, "tea")
    #expect(
      stream.brief(2) == [
        "Where does the value of p2 'later', tea, come from?",
        "p1 'tea' was created with it at Login.swift:11",
      ])
    #expect(
      stream.answer("Where does", 2).first
        == "p2 'later' passed on what it got from p1 'tea' when its timer fired at 30.0")
    #expect(stream.answer("Why so late", 2) == ["30.0 ms  100%  waiting for its timer"])
  }

  // MARK: - Adoption

  /// 'outer' adopts 'link', whose handler returns 'request', which takes its place.
  private var replaced: EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value, "go")
    stream.settle(1, .fulfilled, "go")
    stream.link(2, .then, "outer", to: 1, on: 1)
    let outer = stream.enqueue(2, on: 1)
    stream.start(outer, 2, on: 1)
    stream.create(3, .after, "pause")
    stream.post(.timerScheduled(timer: 1, promise: 3, due: 20_000_000))
    stream.link(4, .then, "link", to: 3, on: 1)
    stream.end(outer, 2, on: 1, .returnedPromise)
    stream.post(.adopted(outer: 2, inner: 4))
    stream.time = 20
    stream.post(.timerFired(timer: 1, promise: 3))
    stream.settle(3)
    let link = stream.enqueue(4, on: 1)
    stream.start(link, 4, on: 1)
    stream.create(5, .pending, "request")
    stream.end(link, 4, on: 1, .returnedPromise)
    stream.post(.adopted(outer: 4, inner: 5))
    stream.post(.deallocated(promise: 4, state: .forwarded(to: 2), waiting: []))
    stream.time = 50
    stream.settle(5, .fulfilled, "items")
    stream.settle(2, .fulfilled, "items", from: 5)
    return stream
  }

  @Test("Why an adopted value came names every promise of the way, also one that was replaced")
  func everyLevel() {
    #expect(
      replaced.answer("Where does", 2) == [
        "it began here: p5 'request' was resolved at 50.0 by code outside any queue",
        "p2 'outer' got it from p4 'link', which its handler returned",
        "  p4 'link' got it from p5 'request', which its handler returned",
        "    p5 'request' was resolved at 50.0 by code outside any queue",
        "      the handler of p4 'link' created p5 'request' at 20.0, after p3 'pause'",
        "        the timer of p3 'pause' fired at 20.0",
        "          the handler of p2 'outer' created p3 'pause' at 0.0, given go by p1 'go'",
        "            p1 'go' was created with it at Login.swift:11",
      ])
  }

  @Test("No time is charged to a promise that did not exist yet")
  func notBefore() {
    #expect(
      replaced.answer("Why so late", 2) == [
        "50.0 ms  100%  waiting for p4 'link', which it adopted"
      ])
    #expect(
      replaced.answer("At the bottom", 2) == [
        "20.0 ms   40%  the timer of p3 'pause'",
        "30.0 ms   60%  until the resolver of p5 'request' was called",
      ])
  }

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

  // MARK: - What received it

  @Test("An error that a promise adopted is passed on, not without a handler")
  func adoptedError() {
    var stream = EventStream()
    stream.create(1, .pending, "outer")
    stream.create(2, .pending, "inner")
    stream.post(.adopted(outer: 1, inner: 2))
    stream.settle(2, .rejected, "Offline()")
    #expect(
      stream.answer("Where does", 2).last
        == "it is passed on to p1 'outer', which adopted it")
  }

  @Test("An error that a thread or a task waited for is not without a handler")
  func awaitedError() {
    var stream = EventStream()
    stream.create(1, .pending, "load")
    stream.post(.awaitBegan(promise: 1))
    #expect(stream.answer("What does", 1).last == "a task has been awaiting it since 0.0")
    stream.time = 5
    stream.settle(1, .rejected, "Offline()")
    stream.post(.awaitEnded(promise: 1, ending: .settled))
    let lines = stream.answer("Where does", 1)
    #expect(lines.last == "a task awaited it until 5.0")
    #expect(!lines.contains { $0.contains("no handler") })
  }

  // MARK: - Retry, fan-ins and tags

  @Test("The time of a retry is that of its attempts and of the pauses between them")
  func retry() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .retry, "page")
    for attempt in 0...1 {
      let promise = PromiseID(attempt + 2)
      stream.time = Double(attempt) * 30
      stream.create(promise, .async, "attempt \(attempt + 1)")
      stream.post(.inputAdded(fanIn: 1, index: attempt, input: promise))
      stream.run(promise, on: 1, from: stream.time, to: stream.time + 10)
      let outcome = attempt == 0 ? PromiseEvent.Outcome.rejected : .fulfilled
      stream.settle(promise, outcome, "page")
      stream.post(.inputSettled(fanIn: 1, index: attempt, input: promise, outcome: outcome))
      if attempt == 0 {
        stream.post(.timerScheduled(timer: 1, promise: 1, due: 30_000_000))
        #expect(
          stream.answer("What does", 1).first
            == "p1 'page' tries again when its timer fires at 30.0, in 20.0 ms")
        stream.time = 30
        stream.post(.timerFired(timer: 1, promise: 1))
      }
    }
    stream.settle(1, .fulfilled, "page", from: 3)
    #expect(
      stream.answer("Why so late", 1) == [
        "10.0 ms   25%  waiting for its attempt p2 'attempt 1'",
        "20.0 ms   50%  until its next attempt",
        "10.0 ms   25%  waiting for its attempt p3 'attempt 2'",
      ])
  }

  @Test("A fan-in of all names the input that settled last, and goes on from there")
  func all() {
    var stream = EventStream()
    stream.create(1, .pending, "a")
    stream.create(2, .pending, "b")
    stream.create(3, .all, "both", parents: [1, 2])
    for (index, number) in [2, 1].enumerated() {
      stream.time = Double(index + 1) * 10
      stream.settle(PromiseID(number), .fulfilled, "x")
      stream.post(
        .inputSettled(
          fanIn: 3, index: number - 1, input: PromiseID(number), outcome: .fulfilled))
    }
    stream.settle(3, .fulfilled, "x x")
    #expect(
      stream.answer("Where does", 3) == [
        "p3 'both' got it from all its 2 inputs; the last was p1 'a' at 20.0",
        "  p1 'a' was resolved at 20.0 by code outside any queue",
      ])
  }

  @Test("A step in a chain with another tag says so")
  func tags() {
    var stream = EventStream()
    stream.post(
      .created(.init(promise: 1, operation: .pending, label: "send", tag: "order 1")))
    stream.post(
      .created(
        .init(promise: 2, operation: .race, label: "first", parents: [1], tag: "order 2")))
    stream.settle(1, .fulfilled, "sent")
    stream.post(.inputSettled(fanIn: 2, index: 0, input: 1, outcome: .fulfilled))
    stream.settle(2, .fulfilled, "sent", from: 1)
    let lines = stream.answer("Where does", 2)
    #expect(lines.first?.contains("(tag") == false)
    #expect(lines.last?.hasSuffix("by code outside any queue (tag order 1)") == true)
  }
}
