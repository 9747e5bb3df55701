import PromiseKitLite
import Testing

@testable import PromiseGraph

@Suite("What why names as the cause")
struct CauseTests {
  private func explanation(_ promise: PromiseID, _ stream: EventStream) -> Explanation {
    var history = History()
    history.append(contentsOf: stream.events)
    return stream.graph.explanation(of: promise, in: history)
  }

  /// The first question about a promise and its answer, as the inspector shows them.
  private func brief(_ promise: PromiseID, _ stream: EventStream) -> [String] {
    stream.graph.reason(of: promise, limit: 3).map(\.text)
  }

  /// The lines below the question that begins with `question`.
  private func answer(
    _ question: String, _ promise: PromiseID, _ stream: EventStream
  ) -> [String] {
    explanation(promise, stream).lines.drop { !$0.text.hasPrefix(question) }.dropFirst()
      .prefix { $0.kind != .question }.map {
        String(repeating: "  ", count: $0.depth) + $0.lead + $0.text
      }
  }

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
      brief(3, fetchAndCount) == [
        "Where does the value of p3 'count', 2, come from?",
        "the handler of p3 'count' returned 2 on main at 13.0, given [tea, milk] by p2 'parse'",
      ])
    #expect(
      brief(4, fetchAndCount).last
        == "the handler of p3 'count' returned 2 on main at 13.0, given [tea, milk] by p2 'parse'")
    let lines = explanation(3, fetchAndCount).lines
    #expect(lines[1].kind == .answer && lines[1].text == brief(3, fetchAndCount).last)
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
      brief(2, stream) == [
        "Where does the value of p2 'later', tea, come from?",
        "p1 'tea' was created with it at Login.swift:11",
      ])
    #expect(
      answer("Where does", 2, stream).first
        == "p2 'later' passed on what it got from p1 'tea' when its timer fired at 30.0")
    #expect(answer("Why so late", 2, stream) == ["30.0 ms  100%  waiting for its timer"])
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
      answer("Where does", 2, replaced) == [
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
      answer("Why so late", 2, replaced) == [
        "50.0 ms  100%  waiting for p4 'link', which it adopted"
      ])
    #expect(
      answer("At the bottom", 2, replaced) == [
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
      answer("Where does the value", 3, timedOut).first
        == "p3 'cache' got it from p4 'cached', which its handler returned instead of timedOut of p2 'in time'"
    )
    #expect(
      answer("Where does the value", 3, timedOut).dropFirst() == [
        "  p4 'cached' was created with it at Login.swift:14",
        "    the handler of p3 'cache' created p4 'cached' at 50.0, given timedOut by p2 'in time'",
        "      the timer of p2 'in time' fired at 50.0, before p1 'fetch' settled",
      ])
    #expect(
      answer("What did p1 'fetch' wait for at 50.0, when p2 'in time' gave up on it", 3, timedOut)
        == [
          "the body of p1 'fetch' has been running on net for 50.0 of 80.0 ms",
          "p1 'fetch' was fulfilled at 80.0, too late",
        ])
    #expect(
      answer("What did p1 'fetch' wait for", 2, timedOut).last
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
      answer("Where does the error that p3 'cache' recovered from, Offline(),", 3, stream) == [
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
      answer("Where does", 1, resolvedByHand) == [
        "p1 'reply' was resolved at 31.0 by the handler of p3 'call back', after p2 'answer'",
        "  the timer of p2 'answer' fired at 30.0",
      ])
    #expect(
      answer("Why so late", 1, resolvedByHand) == [
        "31.0 ms  100%  until the handler of p3 'call back' resolved it"
      ])
    #expect(
      answer("At the bottom", 1, resolvedByHand) == [
        "30.0 ms   97%  the timer of p2 'answer'",
        " 1.0 ms    3%  p3 'call back', waiting in queue net",
      ])
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
      answer("Where does", 2, stream).last
        == "it is passed on to p1 'outer', which adopted it")
  }

  @Test("An error that a thread or a task waited for is not without a handler")
  func awaitedError() {
    var stream = EventStream()
    stream.create(1, .pending, "load")
    stream.post(.awaitBegan(promise: 1))
    #expect(answer("What does", 1, stream).last == "a task has been awaiting it since 0.0")
    stream.time = 5
    stream.settle(1, .rejected, "Offline()")
    stream.post(.awaitEnded(promise: 1, ending: .settled))
    let lines = answer("Where does", 1, stream)
    #expect(lines.last == "a task awaited it until 5.0")
    #expect(!lines.contains { $0.contains("no handler") })
  }

  // MARK: - Blocked threads

  /// The handler of 'show' blocks main, waiting for 'count'; 'next' stands behind it.
  private func blocked(ended: Bool) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "side")
    stream.create(1, .value, "items")
    stream.settle(1)
    stream.create(2, .async, "count")
    let count = stream.enqueue(2, on: 2)
    stream.link(3, .map, "show", to: 1, on: 1)
    stream.link(4, .map, "next", to: 1, on: 1)
    let show = stream.enqueue(3, on: 1)
    stream.time = 1
    stream.start(show, 3, on: 1)
    stream.post(.waitBegan(promise: 2, queue: 1, job: nil))
    stream.queue = nil
    let next = stream.enqueue(4, on: 1)
    stream.thread = 2
    stream.time = 2
    stream.start(count, 2, on: 2)
    guard ended else { return stream }
    stream.time = 41
    stream.end(count, 2, on: 2)
    stream.settle(2, .fulfilled, "2")
    stream.thread = 1
    stream.post(.waitEnded(promise: 2, queue: 1, job: nil, ending: .settled))
    stream.time = 42
    stream.end(show, 3, on: 1)
    stream.settle(3)
    stream.start(next, 4, on: 1)
    stream.end(next, 4, on: 1)
    stream.settle(4)
    return stream
  }

  @Test("While a thread is blocked, the promise says who waits for it, and after that who waited")
  func waits() {
    #expect(
      answer("What does", 2, blocked(ended: false)).last
        == "the handler of p3 'show', blocking main, has been waiting for it since 1.0")
    #expect(
      answer("Where does", 2, blocked(ended: true)).last
        == "the handler of p3 'show', blocking main, waited for it for 40.0 ms, until 41.0")
  }

  @Test("The time of a handler that blocked is that of the promise it waited for")
  func blockedTime() {
    #expect(
      answer("Why so late", 3, blocked(ended: true)) == [
        " 1.0 ms    2%  waiting in queue main",
        "40.0 ms   95%  blocked, waiting for p2 'count'",
        " 1.0 ms    3%  running on main",
      ])
    #expect(
      answer("At the bottom", 3, blocked(ended: true)).contains(
        "39.0 ms   93%  running on side: the body of p2 'count'"))
  }

  @Test("A job that stood behind a blocked one says what that waited for")
  func behindBlocked() {
    #expect(
      answer("Why so late", 4, blocked(ended: true)).contains {
        $0.hasSuffix(
          "waiting in queue main, behind the handler of p3 'show', which blocked it for 40.0 ms, "
            + "waiting for p2 'count'")
      })
  }

  @Test("A queue says what blocks it and why, and after that what blocked it longest")
  func queue() {
    let now = blocked(ended: false).graph
    #expect(
      now.explanation(of: 1, now: 12_000_000).lines.map(\.text) == [
        "What blocks main?",
        "the handler of p3 'show' has been running there for 11.0 ms, since 1.0",
        "its thread is blocked: it has been waiting for p2 'count' for 11.0 ms",
        "the body of p2 'count' has been running on side for 10.0 ms",
        "What waits in main?",
        "1st: the handler of p4 'next', for 11.0 ms, since 1.0",
      ])
    let end = blocked(ended: true).graph
    #expect(
      end.explanation(of: 1, now: 50_000_000).lines.last?.text
        == "the handler of p3 'show' blocked it for 40.0 ms, from 1.0 to 41.0, waiting for p2 'count'; "
        + "1 job waited behind it")
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
          answer("What does", 1, stream).first
            == "p1 'page' tries again when its timer fires at 30.0, in 20.0 ms")
        stream.time = 30
        stream.post(.timerFired(timer: 1, promise: 1))
      }
    }
    stream.settle(1, .fulfilled, "page", from: 3)
    #expect(
      answer("Why so late", 1, stream) == [
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
      answer("Where does", 3, stream) == [
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
    let lines = answer("Where does", 2, stream)
    #expect(lines.first?.contains("(tag") == false)
    #expect(lines.last?.hasSuffix("by code outside any queue (tag order 1)") == true)
  }
}

extension EventStream {
  /// Posts a job of `promise` that starts and ends at these times, in milliseconds.
  mutating func run(_ promise: PromiseID, on queue: QueueID, from start: Double, to end: Double) {
    time = start
    let job = enqueue(promise, on: queue)
    self.start(job, promise, on: queue)
    time = end
    self.end(job, promise, on: queue)
  }
}
