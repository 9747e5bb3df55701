import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What why names as the maker of an outcome")
struct CauseTests {
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

  @Test("A handler without a parameter is not said to have been given a value")
  func givenNothing() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value, "tea")
    stream.settle(1, .fulfilled, "tea")
    stream.link(2, .finally, "clear", to: 1, on: 1)
    stream.run(2, on: 1, from: 1, to: 2)
    stream.settle(2, .fulfilled, "tea")
    #expect(
      stream.brief(2).last
        == "the handler of p2 'clear' returned tea on main at 2.0, after p1 'tea'")
  }

  @Test("A link that was cancelled before it was skipped did not get its outcome from its parent")
  func cancelledBefore() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .pending, "page")
    stream.link(2, .map, "parse", to: 1, on: 1)
    stream.post(.cancelRequested(context: 1))
    stream.settle(2, .cancelled, "cancelled")
    stream.settle(1, .rejected, "Offline()")
    stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
    #expect(stream.answer("Why is", 2).first == "p2 'parse' was cancelled at 0.0")
  }
}
