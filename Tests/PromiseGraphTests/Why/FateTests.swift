import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What why names of fan-ins, and what received an error")
struct FateTests {
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

  @Test("A fan-in that was cancelled did not get its outcome from its inputs")
  func cancelledFanIn() {
    var stream = EventStream()
    stream.create(1, .pending, "a")
    stream.create(2, .allSettled, "both", parents: [1])
    stream.post(.cancelRequested(context: 1))
    stream.settle(2, .cancelled, "cancelled")
    #expect(stream.answer("Why is", 2).first == "p2 'both' was cancelled at 0.0")
  }
}
