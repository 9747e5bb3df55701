import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct OrderOfTwoTests {
  /// Returns handlers attached to `root` in one turn, run in the order of `queues`.
  private func siblings(on queues: [QueueID]) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "side")
    stream.declare(3, "inline", .immediate)
    stream.create(1, .pending, "root")
    for (place, queue) in queues.enumerated() {
      stream.link(PromiseID(place + 2), .done, "h\(place + 1)", to: 1, on: queue)
    }
    stream.settle(1)
    let jobs = queues.enumerated().map { ($1, stream.enqueue(PromiseID($0 + 2), on: $1)) }
    for (place, (queue, job)) in jobs.enumerated() {
      stream.start(job, PromiseID(place + 2), on: queue)
      stream.end(job, PromiseID(place + 2), on: queue)
      stream.settle(PromiseID(place + 2))
    }
    return stream
  }

  private func order(_ one: PromiseID, _ other: PromiseID, _ stream: EventStream) -> OrderOfTwo {
    var history = History()
    history.append(contentsOf: stream.events)
    return OrderOfTwo(one, other, in: stream.graph, history: history)
  }

  @Test("Handlers of one promise on one queue run in the order of attachment, by rule 3")
  func siblings() {
    let order = order(3, 2, siblings(on: [1, 1]))
    #expect(order.first == 2)
    #expect(order.verdict == .always)
    #expect(
      order.explanation.text == """
        Why did p2 'h1' run before p3 'h2'?
          both are attached to p1 'root' (1st and 2nd), and handlers of one promise are queued in the order of attachment (rule 3)
          p2 'h1': handler 1 of p1 'root', on main, enqueued as number 1 at 0.0, ran as number 1 at 0.0
          p3 'h2': handler 2 of p1 'root', on main, enqueued as number 2 at 0.0, ran as number 2 at 0.0
          after p1 'root', p2 'h1' needed 1 queue hop, p3 'h2' 1
        Could the order differ?
          no: a rule requires it in every schedule
        """)
  }

  /// Two handlers of one promise, attached 20.7 ms apart in two jobs.
  private func attachedApart(assumed: Bool) -> EventStream {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "decoding", kind: .serial, assumed: assumed))
    stream.declare(2, "ui")
    stream.create(1, .pending, "session")
    for (number, name) in [(2, "load feed"), (3, "adopt session")] {
      stream.time = number == 2 ? 3.2 : 23.9
      let job = stream.enqueue(nil, on: 2, name)
      stream.start(job, nil, on: 2)
      stream.link(PromiseID(number), .done, name, to: 1, on: 1)
      stream.end(job, nil, on: 2)
    }
    stream.time = 30
    stream.settle(1)
    let jobs = [stream.enqueue(2, on: 1), stream.enqueue(3, on: 1)]
    for (place, job) in jobs.enumerated() {
      stream.start(job, PromiseID(place + 2), on: 1)
      stream.end(job, PromiseID(place + 2), on: 1)
    }
    return stream
  }

  @Test(
    "The order of attachment decides by rule 3, also if the code that attached them could differ")
  func attachedApart() {
    let order = order(3, 2, attachedApart(assumed: false))
    #expect(order.verdict == .perhaps)
    let text = order.explanation.text
    #expect(
      text.hasPrefix(
        """
        Why did p2 'load feed' run before p3 'adopt session'?
          both are attached to p1 'session', p2 'load feed' 20.7 ms earlier, and handlers of one promise are queued in the order of attachment (rule 3)
            p2 'load feed' was attached at 3.2 at Login.swift:12 by job j1 'load feed'
            p3 'adopt session' was attached at 23.9 at Login.swift:13 by job j2 'adopt session'
        """))
    #expect(
      text.hasSuffix(
        "not while they are attached in this order: that depends on the code that attaches them"))
  }

  @Test("A queue whose kind was assumed is said to be assumed, and no rule of it is certain")
  func assumed() {
    let order = order(3, 2, attachedApart(assumed: true))
    #expect(order.verdict == .perhaps)
    #expect(order.explanation.lines[1].text.hasSuffix("(rule 3); decoding is assumed to be serial"))
    var stream = siblings(on: [4, 4])
    let apart = self.order(2, 3, stream)
    #expect(apart.verdict == .perhaps)
    #expect(
      apart.explanation.lines.last?.text == "only if q4, whose kind is assumed, is not serial")
    stream = EventStream()
    for number in 1...2 {
      stream.create(PromiseID(number), .async)
      stream.run(PromiseID(number), on: 4, from: Double(number), to: Double(number) + 1)
      stream.settle(PromiseID(number))
    }
    #expect(
      self.order(1, 2, stream).explanation.lines[1].text
        == "both ran on q4, assumed to be a serial queue: it runs its jobs in order of arrival"
    )
  }

  @Test("A queue that was assumed to be serial and ran two jobs at once is not called serial")
  func refuted() {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "decoding", kind: .serial, assumed: true))
    let jobs = (1...2).map { number in
      stream.create(PromiseID(number), .async)
      return stream.enqueue(PromiseID(number), on: 1)
    }
    for (index, job) in jobs.enumerated() { stream.start(job, PromiseID(index + 1), on: 1) }
    let order = order(1, 2, stream)
    #expect(
      order.explanation.lines[1].text
        == "both ran on decoding, assumed to be a concurrent queue: it starts jobs in order, but runs several at a time"
    )
  }

  @Test("Two queues have no order between them")
  func queues() {
    let order = order(2, 3, siblings(on: [1, 2]))
    #expect(order.verdict == .perhaps)
    #expect(order.explanation.lines[1].text.hasSuffix("nothing orders two queues"))
    #expect(order.explanation.lines.last?.text == "not known: no rule that orders them was found")
  }

  @Test("A handler that follows from the other one cannot be first")
  func descendant() {
    var stream = siblings(on: [1])
    stream.link(5, .done, "child", to: 2, on: 2)
    let job = stream.enqueue(5, on: 2)
    stream.start(job, 5, on: 2)
    let order = order(5, 2, stream)
    #expect(order.verdict == .always)
    #expect(order.explanation.lines[1].text.hasPrefix("p5 'child' depends on p2 'h1'"))
  }

  @Test("Siblings run before grandchildren on one queue, by rule 4")
  func breadthFirst() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .pending, "root")
    stream.link(2, .done, "a", to: 1, on: 1)
    stream.link(3, .done, "b", to: 1, on: 1)
    stream.link(4, .done, "a1", to: 2, on: 1)
    stream.settle(1)
    let jobs = [stream.enqueue(2, on: 1), stream.enqueue(3, on: 1)]
    stream.start(jobs[0], 2, on: 1)
    stream.end(jobs[0], 2, on: 1)
    stream.settle(2)
    let last = stream.enqueue(4, on: 1)
    stream.start(jobs[1], 3, on: 1)
    stream.end(jobs[1], 3, on: 1)
    stream.settle(3)
    stream.start(last, 4, on: 1)
    let order = order(3, 4, stream)
    #expect(order.first == 3)
    #expect(order.verdict == .always)
    #expect(
      order.explanation.lines[1].text.hasSuffix("siblings are queued before grandchildren (rule 4)")
    )
  }

  /// Two handlers of a timer's promise, on work, and a child of the first one, attached by the main thread.
  private func children(of sibling: QueueID, inline: Bool = false) -> EventStream {
    var stream = EventStream()
    stream.post(.threadNamed(thread: 1, name: "main"))
    stream.declare(1, "main")
    stream.declare(2, "work")
    stream.declare(3, "inline", .immediate)
    stream.create(1, .after, "root")
    stream.link(2, .done, "a", to: 1, on: sibling)
    if inline { stream.link(9, .done, "now", to: 1, on: 3) }
    stream.link(3, .done, "b", to: 1, on: 2)
    stream.link(4, .done, "a1", to: 2, on: 2)
    stream.thread = 2
    stream.settle(1)
    let jobs = [stream.enqueue(2, on: sibling), stream.enqueue(3, on: 2)]
    stream.thread = 3
    stream.start(jobs[0], 2, on: sibling)
    stream.end(jobs[0], 2, on: sibling)
    stream.settle(2)
    let last = stream.enqueue(4, on: 2)
    stream.start(jobs[1], 3, on: 2)
    stream.end(jobs[1], 3, on: 2)
    stream.start(last, 4, on: 2)
    return stream
  }

  @Test("Rule 4 is certain only if no handler starts before all are attached")
  func attachedInTime() {
    #expect(order(3, 4, children(of: 1)).verdict == .always)
    let open = order(3, 4, children(of: 2))
    #expect(open.verdict == .perhaps)
    #expect(
      open.explanation.lines.last?.text
        == "not while both are attached before p1 'root' settles (rule 4)")
  }

  @Test(
    "An inline handler ends a batch, so rule 4 says nothing about the handlers on both sides of it")
  func batches() {
    let order = order(3, 4, children(of: 1, inline: true))
    #expect(order.verdict == .perhaps)
    #expect(order.explanation.lines.last?.text == "not known: no rule that orders them was found")
  }

  /// A handler enqueues another one on its own queue and returns; `three` follows from that.
  private func sideChain(assumed: Bool) -> EventStream {
    var stream = EventStream()
    stream.post(.queueDeclared(queue: 1, label: "q", kind: .serial, assumed: assumed))
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .map, "two", to: 1, on: 1)
    let two = stream.enqueue(2, on: 1)
    stream.link(3, .done, "three", to: 2, on: 1)
    stream.thread = 2
    stream.start(two, 2, on: 1)
    stream.create(4, .value)
    stream.settle(4)
    stream.link(5, .done, "side", to: 4, on: 1)
    let side = stream.enqueue(5, on: 1)
    stream.end(two, 2, on: 1)
    stream.settle(2)
    let three = stream.enqueue(3, on: 1)
    stream.start(side, 5, on: 1)
    stream.end(side, 5, on: 1)
    stream.start(three, 3, on: 1)
    return stream
  }

  @Test("What a handler enqueues runs before what follows from its return: first in, first out")
  func oneJobEnqueuedBoth() {
    let order = order(3, 5, sideChain(assumed: false))
    #expect(order.verdict == .always)
    #expect(
      order.explanation.lines[1].text
        == "the handler of p2 'two' enqueued p5 'side' on q before it returned, and p3 'three' follows from its return: a serial queue runs its jobs in order of arrival"
    )
    #expect(order.explanation.lines.last?.text == "no: first in, first out, in every schedule")
    let assumed = self.order(3, 5, sideChain(assumed: true))
    #expect(assumed.verdict == .perhaps)
    #expect(
      assumed.explanation.lines.last?.text == "only if q, whose kind is assumed, is not serial")
  }

  @Test(
    "Two jobs that one thread enqueues on a serial queue run in that order; their stamps need not")
  func enqueuedByOneThread() {
    var stream = EventStream()
    stream.post(.threadNamed(thread: 1, name: "main"))
    stream.declare(1, "work")
    var jobs: [JobID] = []
    for number in 1...2 {
      stream.create(PromiseID(number), .async, "job")
      jobs.append(stream.enqueue(PromiseID(number), on: 1))
    }
    stream.create(3, .async, "other")
    stream.thread = 2
    jobs.append(stream.enqueue(3, on: 1))
    for number in [1, 3, 2] {
      stream.start(jobs[number - 1], PromiseID(number), on: 1)
      stream.end(jobs[number - 1], PromiseID(number), on: 1)
    }
    #expect(
      order(1, 2, stream).explanation.lines[1].text.hasPrefix("the main thread enqueued both"))
    let raced = order(2, 3, stream)
    #expect(raced.first == 3)
    #expect(raced.verdict == .perhaps)
    let text = raced.explanation.text
    #expect(
      text.contains("p2 'job' was about to be enqueued first, but the queue got p3 'other' first"))
    #expect(
      text.contains("p3 'other': on work, enqueued as number 2 at 0.0, ran as number 2 at 0.0"))
    #expect(text.contains("p2 'job': on work, enqueued as number 3 at 0.0, ran as number 3 at 0.0"))
  }

  private func inJavaScript(_ event: PromiseEvent) -> PromiseEvent {
    guard case .created(let creation) = event.kind else { return event }
    return PromiseEvent(
      sequence: event.sequence, time: event.time, thread: event.thread, queue: event.queue,
      kind: .created(
        .init(
          promise: creation.promise, operation: creation.operation, parents: creation.parents,
          language: .javaScript)))
  }

  @Test("A drain of JavaScript's microtasks is first in, first out")
  func drain() {
    var stream = EventStream()
    stream.declare(1, "microtasks")
    stream.declare(2, "timers")
    let timer = stream.enqueue(nil, on: 2, "timeout")
    stream.start(timer, nil, on: 2)
    for number in 1...2 {
      stream.create(PromiseID(number), .value)
      stream.settle(PromiseID(number))
    }
    stream.link(3, .then, "a", to: 1, on: 1)
    let first = stream.enqueue(3, on: 1)
    stream.end(timer, nil, on: 2)
    stream.start(first, 3, on: 1)
    stream.link(4, .then, "b", to: 2, on: 1)
    let second = stream.enqueue(4, on: 1)
    stream.end(first, 3, on: 1)
    stream.settle(3)
    stream.link(5, .then, "c", to: 3, on: 1)
    let third = stream.enqueue(5, on: 1)
    stream.start(second, 4, on: 1)
    stream.end(second, 4, on: 1)
    stream.start(third, 5, on: 1)
    var history = History()
    history.append(contentsOf: stream.events.map(inJavaScript))
    let order = OrderOfTwo(4, 5, in: history.graph(at: history.last), history: history)
    #expect(order.verdict == .always)
    #expect(order.explanation.lines[1].text.hasPrefix("both ran in one drain of the microtasks"))
  }

  @Test("If a choice could have started the other one, the answer is yes")
  func choice() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "side")
    let (one, other) = (JobID(1), JobID(2))
    stream.create(1, .async, "order")
    stream.create(2, .async, "cart")
    _ = stream.enqueue(1, on: 1)
    _ = stream.enqueue(2, on: 2)
    stream.post(
      .choiceMade(chosen: 0, options: [.start(queue: 1, job: one), .start(queue: 2, job: other)]))
    let event = stream.sequence - 1
    stream.start(one, 1, on: 1)
    stream.start(other, 2, on: 2)
    #expect(order(1, 2, stream).verdict == .otherwise(event: event))
  }

  @Test("Handlers that have not run have no order, and the answer says what they wait for")
  func open() {
    var stream = siblings(on: [1])
    stream.create(9, .pending, "open")
    stream.link(5, .done, "waits", to: 9, on: 1)
    let order = order(5, 2, stream)
    #expect(order.verdict == .open)
    #expect(order.explanation.lines.map(\.text).contains("p5 'waits' waits for p9 'open'"))
    #expect(self.order(2, 2, stream).explanation.lines.last?.kind == .answer)
  }

  @Test("A key finds the same promise in another schedule, also the second of two equal ones")
  func keys() throws {
    var stream = EventStream()
    let site = SourceSite(file: "A.swift", line: 1, column: 1)
    for number in 1...3 {
      let creation = PromiseEvent.Creation(
        promise: PromiseID(number), operation: .then, label: "x", site: site)
      stream.post(.created(creation))
    }
    let key = try #require(PromiseKey(2, in: stream.graph))
    #expect(key.occurrence == 1)
    #expect(key.promise(in: stream.events.reversed()) == 2)
    #expect(key.promise(in: stream.events.prefix(1)) == nil)
    #expect(PromiseKey(7, in: stream.graph) == nil)
  }
}
