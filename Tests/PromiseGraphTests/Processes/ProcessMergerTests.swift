import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Merging the events of several processes")
struct ProcessMergerTests {
  /// Random events that belong to one process: the merged ones say which.
  private func random(_ seed: UInt64, _ count: Int) -> [PromiseEvent] {
    var random = RandomEvents(seed: seed, sites: true)
    var number = 0
    return random.stream(count, gaps: false).compactMap { event in
      switch event.kind {
      case .choiceMade, .processDeclared, .threadAssigned, .gateChanged, .dropped, .spanLinked:
        return nil
      default: break
      }
      number += 1
      var event = event
      event.sequence = number
      return event
    }
  }

  /// The events with identities in the order in which they appear, and without numbers and times.
  private func canonical(_ events: [PromiseEvent]) -> [PromiseEvent] {
    var identities = ProcessIdentities()
    var counts = IdentityCounts()
    return events.map { event in
      var event = identities.translate(event, &counts)
      (event.sequence, event.time) = (0, 0)
      if case .timerScheduled(let timer, let promise, _) = event.kind {
        event.kind = .timerScheduled(timer: timer, promise: promise, due: 0)
      }
      return event
    }
  }

  @Test("A job of the merged events is found in its process")
  func origins() {
    func events(_ jobs: [JobID]) -> [PromiseEvent] {
      jobs.enumerated().map { place, job in
        PromiseEvent(
          sequence: place + 1, time: Int64(place), thread: 1, queue: nil,
          kind: .jobEnqueued(job: job, child: nil, queue: 1, label: nil))
      }
    }
    var merger = ProcessMerger(keepsSingle: true)
    _ = merger.add(TwoServices.header("a", zero: 0), named: "")
    merger.append(events([3, 4]), to: 0)
    #expect(merger.take(waits: false).count == 2)
    _ = merger.add(TwoServices.header("b", zero: 0), named: "")
    merger.append(events([3, 90_000]), to: 1)
    let jobs = merger.take(waits: false).compactMap { event in
      if case .jobEnqueued(let job, _, _, _) = event.kind { job } else { nil }
    }
    #expect(jobs == [5, 6])
    let origins = ([3, 4] + jobs + [7]).map { merger.origin(of: $0) }
    #expect(origins.map { $0?.process } == [0, 0, 1, 1, nil])
    #expect(origins.map { $0?.job } == [3, 4, 3, 90_000, nil])
    #expect(merger.origin(of: TimerID(1)) == nil)
  }

