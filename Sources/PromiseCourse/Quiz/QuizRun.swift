package import PromiseEvents
import PromiseGraph

/// One run as questions look at it: what was printed, who ran where, and what came of whom.
package struct QuizRun: Sendable {
  /// Something that was printed.
  struct Note: Sendable {
    var text: String
    var event: Int
    /// The event with which the job began that printed it; none where the main program did.
    var start: Int?
  }

  /// What happened to one promise; numbers are those of events.
  struct Fate: Sendable {
    private let node: PromiseNode
    /// The first job of its handler or body: that of `retrying` runs after each attempt.
    private let job: JobNode?
    let inputs: [PromiseID]
    let attached: Int?
    /// What else decides about it: adoptions, inputs, timers, that it was freed.
    let turns: [Int]

    var creation: PromiseEvent.Creation { node.creation }
    var created: Int { node.created.sequence }
    var enqueued: Int? { job?.enqueued?.sequence }
    /// When its handler or body began, and the queue that it began on.
    var started: Int? { job?.started?.sequence }
    var queue: QueueID? { job?.queue }
    var settlement: PromiseEvent.Settlement? { node.settlement }
    var settled: Int? { node.settled?.sequence }
    /// What it is called: its label, or what made it.
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
  /// The promises in the order in which they were made.
  let fates: [Fate]
  private let graph: Graph
  private var places: [PromiseID: Int] = [:]
  private var names: [String: [Int]] = [:]

  /// Looks at the events of a run from its beginning to its end. O(events)
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

  /// The only promise of that name; none where there are several, or there is none.
  func fate(named name: String) -> Fate? {
    guard let places = names[name], places.count == 1 else { return nil }
    return fates[places[0]]
  }

  /// The promise of that identity.
  func fate(of promise: PromiseID) -> Fate? { places[promise].map { fates[$0] } }

  /// The promise has its name for itself, and the program gave it.
  func isKnownByName(_ fate: Fate) -> Bool {
    fate.creation.label != nil && names[fate.name]?.count == 1
  }

  /// The state in which the run leaves it.
  func state(of fate: Fate) -> QuizAnswer.State {
    switch fate.settlement?.outcome {
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    case nil: .pending
    }
  }

  /// Where its handler or body ran; none where none did.
  func place(of fate: Fate) -> QuizAnswer? {
    guard fate.started != nil, let queue = fate.queue else { return nil }
    return graph.queueKind(queue) == .immediate ? .inline : .queue(graph.queueLabel(queue))
  }
}

extension PromiseEvent.Kind {
  /// The promises about which it decides something, beside those that say so in another way.
  fileprivate var decided: [PromiseID] {
    switch self {
    case .bodyEnded(let promise, _), .handlerSkipped(_, let promise, _),
      .inputSettled(let promise, _, _, _), .inputIgnored(let promise, _, _, _),
      .resolutionIgnored(let promise, _, _), .timerFired(_, let promise?),
      .timerCancelled(_, let promise?):
      [promise]
    case .adopted(let outer, let inner): [outer, inner]
    case .deallocated(let promise, .pending, let waiting): [promise] + waiting
    case .created, .bodyStarted, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded, .settled,
      .inputAdded, .touched, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
      .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled,
      .choiceMade, .queueDeclared, .threadNamed, .note, .sourceText, .intervened, .dropped:
      []
    }
  }
}
