import Demos
import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("What touches what went wrong comes first")
struct SymptomTests {
  /// Two handlers forget a chain each; the second one belongs to what is shown.
  private let events = Self.events {
    after(.milliseconds(1)).done(label: "log") { _ = after(.milliseconds(5)).map { 1 } }
      .done(label: "logged") { note("logged") }.cauterize()
    after(.milliseconds(1)).done(label: "count") { _ = after(.milliseconds(5)).map { 1 } }
      .done(label: "counted") { note("counted") }.cauterize()
  }

  @Test("Without a symptom, the first one comes first; with one, that which led to it")
  func order() throws {
    #expect(try told(nil) == [["log", nil], ["count", nil]])
    #expect(
      try told("counted") == [
        ["count", "what led to 'counted' started it"], ["log", nil],
      ])
    #expect(
      try told("log") == [
        ["log", "it is about 'log'"], ["count", nil],
      ])
  }

  @Test("A promise that something in the past started, and one of the same line, touch it less")
  func touches() throws {
    let events = Self.events {
      for number in 1...2 {
        after(label: "wait \(number)", .milliseconds(number)).done(label: "send \(number)") {
          _ = after(label: "side \(number)", .milliseconds(5)).map { 1 }
        }.done(label: "sent \(number)") {}.cauterize()
      }
    }
    let graph = Graph(events)
    let symptom = Symptom("it", about: promises("sent 2", in: graph), in: graph)
    func touch(_ label: String) -> Symptom.Touch {
      promises(label, in: graph).map {
        symptom.touch(of: Finding(Moment(events[0]), promise: $0), in: graph)
      }.max() ?? .nothing
    }
    #expect(touch("sent 2") == .itself)
    #expect(touch("send 2") == .past && touch("wait 2") == .past)
    #expect(touch("side 2") == .started)
    #expect(touch("send 1") == .line && touch("side 1") == .nothing)
    #expect(touch("sent 1") == .ownLine)
  }

  @Test("What a handler did after it made the promise did not lead to it, nor did a loser")
  func later() {
    let events = Self.events {
      after(.milliseconds(1)).then(label: "maker") { () -> Guarantee<Void> in
        Promise.value(()).done(label: "made") {}.cauterize()
        return after(label: "slow", .milliseconds(5))
      }.cauterize()
      let first = after(label: "first", .milliseconds(1))
      let last = after(label: "last", .seconds(9))
      race(label: "race", first, last).done(label: "shown") {}
    }
    let graph = Graph(events)
    func touch(_ label: String, by symptom: Symptom) -> Symptom.Touch? {
      promises(label, in: graph).first.map {
        symptom.touch(of: Finding(Moment(events[0]), promise: $0), in: graph)
      }
    }
    let made = Symptom("it", about: promises("made", in: graph), in: graph)
    #expect(touch("maker", by: made) == .past && touch("slow", by: made) == .started)
    let shown = Symptom("it", about: promises("shown", in: graph), in: graph)
    #expect(touch("first", by: shown) == .past && touch("race", by: shown) == .past)
    #expect(touch("last", by: shown) == .nothing)
    let maker = Symptom("it", about: promises("maker", in: graph), in: graph)
    #expect(touch("made", by: maker) == .startedByIt && touch("slow", by: maker) == .past)
    var finding = Finding(Moment(events[0]), promise: promises("last", in: graph).first)
    finding.add(promises("first", in: graph)[0])
    #expect(shown.touch(of: finding, in: graph) == .named)
  }

  @Test("The events of every demo bear out what is said to have led to each promise")
  func demos() throws {
    var count = 0
    for demo in Demo.all {
      let events = try RelationOracleTests().events(of: demo)
      let graph = Graph(events)
      for promise in graph.promises.map(\.id).prefix(20) {
        let symptom = Symptom("it", about: [promise], in: graph)
        let past = Causes(events).past(of: promise)
        for other in graph.promises.map(\.id) {
          let finding = Finding(Moment(events[0]), promise: other)
          guard symptom.touch(of: finding, in: graph) >= .past else { continue }
          count += 1
          #expect(past.contains(other), "\(demo.name): \(other) led to \(promise)")
          let end = graph[promise]?.settled?.sequence ?? .max
          #expect(graph[other].map { $0.created.sequence < end } == true, "\(demo.name): \(other)")
        }
      }
    }
    #expect(count > 1000)
  }

  @Test("What led to it is found ten thousand promises back")
  func large() {
    let events = Self.events {
      var last = Promise<Void>.value(())
      for _ in 1...5000 { last = last.then { after(.milliseconds(1)) } }
      last.done(label: "end") {}.cauterize()
    }
    let graph = Graph(events)
    let symptom = Symptom("it", about: promises("end", in: graph), in: graph)
    let first = Finding(Moment(events[0]), promise: graph.promises.map(\.id)[0])
    #expect(symptom.touch(of: first, in: graph) == .past)
  }

  /// Returns the label of each promise that a handler forgot to wait for, and how that touches the symptom.
  private func told(_ label: String?) throws -> [[String?]] {
    var state = RunState()
    for event in events { state.apply(event) }
    let graph = state.graph
    let symptom = label.map { Symptom("'\($0)'", about: promises($0, in: graph), in: graph) }
    return state.culprits(isOver: true, symptom: symptom).looks.map { look in
      let label = look.warning.promise.flatMap { graph[$0]?.creation.label }
      return [label, look.touchSentence]
    }
  }

  private func promises(_ label: String, in graph: Graph) -> [PromiseID] {
    graph.promises.filter { $0.creation.label == label }.map(\.id)
  }

  private static func events(_ program: @escaping @Sendable () -> Void) -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start { program() }
    simulation.run()
    return recorder.events
  }
}

/// What could have led to each promise, by the events alone: what it reads or adopts, and the handlers that made it and
/// settled it.
private struct Causes {
  private var direct: [PromiseID: Set<PromiseID>] = [:]

  init(_ events: [PromiseEvent]) {
    var running: [PromiseID?] = []
    for event in events {
      switch event.kind {
      case .jobStarted(_, let child, _): running.append(child)
      case .jobEnded: _ = running.popLast()
      case .created(let creation):
        direct[creation.promise, default: []].formUnion(creation.parents)
        add(running.last ?? nil, to: creation.promise)
      case .handlerAttached(let parent, let child, _, _): add(parent, to: child)
      case .adopted(let outer, let inner): add(inner, to: outer)
      case .inputAdded(let fanIn, _, let input): add(input, to: fanIn)
      case .settled(let settlement): add(running.last ?? nil, to: settlement.promise)
      default: break
      }
    }
  }

  private mutating func add(_ cause: PromiseID?, to promise: PromiseID) {
    if let cause { direct[promise, default: []].insert(cause) }
  }

  func past(of promise: PromiseID) -> Set<PromiseID> {
    var past: Set<PromiseID> = []
    var next = [promise]
    while let id = next.popLast() {
      if past.insert(id).inserted { next += direct[id] ?? [] }
    }
    return past
  }
}
