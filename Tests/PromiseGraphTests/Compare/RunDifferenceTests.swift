import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What decides between two runs")
struct RunDifferenceTests {
  private func sentences(
    _ one: [PromiseEvent], _ other: [PromiseEvent]
  ) -> (all: [String], decisive: Int, free: Int) {
    let alignment = RunAlignment(before: one, after: other)
    let changes = alignment.changes(slower: .virtual)
    let ranked = changes.ranked()
    return (
      ranked.map { alignment.sentence(of: $0) }, ranked.prefix { $0.isDecisive }.count,
      changes.free.count
    )
  }

  /// A price in a race against a timeout of 30 ms.
  private func race(price: Double) -> [PromiseEvent] {
    var stream = EventStream()
    stream.create(1, .pending, "price")
    stream.create(2, .after, "timeout")
    stream.create(3, .race, "quote", parents: [1, 2])
    let settlements = [(PromiseID(1), price, "12"), (2, 30, "none")].sorted { $0.1 < $1.1 }
    for (place, (promise, time, value)) in settlements.enumerated() {
      stream.time = time
      stream.settle(promise, .fulfilled, value)
      if place == 0 { stream.settle(3, .fulfilled, value, from: promise) }
    }
    return stream.events
  }

  @Test("A duration that flipped a race is said to have, before the values")
  func flippedRace() {
    let found = sentences(race(price: 12), race(price: 41))
    #expect(
      found.all.prefix(2) == [
        "'price' took 41.0 ms instead of 12.0 ms: 'timeout' won the race 'quote' in B",
        "'quote' fulfilled 12 -> fulfilled none",
      ])
    #expect(found.decisive == 2)
    let back = sentences(race(price: 41), race(price: 12))
    #expect(
      back.all.first
        == "'price' took 12.0 ms instead of 41.0 ms: 'price' won the race 'quote' in B")
  }

  @Test(
    "A promise that another handler was the first to resolve is said to be, with what took longer")
  func flippedResolver() {
    func run(slow: Double) -> [PromiseEvent] {
      var stream = EventStream()
      stream.declare(1, "main")
      stream.create(1, .pending, "answer")
      stream.create(2, .pending, "fast")
      stream.create(3, .pending, "slow")
      stream.link(4, .done, "use fast", to: 2, on: 1)
      stream.link(5, .done, "use slow", to: 3, on: 1)
      for (root, link, time) in [(PromiseID(2), PromiseID(4), 10.0), (3, 5, slow)]
        .sorted(by: { $0.2 < $1.2 })
      {
        stream.time = time
        stream.settle(root, .fulfilled, "v")
        let job = stream.enqueue(link, on: 1)
        stream.start(job, link, on: 1)
        if !stream.events.contains(where: {
          if case .settled(let settlement) = $0.kind { settlement.promise == 1 } else { false }
        }) {
          stream.settle(1, .fulfilled, "by \(link)")
        }
        stream.end(job, link, on: 1)
        stream.settle(link)
      }
      return stream.events
    }
    #expect(
      sentences(run(slow: 50), run(slow: 4)).all.first
        == "'slow' took 4.0 ms instead of 50.0 ms: 'use slow' settled 'answer' in B, and 'use fast' in A"
    )
  }

  /// Roots on these queues, in an order; some print, some fail.
  private func run(
    _ order: [Int], queues: [QueueID] = [1, 1, 1], kind: PromiseEvent.QueueKind = .serial,
    value: String = "", prints: Bool = false, touches: [String] = [], parent: Bool = false
  ) -> [PromiseEvent] {
    var stream = EventStream()
    stream.declare(1, "main", kind)
    stream.declare(2, "net")
    stream.declare(3, "disk")
    if parent { stream.create(9, .pending, "data") }
    let labels = ["a", "b", "c"]
    for place in 0..<3 {
      if parent {
        stream.link(PromiseID(place + 1), .map, labels[place], to: 9, on: queues[place])
      } else {
        stream.create(PromiseID(place + 1), .async, labels[place])
      }
    }
    if parent { stream.settle(9) }
    for place in order {
      let id = PromiseID(place + 1)
      let job = stream.enqueue(id, on: queues[place])
      stream.start(job, id, on: queues[place])
      if !touches.isEmpty { stream.post(.touched(job: job, names: touches)) }
      if prints { stream.post(.note("said \(place)")) }
      stream.time += 1
      stream.end(job, id, on: queues[place])
      stream.settle(id, .fulfilled, place == 2 ? value : "")
    }
    return stream.events
  }

  @Test("An order that explains no difference is left out and counted, on one queue and on several")
  func free() {
    for queues in [[1, 1, 1], [1, 2, 3]] as [[QueueID]] {
      let found = sentences(run([0, 1, 2], queues: queues), run([1, 0, 2], queues: queues))
      #expect(found.all == [])
      #expect(found.free == 1)
    }
  }

  @Test("An order on a queue decides if a value differs there later")
  func decisive() {
    let found = sentences(run([0, 1, 2], value: "2"), run([1, 0, 2], value: "1"))
    #expect(
      found.all == [
        "'c' fulfilled 2 -> fulfilled 1", "'a' runs after 'b' (event 8 -> 12)",
      ])
    #expect(found.decisive == 2)
    #expect(found.free == 0)
    // On another queue, the order cannot matter for it.
    let apart = sentences(
      run([0, 1, 2], queues: [1, 2, 3], value: "2"), run([1, 0, 2], queues: [1, 2, 3], value: "1"))
    #expect(apart.all == ["'c' fulfilled 2 -> fulfilled 1"])
    #expect(apart.free == 1)
  }

  @Test("An order across a handler that was given the same and did something else decides")
  func unseen() {
    let queues: [QueueID] = [1, 2, 3]
    let found = sentences(
      run([0, 1, 2], queues: queues, value: "2"), run([0, 2, 1], queues: queues, value: "1"))
    #expect(found.all.first == "'c' fulfilled 2 -> fulfilled 1")
    #expect(
      found.all.contains {
        $0.contains("'b'")
          && $0.contains(
            ": 'c' was given the same in both runs and did something else, so it may use what the other changes"
          )
      })
    #expect(found.decisive == 2)
    #expect(found.free == 0)
    // The handler that was given something else follows from that, not from the order.
    let given = sentences(given("1", [1, 2]), given("2", [2, 1]))
    #expect(given.all == ["'data' fulfilled 1 -> fulfilled 2", "'c' fulfilled 1 -> fulfilled 2"])
    #expect(given.free == 1)
  }

  /// A handler whose result is what it is given, and another on a queue of its own.
  private func given(_ value: String, _ order: [PromiseID]) -> [PromiseEvent] {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.declare(2, "disk")
    stream.create(9, .pending, "data")
    stream.link(1, .map, "c", to: 9, on: 1)
    stream.create(2, .async, "b")
    stream.settle(9, .fulfilled, value)
    for id in order {
      let queue = QueueID(id.rawValue)
      let job = stream.enqueue(id, on: queue)
      stream.start(job, id, on: queue)
      stream.time += 1
      stream.end(job, id, on: queue)
      stream.settle(id, .fulfilled, id == 1 ? value : "b")
    }
    return stream.events
  }

  @Test("An order of the output is a difference, and not one that decides")
  func printed() {
    let found = sentences(run([0, 1, 2], prints: true), run([1, 0, 2], prints: true))
    #expect(found.all.count == 1)
    #expect(found.all.first?.hasPrefix("'a' runs after 'b'") == true)
    #expect(found.decisive == 0)
  }

  @Test(
    "An order decides between handlers that access the same state, or were attached to one promise")
  func shared() {
    let state = sentences(
      run([0, 1, 2], queues: [1, 2, 3], touches: ["cart"]),
      run([1, 0, 2], queues: [1, 2, 3], touches: ["cart"]))
    #expect(state.all.first?.contains("'a' runs after 'b': both access cart") == true)
    #expect(state.decisive == 1)
    let attached = sentences(
      run([0, 1, 2], queues: [1, 2, 3], parent: true),
      run([1, 0, 2], queues: [1, 2, 3], parent: true))
    #expect(
      attached.all.first?.contains(
        "'a' runs after 'b': handlers of 'data' run in the order of their attachment")
        == true)
    #expect(attached.decisive == 1)
  }

  @Test("Outcomes, values, and promises of one run come before orders and times")
  func ranked() throws {
    /// Returns the events, and those of one more promise.
    func adding(_ label: String, line: Int, to events: [PromiseEvent]) -> [PromiseEvent] {
      let site = SourceSite(file: "Demos/Login.swift", line: line, column: 1)
      let kinds: [PromiseEvent.Kind] = [
        .created(.init(promise: 77, operation: .pending, label: label, site: site)),
        .settled(.init(promise: 77, outcome: .fulfilled, description: "")),
      ]
      return events
        + kinds.enumerated().map { place, kind in
          PromiseEvent(
            sequence: events.count + 1 + place, time: 9_000_000, thread: 1, queue: nil, kind: kind)
        }
    }
    let one = adding("old", line: 200, to: run([0, 1, 2], value: "2", prints: true))
    let other = adding("new", line: 300, to: run([1, 0, 2], value: "1", prints: true))
    let alignment = RunAlignment(before: one, after: other)
    let kinds = alignment.changes(slower: .virtual).ranked().map { difference in
      switch difference.change {
      case .race: "race"
      case .outcome: "outcome"
      case .value: "value"
      case .presence: "presence"
      case .ran: "ran"
      case .move: "move"
      case .printed: "printed"
      case .link: "link"
      case .time: "time"
      case .warning: "warning"
      }
    }
    #expect(kinds == ["value", "presence", "presence", "move"])
  }

  @Test(
    "Every line of both runs is in one row, in its order, and what both do is side by side",
    arguments: 0..<20)
  func rows(seed: Int) {
    var (program, generator) = ModelProgram.random(seed)
    let other = program.run(.backwards) { $0.randomElement(using: &generator) ?? 0 }
    let alignment = RunAlignment(before: program.run().events, after: other.events)
    let lines = AlignedRuns(alignment)
    #expect(lines.rows.compactMap(\.before) == Array(lines.before.indices))
    #expect(lines.rows.compactMap(\.after) == Array(lines.after.indices))
    for (place, row) in lines.rows.enumerated() {
      if let one = row.before, let two = row.after { #expect(lines.before[one].partner == two) }
      if let one = row.before {
        let line = lines.before[one]
        #expect(lines.row(ofEvent: line.event, before: true) == place)
        let next = lines.event(atOrAfter: line.event, before: true) { $0 == line.promise }
        #expect(line.promise == nil || next == line.event)
      }
    }
    let same = AlignedRuns(RunAlignment(before: program.run().events, after: program.run().events))
    #expect(same.rows.allSatisfy { $0.before == $0.after })
  }

  @Test("Files in other folders correspond by the longest end of their paths")
  func paths() {
    func run(_ files: [String]) -> [PromiseEvent] {
      var events: [PromiseEvent] = []
      for (place, file) in files.enumerated() {
        let id = PromiseID(place + 1)
        let site = SourceSite(file: file, line: 3, column: 8)
        let kind = PromiseEvent.Kind.created(.init(promise: id, operation: .pending, site: site))
        events.append(
          PromiseEvent(sequence: place + 1, time: 0, thread: 1, queue: nil, kind: kind))
      }
      return events
    }
    let alignment = RunAlignment(
      before: run([
        "/home/a/app/Cart/Load.swift", "/home/a/app/Shop/Load.swift", "/home/a/x/Main.swift",
      ]),
      after: run([
        "/Users/b/app/Shop/Load.swift", "/Users/b/app/Cart/Load.swift", "/Users/b/y/Main.swift",
      ]))
    #expect(alignment.partnersAfter == [1, 0, 2])
  }
}
