import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What why names of adopted promises")
struct AdoptionCauseTests {
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

  @Test("A promise that was replaced is not said to be pending still")
  func replacedIsOver() {
    #expect(replaced.answer("Where did the time go? p4 'link' was pending for 20", 4).count == 1)
    #expect(replaced.answer("Where does the time go", 4) == [])
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

  @Test("What was adopted is named, also after what takes its place has changed twice")
  func replacedTwice() {
    var stream = replaced
    stream.link(6, .done, "show", to: 2, on: 1)
    #expect(
      stream.answer("Where does", 2).contains(
        "p2 'outer' got it from p4 'link', which its handler returned"))
    var loop = EventStream()
    loop.declare(1, "main")
    loop.create(1, .value, "go")
    loop.settle(1, .fulfilled, "go")
    loop.link(2, .then, "first", to: 1, on: 1)
    let job = loop.enqueue(2, on: 1)
    loop.start(job, 2, on: 1)
    loop.create(3, .pending, "second")
    loop.end(job, 2, on: 1, .returnedPromise)
    loop.post(.adopted(outer: 2, inner: 3))
    loop.create(4, .pending, "third")
    loop.post(.adopted(outer: 3, inner: 4))
    loop.settle(4, .fulfilled, "items")
    // It has settled before the one that it adopted is freed.
    loop.settle(2, .fulfilled, "items", from: 4)
    loop.post(.deallocated(promise: 3, state: .forwarded(to: 2), waiting: []))
    #expect(
      loop.answer("Where does", 2).contains(
        "p2 'first' got it from p3 'second', which its handler returned"))
  }

  @Test("In a circle of adoptions, the one that was resolved with itself says so")
  func circle() {
    var stream = EventStream()
    stream.create(1, .pending, "one")
    stream.create(2, .pending, "two")
    stream.post(.adopted(outer: 1, inner: 2))
    stream.post(.adopted(outer: 2, inner: 1))
    stream.post(
      .settled(
        .init(
          promise: 2, outcome: .rejected, description: "itself", origin: 2, from: nil,
          oddity: .returnedSelf)))
    stream.post(
      .settled(
        .init(
          promise: 1, outcome: .rejected, description: "itself", origin: 2, from: 2,
          oddity: .returnedSelf)))
    #expect(
      stream.answer("Where does", 1).filter { !$0.hasPrefix("it is passed on") } == [
        "p1 'one' got it from p2 'two', with which it was resolved",
        "  p2 'two' was resolved with itself, through p1 'one', and rejected",
      ])
  }

  @Test("A cancellation is not said to come from the promise that was adopted and is pending")
  func cancelledWhileLockedIn() {
    var stream = EventStream()
    stream.create(1, .pending, "outer")
    stream.create(2, .pending, "inner")
    stream.post(.adopted(outer: 1, inner: 2))
    stream.time = 5
    stream.post(.cancelRequested(context: 1))
    stream.settle(1, .cancelled, "cancelled")
    #expect(stream.answer("Why is", 1).first == "p1 'outer' was cancelled at 5.0")
  }
}
