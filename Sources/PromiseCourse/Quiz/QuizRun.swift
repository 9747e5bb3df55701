package import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The facts of a run that questions use: what was printed, where handlers ran, and the outcomes.
package struct QuizRun: Sendable {
  /// A printed note.
  struct Note: Sendable {
    var text: String
    var event: Int
    /// The event at which the job that printed it started; `nil` for the main program.
    var start: Int?
  }

  /// What happened to a promise; numbers are event numbers.
  struct Fate: Sendable {
    private let node: PromiseNode
    /// The first job of its handler or body; `retrying` has one for each attempt.
    private let job: JobNode?
    let inputs: [PromiseID]
    let attached: Int?
    /// Other events that affect it: adoptions, inputs, timers, deallocation.
    let turns: [Int]

    var creation: PromiseEvent.Creation { node.creation }
    var created: Int { node.created.sequence }
    var enqueued: Int? { job?.enqueued?.sequence }
    /// The event at which its handler or body started, and its queue.
    var started: Int? { job?.started?.sequence }
    var queue: QueueID? { job?.queue }
    var settlement: PromiseEvent.Settlement? { node.settlement }
    var settled: Int? { node.settled?.sequence }
    /// Its label, or else its operation.
    var name: String { node.name }

    fileprivate init(_ node: PromiseNode, in graph: Graph, _ job: JobNode?, turns: [Int]) {
      self.node = node
      self.turns = turns
      self.job = job
      attached = graph.handler(settling: node.id)?.attached.sequence
      let later = node.inputs.map(\.promise)
      inputs = node.creation.operation.isFanIn ? later : node.creation.parents + later
    }
  }

  let notes: [Note]
  /// What is printed, in order.
  package var printed: [String] { notes.map(\.text) }
  /// The promises in order of creation.
  let fates: [Fate]
  private let graph: Graph
  private var places: [PromiseID: Int] = [:]
  private var names: [String: [Int]] = [:]

  /// Reads the events of a whole run. O(events)
  package init(_ events: [PromiseEvent]) {
    let graph = Graph(events)
    var turns: [PromiseID: [Int]] = [:]
    for event in events {
      for promise in event.kind.decided { turns[promise, default: []].append(event.sequence) }
    }
    var jobs: [PromiseID: JobNode] = [:]
    for job in graph.jobs { if let child = job.child, jobs[child] == nil { jobs[child] = job } }
    self.graph = graph
    notes = graph.notes.map { note in
      let start = note.job.flatMap { graph.job($0)?.started?.sequence }
      return Note(text: note.text, event: note.moment.sequence, start: start)
    }
    fates = graph.promises.filter(\.isDeclared)
      .map { Fate($0, in: graph, jobs[$0.id], turns: turns[$0.id] ?? []) }
      .sorted { $0.created < $1.created }
    for (place, fate) in fates.enumerated() {
      places[fate.creation.promise] = place
      names[fate.name, default: []].append(place)
    }
  }

  /// Returns the only promise of that name; `nil` if there are several or none.
  func fate(named name: String) -> Fate? {
    guard let places = names[name], places.count == 1 else { return nil }
    return fates[places[0]]
  }

  /// Returns the promise of that id.
  func fate(of promise: PromiseID) -> Fate? { places[promise].map { fates[$0] } }

  /// Returns whether the promise has a unique label.
  func isKnownByName(_ fate: Fate) -> Bool {
    fate.creation.label != nil && names[fate.name]?.count == 1
  }

  /// Returns its state at the end of the run.
  func state(of fate: Fate) -> QuizAnswer.State {
    switch fate.settlement?.outcome {
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case nil: .pending
    }
  }

  /// Returns where its handler or body ran; `nil` if none ran.
  func place(of fate: Fate) -> QuizAnswer? {
    guard fate.started != nil, let queue = fate.queue else { return nil }
    return graph.queueKind(queue) == .immediate ? .inline : .queue(graph.queueLabel(queue))
  }
}

extension PromiseEvent.Kind {
  /// The promises that the event affects, apart from those that other facts already record.
  fileprivate var decided: [PromiseID] {
    switch self {
    case .bodyEnded(let promise, _), .handlerSkipped(_, let promise, _),
      .inputSettled(let promise, _, _, _), .inputIgnored(let promise, _, _, _),
      .resolutionIgnored(let promise, _, _), .timerFired(_, let promise?),
      .timerCancelled(_, let promise?):
      [promise]
    case .adopted(let outer, let inner): [outer, inner]
    case .deallocated(let promise, .pending, let waiting): [promise] + waiting
    default: []
    }
  }
}
