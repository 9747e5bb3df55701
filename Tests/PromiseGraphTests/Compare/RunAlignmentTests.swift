import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct RunAlignmentTests {
  private static let seeds = Rounds(40).seeds

  /// Returns what identifies a promise in every run: its line, its name and its path.
  private func way(_ place: Int, in run: ComparedRun) -> [String] {
    var way: [String] = []
    var next: Int? = place
    while let place = next {
      let promise = run.promises[place]
      way.append("\(promise.label ?? "")/\(promise.operation)/\(promise.creator != nil)")
      next = promise.parent
    }
    return way
  }

  @Test("A run compared with itself is the same", arguments: seeds)
  func itself(seed: Int) {
    let events = ModelProgram.random(seed).program.run().events
    let alignment = RunAlignment(before: events, after: events)
    #expect(alignment.pairs.allSatisfy { $0.before == $0.after })
    #expect(alignment.pairs.count { _ in true } == 40)
    #expect(alignment.firstDivergence == nil)
  }

  @Test("Each turn of an async function has a partner, in order")
  func turns() {
    func run(turns: Int) -> [PromiseEvent] {
      var stream = EventStream()
      stream.post(.queueDeclared(queue: 1, label: "microtasks", kind: .serial, assumed: false))
      stream.post(
        .created(.init(promise: 1, operation: .async, label: "main", language: .javaScript)))
      for turn in 1...turns {
        let job = JobID(turn)
        stream.post(.jobEnqueued(job: job, child: 1, queue: 1, label: nil))
        stream.post(.jobStarted(job: job, child: 1, queue: 1))
        stream.post(.jobEnded(job: job, child: 1, queue: 1, ending: .suspended))
      }
      return stream.events
    }
    let same = RunAlignment(before: run(turns: 3), after: run(turns: 3))
    #expect(same.stepsAfter == [0, 1, 2])
    #expect(same.firstDivergence == nil)
    let longer = RunAlignment(before: run(turns: 2), after: run(turns: 3))
    #expect(longer.stepsBefore == [0, 1, nil])
    #expect(longer.firstDivergence?.after?.step == 2)
  }

  @Test("Identities, moved lines and the time of day are ignored", arguments: seeds)
  func renumbering(seed: Int) {
    let program = ModelProgram.random(seed).program
    let alignment = RunAlignment(
      before: program.run().events,
      after: program.run(.backwards, shift: 7, from: 5000).events)
    #expect(alignment.pairs.allSatisfy { $0.before == $0.after })
    #expect(alignment.pairs.count { _ in true } == 40)
    #expect(alignment.firstDivergence == nil)
  }

  @Test("In another schedule every promise finds a partner of its kind", arguments: seeds)
  func schedules(seed: Int) {
    var (program, generator) = ModelProgram.random(seed)
    let other = program.run(.backwards) { $0.randomElement(using: &generator) ?? 0 }
    let alignment = RunAlignment(before: program.run().events, after: other.events)
    #expect(alignment.pairs.count { _ in true } == 40)
    for (one, other) in alignment.pairs {
      #expect(way(one, in: alignment.before) == way(other, in: alignment.after))
    }
  }

  @Test("Swapping the sides swaps the partners", arguments: seeds)
  func swapping(seed: Int) {
    var (program, generator) = ModelProgram.random(seed)
    var other = program
    for _ in 0..<6 {
      let node = Int.random(in: 20..<40, using: &generator)
      other.nodes[node].label = "other \(node)"
      other.nodes[node].line += 1
    }
    let events = (program.run().events, other.run(.backwards).events)
    let there = RunAlignment(before: events.0, after: events.1)
    let back = RunAlignment(before: events.1, after: events.0)
    #expect(there.partnersAfter == back.partnersBefore)
    #expect(there.partnersBefore == back.partnersAfter)
    #expect(there.stepsAfter == back.stepsBefore)
  }

  @Test("A link inserted into a chain leaves what follows unchanged")
  func insertedLink() {
    var before = ModelProgram()
    before.nodes = [.init(label: "login", operation: .async, line: 10)]
    for (place, label) in ["fetch", nil, "show"].enumerated() {
      before.nodes.append(.init(label: label, line: 11 + place, parent: place))
    }
    var after = before
    after.nodes.insert(.init(label: "check", line: 11, parent: 0), at: 1)
    for place in 2...4 {
      after.nodes[place].line += 1
      after.nodes[place].parent = place - 1
    }
    let alignment = RunAlignment(before: before.run().events, after: after.run().events)
    #expect(alignment.partnersAfter == [0, 2, 3, 4])
    #expect(alignment.partnersBefore == [0, nil, 1, 2, 3])
  }

  @Test("Each of several equal chains finds its partner, in whatever order they continue")
  func loops() {
    var program = ModelProgram()
    for _ in 0..<20 {
      let root = program.nodes.count
      program.nodes.append(.init(operation: .async, line: 10))
      program.nodes.append(.init(line: 11, parent: root))
      program.nodes.append(.init(operation: .async, line: 20, creator: root + 1))
      program.nodes.append(.init(line: 21, parent: root + 2, creator: root + 1))
    }
    var generator = SeededGenerator(seed: 3)
    let first = program.run { $0.randomElement(using: &generator) ?? 0 }
    let second = program.run(.backwards, shift: 5) { $0.randomElement(using: &generator) ?? 0 }
    let alignment = RunAlignment(before: first.events, after: second.events)
    for (one, other) in alignment.pairs { #expect(first.made[one] == second.made[other]) }
    #expect(alignment.pairs.count { _ in true } == 80)
  }

  @Test("A promise with a new parent is still the same promise")
  func rewired() {
    var before = ModelProgram()
    before.nodes = [
      .init(label: "login", operation: .async, line: 10),
      .init(label: "fetch", line: 11, parent: 0),
      .init(label: "show", line: 12, parent: 0),
    ]
    var after = before
    after.nodes[2].parent = 1
    let alignment = RunAlignment(before: before.run().events, after: after.run().events)
    #expect(alignment.partnersAfter == [0, 1, 2])
  }

  @Test("Names that differ in each run do not separate promises created at one place")
  func madeUpNames() {
    func events(_ names: [String], shift: Int) -> [PromiseEvent] {
      var program = ModelProgram()
      program.nodes = names.map { .init(label: $0, operation: .async, line: 10) }
      return program.run(shift: shift).events
    }
    let alignment = RunAlignment(
      before: events(["4f3a", "9c11"], shift: 0), after: events(["77e0", "b2d4"], shift: 4))
    #expect(alignment.partnersAfter == [0, 1])
  }

  @Test("The first divergence is the first handler that runs in another position")
  func divergence() throws {
    var program = ModelProgram()
    for (place, label) in ["login", "fetch", "save", "show"].enumerated() {
      program.nodes.append(.init(label: label, operation: .async, line: 10 + place))
    }
    let alignment = RunAlignment(
      before: program.run().events,
      after: program.run { $0.contains(2) && !$0.contains(0) ? 2 : $0[0] }.events)
    let divergence = try #require(alignment.firstDivergence)
    #expect(
      divergence.sentence() == """
        After 1 step in common, before continues with 'fetch' on main (event 13) and after with \
        'save' on main (event 13); 'fetch' occurs in after at event 17, 'save' occurs in before at \
        event 17.
        """)
  }

  @Test("A name that several lines give is shown with the line")
  func sharedNames() {
    var program = ModelProgram()
    program.nodes = [
      .init(label: "load", operation: .async, line: 10),
      .init(label: "load", operation: .async, line: 20),
      .init(label: "show", operation: .async, line: 30),
    ]
    let run = ComparedRun(program.run().events)
    #expect(
      (0..<3).map { run.name(of: $0) }.sorted() == [
        "'load' at Login.swift:10", "'load' at Login.swift:20", "'show'",
      ])
    #expect(
      run.steps.map { run.name(of: $0, isBrief: true) }.sorted() == [
        "'load':10", "'load':20", "'show'",
      ])
  }

  @Test("What a run has lost is not a divergence", arguments: seeds)
  func gaps(seed: Int) {
    let events = ModelProgram.random(seed).program.run().events
    let partial = events.filter { $0.sequence % 7 != 3 || $0.kind.name == .created }
    let alignment = RunAlignment(before: events, after: partial)
    #expect(!alignment.after.isWhole)
    #expect(alignment.firstDivergence == nil)
  }

  @Test("Impossible events are accepted", arguments: 0..<30)
  func nonsense(seed: Int) {
    var one = RandomEvents(seed: seed, sites: true)
    var other = RandomEvents(seed: seed + 1000, sites: true)
    let (left, right) = (one.stream(600), other.stream(600))
    let alignment = RunAlignment(before: left, after: right)
    for (place, partner) in alignment.pairs { #expect(alignment.partnersBefore[partner] == place) }
    _ = alignment.firstDivergence?.sentence()
    #expect(RunAlignment(before: left, after: left).firstDivergence == nil)
  }
}
