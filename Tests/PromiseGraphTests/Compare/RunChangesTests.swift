import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct RunChangesTests {
  private static let seeds = Rounds(40).seeds

  /// Roots with these names, one after another on the main queue.
  private func row(_ labels: [String]) -> ModelProgram {
    var program = ModelProgram()
    for (place, label) in labels.enumerated() {
      program.nodes.append(.init(label: label, operation: .async, line: 10 + place))
    }
    return program
  }

  /// login → fetch, which creates load; → show.
  private var chain: ModelProgram {
    var program = ModelProgram()
    program.nodes = [
      .init(label: "login", operation: .async, line: 10, value: "tok"),
      .init(label: "fetch", line: 11, parent: 0, queue: 2, value: "3 items"),
      .init(label: "load", operation: .async, line: 20, creator: 1, queue: 2),
      .init(label: "show", line: 12, parent: 1, note: "shown"),
    ]
    return program
  }

  private func changes(
    _ one: [PromiseEvent], _ other: [PromiseEvent], slower: TimeThreshold = .virtual
  ) -> (changes: RunChanges, runs: RunAlignment) {
    let alignment = RunAlignment(before: one, after: other)
    return (alignment.changes(slower: slower), alignment)
  }

  @Test(
    "The same run has no differences, whatever its identities and lines are", arguments: 0..<40)
  func itself(seed: Int) {
    let program = ModelProgram.random(seed).program
    let (changes, _) = changes(
      program.run().events, program.run(.backwards, shift: 9, from: 700).events)
    #expect(changes.ranked().isEmpty, "\(changes)")
  }

  @Test("A link whose parent only one run has is attached to that parent, not to nothing")
  func lonelyParent() {
    var rooted = ModelProgram()
    rooted.nodes = [
      .init(label: "page", operation: .async, line: 10),
      .init(label: "cache", line: 30, parent: 0), .init(label: "show", line: 12, parent: 1),
    ]
    var moved = rooted
    moved.nodes[1] = .init(label: "network", operation: .async, line: 50)
    let found = self.changes(rooted.run().events, moved.run().events)
    let links = found.changes.links.map { found.runs.sentence(of: RunDifference(.link($0))) }
    #expect(links == ["'show' is attached to 'cache' -> 'network'"])
  }

  @Test("Swapping the runs swaps what is new and what is gone", arguments: seeds)
  func swapping(seed: Int) {
    var (program, generator) = ModelProgram.random(seed)
    var other = program
    for _ in 0..<5 {
      let node = Int.random(in: 0..<40, using: &generator)
      other.nodes[node].label = "other \(node)"
      other.nodes[node].operation = .map
    }
    let events = (program.run().events, other.run(.backwards).events)
    let (there, back) = (changes(events.0, events.1).0, changes(events.1, events.0).0)
    #expect(there.appeared == back.gone)
    #expect(there.gone == back.appeared)
    // Which of them moved can be told in several ways.
    #expect((there.moves + there.free).isEmpty == (back.moves + back.free).isEmpty)
    #expect(there.runs.count == back.runs.count)
  }

  @Test("Only the handlers that were moved are reported", arguments: seeds)
  func permutations(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let program = row((0..<30).map { "h\($0)" })
    var order = Array(0..<30)
    let moved = Int.random(in: 1...6, using: &generator)
    for _ in 0..<moved {
      let node = order.remove(at: Int.random(in: 0..<30, using: &generator))
      order.insert(node, at: Int.random(in: 0..<30, using: &generator))
    }
    var next = order[...]
    let other = program.run(.backwards) { _ in next.popFirst() ?? 0 }
    let (changes, _) = changes(program.run().events, other.events)
    let moves = changes.moves + changes.free
    #expect(moves.count <= moved)
    #expect(moves.isEmpty == (order == Array(0..<30)))
    #expect(moves.allSatisfy { $0.count > 0 })
    #expect(changes.appeared.isEmpty && changes.gone.isEmpty && changes.outcomes.isEmpty)
  }

  @Test("A handler that runs later is one move, with the steps that it passes")
  func move() throws {
    var next = [0, 2, 3, 1, 4][...]
    let program = row(["a", "b", "c", "d", "e"])
    let (changes, runs) = changes(
      program.run().events, program.run { _ in next.popFirst() ?? 0 }.events)
    // Nothing depends on that order.
    let move = try #require(changes.free.first)
    #expect(changes.free.count == 1 && changes.moves.isEmpty)
    #expect(runs.before.name(of: runs.before.steps[move.before]) == "'b'")
    #expect(move.passed.map { runs.before.name(of: runs.before.steps[$0]) } == ["'c'", "'d'"])
    #expect(move.isLater)
  }

  @Test(
    "New and missing promises are reported with what follows from them, and with the handler that would have created them"
  )
  func presence() throws {
    var after = chain
    after.nodes[1] = .init(operation: .map, line: 11, parent: 0)
    after.nodes[2].creator = nil
    after.nodes[2].label = "other"
    after.nodes[2].line = 30
    let (changes, runs) = changes(chain.run().events, after.run().events)
    let gone = try #require(changes.gone.first)
    #expect(changes.gone.count == 1)
    #expect(runs.before.name(of: gone.promise) == "'fetch'")
    #expect(gone.reason == .absent)
    #expect(gone.followers.map { runs.before.name(of: $0) } == ["'load'"])
    #expect(
      changes.appeared.map { runs.after.name(of: $0.promise) }.sorted() == [
        "'other'", ".map at Login.swift:11",
      ])
    #expect(changes.links.isEmpty)
  }

  @Test("A promise that was not created because a handler did not run says so")
  func notMade() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .async, "login")
    stream.link(2, .then, "fetch", to: 1, on: 1)
    stream.settle(1, .rejected, "offline")
    stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
    stream.settle(2, .rejected, "offline", from: 1)
    var before = chain
    before.nodes.removeLast()
    let (changes, runs) = changes(before.run().events, stream.events)
    #expect(changes.gone.map(\.reason) == [.notMade(by: 1)])
    #expect(changes.outcomes.map { runs.before.name(of: $0.before) } == ["'login'"])
    #expect(changes.outcomes.first?.followers.map { runs.before.name(of: $0) } == ["'fetch'"])
    #expect(changes.runs.map(\.skipped) == [nil, .errorPassesValueHandler])
  }

  @Test("What a trace has lost, or ends before, is not reported as gone", arguments: seeds)
  func partial(seed: Int) {
    var (program, generator) = ModelProgram.random(seed)
    let events = program.run().events
    let lossy = events.filter { _ in Int.random(in: 0..<12, using: &generator) > 0 }
    let lost = changes(
      events,
      lossy + [
        PromiseEvent(
          sequence: events.count + 3, time: 10_000_000_000, thread: nil, queue: nil,
          kind: .dropped(count: events.count - lossy.count + 2))
      ]
    ).0
    #expect(lost.gone.allSatisfy { $0.reason == .unknown })
    #expect(lost.outcomes.isEmpty && lost.values.isEmpty && lost.links.isEmpty, "\(lost)")
    #expect(lost.printed.allSatisfy { $0.isAfter })
    // Cut before the end.
    let cut = Array(events.prefix(events.count / 2))
    guard ComparedRun(cut).openCount > 0 else { return }
    let short = changes(events, cut).0
    #expect(short.gone.allSatisfy { $0.reason == .notYet })
    #expect(short.appeared.isEmpty && short.moves.isEmpty && short.runs.isEmpty)
  }

  @Test("A changed outcome is reported where it arises, with what follows from it")
  func outcomes() throws {
    let after = EventStream.login.events.map { event in
      guard case .settled(var settlement) = event.kind else { return event }
      if settlement.promise == 6 || settlement.promise == 2 {
        settlement.outcome = .rejected
        settlement.description = "Refused()"
      }
      return PromiseEvent(
        sequence: event.sequence, time: event.time, thread: event.thread, queue: event.queue,
        kind: .settled(settlement))
    }
    let (changes, runs) = changes(EventStream.login.events, after)
    let change = try #require(changes.outcomes.first)
    #expect(changes.outcomes.count == 1)
    #expect(runs.before.name(of: change.before) == "'request'")
    #expect(change.followers.map { runs.before.name(of: $0) } == ["'fetch'"])
    #expect((change.stateBefore, change.stateAfter) == (.fulfilled, .rejected))
    #expect(change.textAfter == "Refused()")
  }

  @Test(
    "Text that differs in each run is not a different value or note, unless requested")
  func masks() {
    func differences(_ one: String, _ other: String, exactly: Bool = false) -> [Int] {
      var (before, after) = (chain, chain)
      (before.nodes[0].value, before.nodes[3].note) = (one, one)
      (after.nodes[0].value, after.nodes[3].note) = (other, other)
      let runs = RunAlignment(
        before: before.run().events, after: after.run().events, exactly: exactly)
      let changes = runs.changes()
      return [changes.values.count, changes.printed.count, runs.firstDivergence == nil ? 0 : 1]
    }
    let replies = ("<Reply: 0x00007f12aa00> 200", "<Reply: 0x00007fe4bb10> 200")
    #expect(differences(replies.0, replies.1) == [0, 0, 0])
    #expect(differences(replies.0, replies.1, exactly: true) == [1, 2, 1])
    #expect(differences(replies.0, "<Reply: 0x00007fe4bb10> 500") == [1, 2, 1])
  }

  @Test("Texts and warnings after the end of a trace are not reported as differences")
  func cutShort() {
    func end(_ events: [PromiseEvent]) -> RunState { RunState(folding: events) }
    var events = chain.run().events
    guard let last = events.last else { return }
    // A second resolution of the first promise, after everything else.
    events.append(
      PromiseEvent(
        sequence: last.sequence + 1, time: last.time + 1, thread: nil, queue: nil,
        kind: .resolutionIgnored(promise: 1, site: nil, attempt: .fulfilled)))
    for cut in [[], Array(events.prefix(events.count / 2))] {
      #expect(ComparedRun(cut).mayGoOn)
      let (changes, runs) = changes(events, cut)
      #expect(changes.printed.isEmpty && changes.gone.allSatisfy { $0.reason == .notYet })
      let warnings = runs.warningChanges(before: end(events), after: end(cut))
      #expect(warnings.gone.isEmpty)
    }
    let whole = changes(events, chain.run().events).1
    #expect(
      whole.warningChanges(before: end(events), after: end(chain.run().events)).gone
        .map(\.lint) == ["resolved-again"])
  }

  @Test("A trace that is cut short does not cause differences by itself", arguments: 0..<12)
  func broken(seed: Int) {
    let events = ModelProgram.random(seed).program.run().events
    for length in stride(from: 0, to: events.count, by: 13) {
      let cut = ComparedRun(Array(events.prefix(length)), isCutShort: true)
      for runs in [
        RunAlignment(before: ComparedRun(events), after: cut),
        RunAlignment(before: cut, after: ComparedRun(events)),
      ] {
        var changes = runs.changes(slower: .virtual)
        let presences = changes.appeared + changes.gone
        #expect(presences.allSatisfy { $0.reason == .notYet }, "\(length)")
        (changes.appeared, changes.gone) = ([], [])
        #expect(changes.ranked().isEmpty, "\(length): \(changes)")
        #expect(runs.firstDivergence == nil, "\(length)")
      }
    }
  }

  @Test("Differences before a trace is cut short are reported")
  func brokenLater() throws {
    var other = chain
    other.nodes[1].label = "load"
    other.nodes[2].label = "fetch"
    other.nodes[0].value = "tok 2"
    let events = other.run().events
    let runs = RunAlignment(
      before: ComparedRun(chain.run().events),
      after: ComparedRun(Array(events.dropLast(3)), isCutShort: true))
    #expect(runs.changes().values.map(\.textAfter) == ["tok 2"])
    #expect(runs.changes().links.count == 2)
  }

  @Test("Values, names, parents, queues and printed texts that differ")
  func details() throws {
    var after = chain
    after.nodes[0].value = "tok 2"
    after.nodes[1].queue = 3
    after.nodes[3].parent = 0
    after.nodes[3].note = "shown twice"
    let (changes, runs) = changes(chain.run().events, after.run().events)
    #expect(changes.values.map(\.textAfter) == ["tok 2"])
    #expect(
      changes.links.map(\.what) == [
        .queue(before: "net", after: "work"), .parent(before: 1, after: 0),
      ])
    #expect(changes.printed.map(\.isAfter) == [false, true])
    #expect(changes.gone.isEmpty && changes.appeared.isEmpty)
    let printed = try #require(changes.printed.last)
    #expect(runs.after.name(of: runs.after.steps[printed.step]) == "\"shown twice\"")
  }

  @Test("A delay is reported where it arises, from the threshold on")
  func times() {
    var after = chain
    after.nodes[1].length = 41
    let events = (chain.run().events, after.run().events)
    let (changes, runs) = changes(events.0, events.1)
    #expect(changes.times.map { runs.before.name(of: $0.before) } == ["'fetch'"])
    #expect(changes.times.map(\.difference) == [40_000_000])
    #expect(runs.longer == 40_000_000)
    for (threshold, count) in [
      (TimeThreshold(length: 40_000_000, share: 40), 1),
      (TimeThreshold(length: 40_000_001, share: 0), 0),
      (TimeThreshold(length: 0, share: 40.5), 0),
    ] {
      #expect(self.changes(events.0, events.1, slower: threshold).0.times.count == count)
    }
  }

  @Test("A handler that now returns its promise, and did not before, is reported")
  func returned() {
    func events(_ ending: PromiseEvent.JobEnding) -> [PromiseEvent] {
      var stream = EventStream()
      stream.declare(1, "main")
      stream.create(1, .value, "user")
      stream.link(2, .then, "load", to: 1, on: 1)
      stream.settle(1)
      let job = stream.enqueue(2, on: 1)
      stream.start(job, 2, on: 1)
      stream.create(3, .pending, "request")
      stream.end(job, 2, on: 1, ending)
      if ending == .returnedPromise { stream.post(.adopted(outer: 2, inner: 3)) }
      stream.settle(3)
      stream.settle(2, from: ending == .returned ? nil : 3)
      return stream.events
    }
    let (changes, _) = changes(events(.returned), events(.returnedPromise))
    #expect(changes.links.map(\.what) == [.returned(before: nil, after: 2)])
  }

  @Test("Warnings that only one run has")
  func warnings() {
    func end(_ events: [PromiseEvent]) -> RunState { RunState(folding: events) }
    var late = EventStream.login
    late.post(.resolutionIgnored(promise: 6, site: nil, attempt: .fulfilled))
    let (one, other) = (EventStream.login.events, late.events)
    let there = RunAlignment(before: one, after: other)
      .warningChanges(before: end(one), after: end(other))
    #expect(there.appeared.map(\.lint) == ["resolved-again"])
    #expect(there.gone.isEmpty)
    let back = RunAlignment(before: other, after: one)
      .warningChanges(before: end(other), after: end(one))
    #expect(back.gone.map(\.lint) == ["resolved-again"])
  }

  @Test("Impossible events are accepted", arguments: 0..<30)
  func nonsense(seed: Int) {
    var one = RandomEvents(seed: seed, sites: true)
    var other = RandomEvents(seed: seed + 1000, sites: true)
    let (left, right) = (one.stream(600), other.stream(600))
    _ = changes(left, right)
    #expect(changes(left, left).0.ranked().isEmpty)
  }
}
