import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct WaitingTests {
  /// Returns the lines of the answer to the first question about a promise.
  private func answer(_ promise: PromiseID, _ stream: EventStream) -> [String] {
    var history = History()
    history.append(contentsOf: stream.events)
    let lines = stream.graph.explanation(of: promise, in: history).lines
    return lines.dropFirst().prefix { $0.kind != .question }.map {
      String(repeating: "  ", count: $0.depth) + $0.text
    }
  }

  @Test("A chain waits for the timer at its end")
  func timer() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .after, "tick")
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 150_000_000))
    stream.link(2, .then, "fetch", to: 1, on: 1)
    stream.link(3, .done, "show", to: 2, on: 1)
    stream.time = 100
    stream.post(.note("later"))
    #expect(
      answer(3, stream) == [
        "p3 'show' waits for p2 'fetch'",
        "  p2 'fetch' waits for p1 'tick'",
        "    the timer of p1 'tick' fires at 150.0, in 50.0 ms",
      ])
  }

  @Test("A long path starts with its end")
  func endFirst() {
    var stream = EventStream()
    stream.create(1, .after, "tick")
    stream.post(.timerScheduled(timer: 1, promise: 1, due: .max))
    for number in 2...4 { stream.link(PromiseID(number), .map, to: PromiseID(number - 1), on: 1) }
    #expect(answer(4, stream).first == "in the end: the timer of p1 'tick' never fires")
    #expect(answer(4, stream).count == 5)
  }

  @Test("A handler in a queue shows its position, and the job that runs there")
  func queue() {
    var stream = EventStream()
    stream.declare(1, "work")
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .done, "flush", to: 1, on: 1)
    stream.link(3, .done, "write", to: 1, on: 1)
    stream.link(4, .done, "close", to: 1, on: 1)
    let flush = stream.enqueue(2, on: 1)
    _ = stream.enqueue(3, on: 1)
    _ = stream.enqueue(4, on: 1)
    stream.time = 10
    stream.start(flush, 2, on: 1)
    stream.time = 12
    stream.post(.note("meanwhile"))
    #expect(
      answer(4, stream) == [
        "the handler of p4 'close' has been 2nd in queue work for 12.0 ms; "
          + "the handler of p2 'flush' has been running there for 2.0 ms"
      ])
    #expect(
      answer(2, stream) == ["the handler of p2 'flush' has been running on work for 2.0 ms"])
  }

  @Test("A wait in a job that blocks its own queue is a cycle, and shown in full")
  func deadlock() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value, "items")
    stream.settle(1)
    stream.link(2, .map, "parse", to: 1, on: 1)
    stream.link(3, .map, "show", to: 1, on: 1)
    let show = stream.enqueue(3, on: 1)
    _ = stream.enqueue(2, on: 1)
    stream.start(show, 3, on: 1)
    stream.post(.waitBegan(promise: 2, queue: 1, job: show))
    #expect(
      answer(3, stream) == [
        "the handler of p3 'show' runs on main and waits for p2 'parse'",
        "  the handler of p2 'parse' is first in queue main; the handler of p3 'show' "
          + "blocks main, waiting for p2 'parse'",
        "    a cycle, in which no promise can settle: p2 'parse' -> p2 'parse'",
      ])
  }

  @Test("If main has a job and nothing has ever run there, the answer says that it is not drained")
  func main() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "side")
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .done, "show", to: 1, on: 1)
    stream.link(3, .done, "log", to: 1, on: 2)
    _ = stream.enqueue(2, on: 1)
    _ = stream.enqueue(3, on: 2)
    stream.time = 1200
    stream.post(.note("later"))
    #expect(
      answer(2, stream).first?.hasSuffix(
        "nothing has ever run on main: the program does not drain it") == true)
    #expect(answer(3, stream).first?.hasSuffix("nothing is running there") == true)
    var ahead = stream
    ahead.start(1, 2, on: 1)
    let lines = stream.graph.explanation(of: 2, ahead: ahead.graph).lines
    #expect(!lines.contains { $0.text.contains("does not drain it") }, "a job runs there later")
  }

  @Test("A body that has returned is not said to run while its job ends")
  func bodyReturned() {
    var stream = EventStream()
    stream.declare(1, "work")
    stream.create(1, .body, "load")
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    stream.post(.bodyStarted(promise: 1))
    stream.post(.bodyEnded(promise: 1, threw: false))
    #expect(
      answer(1, stream).first?.hasPrefix(
        "p1 'load' at Login.swift:11 is still pending after its body returned at 0.0") == true)
  }

  @Test("A promise that is not resolved, and one that is freed")
  func nobody() {
    var stream = EventStream()
    stream.create(1, .body, "load")
    stream.post(.bodyStarted(promise: 1))
    stream.post(.bodyEnded(promise: 1, threw: false))
    stream.link(2, .done, to: 1, on: 1)
    #expect(
      answer(2, stream) == [
        "p2 (.done) waits for p1 'load'",
        "  p1 'load' at Login.swift:11 is still pending after its body returned at 0.0: the code "
          + "that holds its resolver must call it",
      ])
    stream.post(.deallocated(promise: 1, state: .pending, waiting: [2]))
    #expect(
      answer(2, stream) == [
        "p2 (.done) waits forever for p1 'load', which was freed while pending",
        "  p1 'load' was freed at 0.0 while pending: nothing can settle it",
      ])
  }

  @Test(
    "A fan-in says what each of its pending inputs waits for; if there are many, the first ones")
  func inputs() {
    var stream = EventStream()
    for number in 1...9 { stream.create(PromiseID(number), .pending, "input") }
    stream.create(10, .all, "all", parents: (1...9).map { PromiseID($0) })
    stream.settle(1)
    stream.post(.inputSettled(fanIn: 10, index: 0, input: 1, outcome: .fulfilled))
    let lines = answer(10, stream)
    #expect(lines.count == 5)
    #expect(lines.first == "p10 'all' waits for 8 of its 9 inputs")
    #expect(lines[1].hasPrefix("  p2 'input' at Login.swift:12 is pending"))
    #expect(lines.last == "  and 5 more inputs are still pending")
  }

  @Test("An adoption that leads back to its start is a cycle")
  func adoptions() {
    var stream = EventStream()
    for number in 1...3 { stream.create(PromiseID(number), .pending, "\(number)") }
    for number in 1...3 {
      stream.post(.adopted(outer: PromiseID(number), inner: PromiseID(number % 3 + 1)))
    }
    #expect(
      answer(1, stream).first
        == "in the end: a cycle of adoptions, whose promises are all rejected: "
        + "p1 '1' -> p2 '2' -> p3 '3' -> p1 '1'")
  }

  @Test("A promise whose body has returned says what its body made, and what that waits for")
  func made() {
    var stream = EventStream()
    stream.create(1, .body, "prepare")
    stream.post(.bodyStarted(promise: 1))
    stream.create(2, .pending, "tables")
    stream.link(3, .then, "migrate", to: 2, on: 1)
    stream.link(4, .catch, "failed", to: 3, on: 1)
    stream.post(.bodyEnded(promise: 1, threw: false))
    stream.create(5, .pending, "other")
    #expect(
      answer(1, stream) == [
        "p1 'prepare' at Login.swift:11 is still pending after its body returned at 0.0: the code "
          + "that holds its resolver must call it; the body made p4 'failed'",
        "  p4 'failed' waits for p3 'migrate'",
        "    p3 'migrate' waits for p2 'tables'",
        "      p2 'tables' at Login.swift:12 is pending: the code that holds its resolver must call it",
      ])
  }

  @Test("A queue that runs two jobs at the same time is not blocked by the wait of one of them")
  func concurrent() {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "pool", kind: .serial, assumed: true))
    for number in 1...3 { stream.create(PromiseID(number), .async, "job \(number)") }
    let jobs = (1...3).map { stream.enqueue(PromiseID($0), on: 1) }
    for number in 1...2 {
      stream.thread = ThreadID(number)
      stream.start(jobs[number - 1], PromiseID(number), on: 1)
    }
    stream.post(.waitBegan(promise: 3, queue: 1, job: jobs[1]))
    #expect(answer(3, stream).allSatisfy { !$0.contains("blocks pool") && !$0.contains("cycle") })
  }

  @Test("Twenty thousand links are followed to their end, in a few lines")
  func deep() {
    var stream = EventStream()
    stream.create(1, .pending, "root")
    var graph = stream.graph
    let count = 20_000
    for number in 2...count {
      var creation = PromiseEvent.Creation(promise: PromiseID(number), operation: .asVoid)
      creation.parents = [PromiseID(number - 1)]
      graph.apply(
        PromiseEvent(sequence: number, time: 0, thread: 1, queue: nil, kind: .created(creation)))
    }
    let lines = graph.explanation(of: PromiseID(count)).lines
    #expect(lines.count < 40)
    #expect(lines.contains { $0.text == "... 19990 more like it, from p19994 (.asVoid) on" })
    #expect(lines[1].text.hasPrefix("in the end: p1 'root' at Login.swift:11 is pending"))
  }

  @Test(
    "Events that make no sense are explained, and quickly", arguments: 1...2 as ClosedRange<UInt64>)
  func nonsense(_ seed: UInt64) {
    var random = RandomEvents(seed: seed)
    let events = random.stream(1500)
    var history = History()
    history.append(contentsOf: events)
    let graph = Graph(folding: events)
    for number in -1...32 {
      let explanation = graph.explanation(of: PromiseID(number), in: history)
      #expect(explanation.lines.first?.kind == .question)
      #expect((2..<300).contains(explanation.lines.count))
      for other in 1...8 {
        let order = OrderOfTwo(PromiseID(number), PromiseID(other), in: graph, history: history)
        #expect(order.explanation.lines.count >= 2)
      }
    }
  }
}
