import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// A program that never ends: chains of two links, one after another, each of which ends immediately.
private struct EndlessProgram {
  private(set) var events: [PromiseEvent] = []
  private var number = 0
  private var promise = 0
  private var job = 0

  /// A promise that lives as long as the program, and the queue that everything runs on.
  init() {
    post(.queueDeclared(queue: 1, label: "main", kind: .serial, assumed: false))
    promise = 1
    post(
      .created(.init(promise: 1, operation: .pending, label: "end", site: site(line: 1))))
  }

  mutating func post(_ kind: PromiseEvent.Kind) {
    number += 1
    events.append(
      PromiseEvent(
        sequence: number, time: Int64(number) * 1000, thread: 1, queue: 1, kind: kind))
  }

  private func site(line: Int) -> SourceSite {
    SourceSite(file: "App/Main.swift", line: line, column: 1)
  }

  /// The next chain: 13 events.
  mutating func next() {
    let root = PromiseID(promise + 1)
    let link = PromiseID(promise + 2)
    promise += 2
    job += 1
    post(
      .created(
        .init(
          promise: root, operation: .after, label: "request", site: site(line: 2))))
    post(.timerScheduled(timer: TimerID(job), promise: root, due: Int64(number) * 1000))
    post(
      .created(
        .init(
          promise: link, operation: .then, label: "answer", site: site(line: 3), parents: [root])))
    post(.handlerAttached(parent: root, child: link, ordinal: 1, queue: 1))
    post(.timerFired(timer: TimerID(job), promise: root))
    post(.settled(.init(promise: root, outcome: .fulfilled, description: "value")))
    post(.jobEnqueued(job: JobID(job), child: link, queue: 1, label: nil))
    post(.jobStarted(job: JobID(job), child: link, queue: 1))
    post(.jobEnded(job: JobID(job), child: link, queue: 1, ending: .returned))
    post(.settled(.init(promise: link, outcome: .fulfilled, description: "value")))
    post(.deallocated(promise: root, state: .settled, waiting: []))
    post(.deallocated(promise: link, state: .settled, waiting: []))
  }

  /// The next two links, one after the other, on the promise that lives as long as the program.
  mutating func nextLinks(areFreed: Bool = true) {
    var parent: PromiseID = 1
    for ordinal in [promise, 1] {
      promise += 1
      job += 1
      let link = PromiseID(promise)
      post(
        .created(
          .init(
            promise: link, operation: .then, label: "link", site: site(line: 4), parents: [parent]))
      )
      post(.handlerAttached(parent: parent, child: link, ordinal: ordinal, queue: 1))
      post(.jobEnqueued(job: JobID(job), child: link, queue: 1, label: nil))
      post(.jobStarted(job: JobID(job), child: link, queue: 1))
      post(.jobEnded(job: JobID(job), child: link, queue: 1, ending: .returned))
      post(.settled(.init(promise: link, outcome: .fulfilled, description: "value")))
      parent = link
    }
    guard areFreed else { return }
    for link in [promise - 1, promise] {
      post(.deallocated(promise: PromiseID(link), state: .settled, waiting: []))
    }
  }

  /// Returns the events created since the last call.
  mutating func take() -> [PromiseEvent] {
    defer { events = [] }
    return events
  }
}

@Suite("A run without end")
struct ForgettingTests {
  @Test("What ended before the history's start is forgotten, and the counts stay correct")
  func bounded() {
    var program = EndlessProgram()
    var history = History(limit: 2000, segmentSize: 128)
    var most = 0
    for _ in 1...4000 {
      program.next()
      history.append(contentsOf: program.take())
      most = max(most, history.graph(at: history.last).promises.count)
    }
    let graph = history.graph(at: history.last)
    #expect(most < 1000)
    #expect(graph.counts.total == 8001 && graph.counts.open == 1)
    #expect(graph.counts.fulfilled == 8000)
    #expect(graph.forgotten.promises + graph.promises.count == 8001)
    #expect(graph.jobs.count < 500 && graph.steps.keptCount < 2000)
    #expect(graph.timerTables.timers.count < 500 && graph.chainTables.chains.count < 500)
    #expect(graph.eviction.begun.keptCount + graph.eviction.lasting.keptCount < 2000)
    #expect(graph.made(in: "App/Main.swift", line: 2)?.promises.count ?? 0 < 500)
    #expect(graph.made(in: "App/Main.swift", line: 2)?.counts.fulfilled == 4000)
    let group = graph.group(of: graph.promises[graph.promises.count - 1].id)
    #expect(group?.chainCount == 4000 && group?.roots.count ?? 0 < 500)
    #expect(graph[1]?.name == "end")
  }

  @Test(
    "The promises that are kept are those of the last events, and each is found at its index")
  func places() {
    var program = EndlessProgram()
    var history = History(limit: 1000, segmentSize: 64)
    for _ in 1...3000 { program.next() }
    history.append(contentsOf: program.take())
    let graph = history.graph(at: history.last)
    let promises = graph.promises
    let ids = promises.map(\.id)
    #expect(ids == ids.sorted() && Set(ids).count == ids.count && ids.first == 1)
    #expect(ids.count == graph.promiseTable.count && ids.last == 6001)
    #expect(ids.allSatisfy { graph[$0] != nil } && graph[2] == nil)
  }

  @Test("Going back within the kept events shows what was there")
  func goingBack() {
    var program = EndlessProgram()
    var history = History(limit: 1000, segmentSize: 64)
    for _ in 1...1000 { program.next() }
    let events = program.take()
    var seen: [Graph] = []
    for event in events {
      history.append(event)
      if event.sequence % 97 == 0 { seen.append(history.graph(at: history.last)) }
    }
    seen.removeAll { $0.sequence <= history.base }
    #expect(seen.count > 8)
    for graph in seen {
      #expect(history.graph(at: graph.sequence) == graph, "at event \(graph.sequence)")
    }
  }