  @Test("Each process has its own events, in its own order", arguments: 1...12)
  func projection(seed: Int) {
    let parts = (0..<3).map { random(UInt64(seed * 3 + $0), 300) }
    var merger = ProcessMerger()
    for part in parts.indices {
      _ = merger.add(TwoServices.header("p\(part)", zero: Int64(part)), named: "")
      merger.append(parts[part], to: part)
      merger.finish(part)
    }
    let merged = merger.take(waits: true)
    #expect(merged.map(\.sequence) == Array(1...merged.count))
    var owners: [ThreadID: ProcessID] = [:]
    var found: [ProcessID: [PromiseEvent]] = [:]
    for event in merged {
      if case .threadAssigned(let thread, let process) = event.kind { owners[thread] = process }
      switch event.kind {
      case .threadAssigned, .gateChanged, .processDeclared: continue
      default:
        if let owner = event.thread.flatMap({ owners[$0] }) {
          found[owner, default: []].append(event)
        }
      }
    }
    for part in parts.indices {
      let own = found[ProcessID(part + 1)] ?? []
      #expect(canonical(own) == canonical(parts[part]))
    }
    // No promise, job, queue or timer belongs to two of them.
    let promises = found.mapValues { Set($0.flatMap(\.kind.promises)) }
    #expect(
      promises.values.reduce(0) { $0 + $1.count }
        == promises.values.reduce(into: Set()) { $0.formUnion($1) }.count)
  }

  @Test("The state of each process is what it is alone")
  func states() {
    var services = TwoServices()
    for number in 0..<20 {
      let start = Double(number * 10)
      services.request(
        sent: start, received: start + 1, settled: number % 3 == 0 ? nil : start + 4,
        answered: number % 3 == 0 ? nil : start + 6)
    }
    let graph = services.merged().graph
    for (stream, process) in [(services.shop, ProcessID(1)), (services.store, 2)] {
      let alone = Graph(stream.events)
      let own = graph.promises.filter { graph.process(of: $0.id) == process }
      #expect(own.map(\.state) == alone.promises.map(\.state))
      #expect(own.map(\.creation.label) == alone.promises.map(\.creation.label))
      #expect(own.map(\.handlers.count) == alone.promises.map(\.handlers.count))
      let queues = graph.queues.filter { graph.process(of: $0.id) == process }
      #expect(queues.map(\.label) == alone.queues.map(\.label))
      #expect(queues.map(\.kind) == alone.queues.map(\.kind))
    }
    // Chains of one line are a group in each process.
    #expect(
      graph.groups.count == Graph(services.shop.events).groups.count
        + Graph(services.store.events).groups.count)
  }

  @Test("Processes and threads are declared before their events")
  func declarations() {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: 3, answered: 4)
    let events = services.merged().events
    guard case .processDeclared(1, "shop", 7, nil) = events[0].kind,
      case .processDeclared(2, "store", 8, nil) = events[1].kind
    else {
      Issue.record("\(events[0]) \(events[1])")
      return
    }
    var known: Set<ThreadID> = []
    for event in events {
      if case .threadAssigned(let thread, _) = event.kind { known.insert(thread) }
      if let thread = event.thread { #expect(known.contains(thread)) }
    }
  }

  @Test("A single process stays as it is, and keeps its numbers when another one begins")
  func single() {
    var services = TwoServices()
    services.request(sent: 1, received: 20, settled: 21, answered: 22)
    var merger = ProcessMerger(keepsSingle: true)
    _ = merger.add(TwoServices.header("shop"), named: "")
    let early = services.shop.events.filter { $0.time < 10_000_000 }
    merger.append(early, to: 0)
    #expect(merger.take(waits: true) == early)
    _ = merger.add(TwoServices.header("store", zero: 1_000_000_000), named: "")
    merger.append(services.store.events, to: 1)
    merger.append(services.shop.events.dropFirst(early.count), to: 0)
    merger.finish(0)
    merger.finish(1)
    let late = merger.take(waits: true)
    #expect((early + late).map(\.sequence) == Array(1...(early.count + late.count)))
    let graph = Graph(early + late)
    #expect(graph.process(of: PromiseID(1)) == 1 && graph[1]?.creation.label == "charge")
    #expect(graph.handlings(of: 1).first.flatMap { graph.process(of: $0) } == 2)
    #expect(
      graph.queues.map { graph.queueName($0.id) } == ["shop/main", "store/main", "store/ledger"])
  }

  @Test("What is lost in one process is counted, and out-of-order events are sorted")
  func gaps() {
    var services = TwoServices()
    services.request(sent: 1, received: 2, settled: 3, answered: 4)
    services.request(sent: 5, received: 6, settled: 7, answered: 8)
    var events = services.shop.events
    events.removeSubrange(4...5)
    events.swapAt(0, 1)
    var merger = ProcessMerger()
    _ = merger.add(TwoServices.header("shop"), named: "")
    _ = merger.add(TwoServices.header("store"), named: "")
    merger.append(events, to: 0)
    merger.append(services.store.events, to: 1)
    merger.finish(0)
    merger.finish(1)
    let merged = merger.take(waits: true)
    let graph = Graph(merged)
    #expect(graph.dropped == 2)
    #expect(merged.map(\.sequence) == Array(1...merged.count))
  }

  @Test(
    "A process that never says its name is called by its file or its number; two with one name by their numbers"
  )
  func names() {
    var merger = ProcessMerger()
    let stream = EventStream()
    for (header, name) in [
      (TwoServices.header(nil, pid: 4711), ""), (TwoServices.header(nil), "run"),
      (TwoServices.header("store", pid: 8), ""), (TwoServices.header("store", pid: 9), ""),
    ] {
      guard let process = merger.add(header, named: name) else { continue }
      var own = stream
      own.create(1)
      merger.append(own.events, to: process)
      merger.finish(process)
    }
    let graph = Graph(merger.take(waits: true))
    #expect(
      graph.processes.map { graph.name(of: $0.id) } == [
        "process 4711", "run", "store 8", "store 9",
      ])
  }

  @Test("At most 64 processes are merged, and the others are counted")
  func limit() {
    var merger = ProcessMerger()
    for number in 1...70 { _ = merger.add(TwoServices.header("p\(number)"), named: "") }
    #expect(merger.count == 64 && merger.refused == 6)
  }

  @Test("Languages are kept apart")
  func languages() {
    var swift = EventStream()
    swift.create(1, .body, "a")
    var script = EventStream()
    script.time = 1
    script.post(
      .created(.init(promise: 1, operation: .body, label: "b", language: .javaScript)))
    swift.time = 2
    swift.create(2, .body, "c")
    var merger = ProcessMerger()
    _ = merger.add(TwoServices.header("a"), named: "")
    _ = merger.add(TwoServices.header("b"), named: "")
    merger.append(swift.events, to: 0)
    merger.append(script.events, to: 1)
    merger.finish(0)
    merger.finish(1)
    let events = merger.take(waits: true)
    var graph = Graph()
    var languages: [PromiseEvent.ProgramLanguage] = []
    for event in events {
      graph.apply(event)
      if case .created = event.kind { languages.append(graph.programLanguage) }
    }
    #expect(languages == [.swift, .javaScript, .swift])
    #expect(graph.processes.map(\.language) == [.swift, .javaScript])
  }
}