  @Test(
    "What ended in the older half of the reachable history is evicted, and nothing else")
  func olderHalf() {
    var program = EndlessProgram()
    var history = History(limit: 1000, segmentSize: 64)
    var whole = Graph()
    for _ in 1...500 {
      program.next()
      let events = program.take()
      history.append(contentsOf: events)
      for event in events { whole.apply(event) }
      let graph = history.graph(at: history.last)
      #expect(graph.agrees(with: whole))
      // Forgetting happens when a keyframe is made.
      for node in whole.promises where graph[node.id] == nil {
        #expect(node.freed?.sequence ?? .max <= (history.base + history.last) / 2 + 64)
      }
    }
    let first = history.graph(at: history.last).promises.dropFirst().first
    #expect(first?.freed?.sequence ?? 0 > (history.base + history.last) / 2 - 300)
  }

  @Test("If numbers are missing, events are counted, so that the playhead can still go back")
  func missingNumbers() {
    var program = EndlessProgram()
    for _ in 1...400 { program.next() }
    var sequence = 0
    let events = program.take().enumerated().map { index, event in
      sequence += index % 7 == 3 ? 100_000 : 1
      return PromiseEvent(
        sequence: sequence, time: event.time, thread: event.thread, queue: event.queue,
        kind: event.kind)
    }
    // As many events as are kept, and a few more.
    var history = History(limit: events.count)
    var unbounded = Graph()
    for event in events {
      history.append(event)
      unbounded.apply(event)
    }
    history.flush()
    let bounded = history.graph(at: history.last)
    #expect(bounded == unbounded && bounded.forgotten.promises == 0)
    history = History(limit: 1000)
    for event in events { history.append(event) }
    history.flush()
    let graph = history.graph(at: history.last)
    #expect(graph.promises.count >= 1000 / 12 && graph.forgotten.promises > 300)
  }

  @Test("A promise whose end was lost is eventually forgotten")
  func lostEnds() {
    var program = EndlessProgram()
    var history = History(limit: 1000, segmentSize: 64)
    for round in 1...2000 {
      program.next()
      var events = program.take()
      // The end events of every third chain are lost.
      if round % 3 == 0 { events.removeLast(4) }
      history.append(contentsOf: events)
      if history.last < events.last?.sequence ?? 0 { history.flush() }
    }
    let graph = history.graph(at: history.last)
    #expect(graph.promises.count < 600 && graph.counts.total > 4000)
    #expect(graph.counts.gone > 0 && graph.counts.open < 600)
  }

  @Test("Links of a promise that is never freed are forgotten, except the newest")
  func links() throws {
    var program = EndlessProgram()
    program.post(.settled(.init(promise: 1, outcome: .fulfilled, description: "ready")))
    var history = History(limit: 1000, segmentSize: 64)
    var seen: [Graph] = []
    for round in 1...2000 {
      program.nextLinks(areFreed: round % 1000 != 7)
      history.append(contentsOf: program.take())
      if round > 1950 { seen.append(history.graph(at: history.last)) }
    }
    let graph = history.graph(at: history.last)
    #expect(graph.promises.count < 600 && graph.jobs.count < 600)
    #expect(graph.counts.fulfilled == 4001 && graph.forgotten.promises > 3400)
    let root = try #require(graph[1])
    #expect(root.children.count * 2 == graph.promises.count - 1)
    #expect(root.handlers.map(\.child) == Array(root.children))
    #expect(root.children.last == 4000 && root.children.first == 14)
    for child in root.children { #expect(graph.handler(settling: child)?.child == child) }
    #expect(graph.isRead(1) && graph.chain(of: 1)?.promises == graph.promises.count)
    for graph in seen where graph.sequence > history.base {
      #expect(history.graph(at: graph.sequence) == graph)
    }
  }

  @Test("A link that was freed is kept as long as what follows from it")
  func parents() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1)
    stream.settle(1)
    for number in 1...3 {
      let (link, end) = (PromiseID(number * 2), PromiseID(number * 2 + 1))
      stream.link(link, to: 1, on: 1)
      stream.settle(link)
      stream.link(end, to: link, on: 1)
      stream.post(.deallocated(promise: link, state: .settled, waiting: []))
    }
    var graph = Graph(canForget: true)
    for event in stream.events { graph.apply(event) }
    graph.forget(upTo: graph.sequence)
    #expect(graph.forgotten.promises == 0)
    #expect([3, 5, 7].map { graph[$0]?.parent } == [2, 4, 6])
  }

  @Test("A graph without a bound evicts nothing")
  func unbounded() {
    var program = EndlessProgram()
    for _ in 1...1000 { program.next() }
    var graph = Graph()
    for event in program.take() { graph.apply(event) }
    #expect(graph.promises.count == 2001 && graph.eviction.begun.count == 0)
  }
}

extension Graph {
  /// Checks that the history shows what `whole` shows, which has forgotten nothing, except for what ended
  /// before the first event that it can go back to.
  fileprivate func agrees(with whole: Graph) -> Bool {
    guard sequence == whole.sequence, time == whole.time, turn == whole.turn,
      counts.total == whole.counts.total, counts.settled == whole.counts.settled,
      queues == whole.queues, waits == whole.waits,
      timerTables.pending.map(\.id) == whole.timerTables.pending.map(\.id)
    else { return false }
    return promises.allSatisfy { $0 == whole[$0.id] } && jobs.allSatisfy { $0 == whole.job($0.id) }
      && promises.count + forgotten.promises == whole.promises.count
  }
}
