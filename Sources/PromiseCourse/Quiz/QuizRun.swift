package import PromiseKitLite

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
    var creation: PromiseEvent.Creation
    var created: Int
    var inputs: [PromiseID]
    var attached: Int?
    var enqueued: Int?
    /// When its handler or body began, and the queue that it began on.
    var started: Int?
    var queue: QueueID?
    var settlement: PromiseEvent.Settlement?
    var settled: Int?
    /// What else decides about it: adoptions, inputs, timers, that it was freed.
    var turns: [Int] = []

    /// What it is called: its label, or what made it.
    var name: String { creation.label ?? creation.operation.rawValue }
  }

  private(set) var notes: [Note] = []
  /// The promises in the order in which they were made.
  private(set) var fates: [Fate] = []
  /// The labels of the queues on which something ran, in the order of first sight.
  private(set) var queues: [QueueID: (label: String, isImmediate: Bool)] = [:]
  private(set) var last = 0
  private var places: [PromiseID: Int] = [:]
  private var names: [String: [Int]] = [:]
  /// The events with which the jobs began that run on each thread, the innermost last.
  private var running: [ThreadID?: [Int]] = [:]

  /// Looks at the events of a run from its beginning to its end. O(events)
  package init(_ events: [PromiseEvent]) {
    for event in events { take(event) }
    for (place, fate) in fates.enumerated() { names[fate.name, default: []].append(place) }
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
    guard fate.started != nil, let queue = fate.queue.flatMap({ queues[$0] }) else { return nil }
    return queue.isImmediate ? .inline : .queue(queue.label)
  }
}

extension QuizRun {
  private mutating func take(_ event: PromiseEvent) {
    let number = event.sequence
    last = max(last, number)
    switch event.kind {
    case .created(let creation):
      places[creation.promise] = fates.count
      fates.append(Fate(creation: creation, created: number, inputs: creation.parents))
    case .queueDeclared(let queue, let label, let kind, _):
      queues[queue] = (label, kind == .immediate)
    case .handlerAttached(_, let child, _, _): change(child) { $0.attached = number }
    case .jobEnqueued(_, let child?, _, _):
      change(child) { $0.enqueued = $0.enqueued ?? number }
    case .jobStarted(_, let child, let queue):
      running[event.thread, default: []].append(number)
      guard let child else { return }
      change(child) { fate in
        guard fate.started == nil else { return }
        (fate.started, fate.queue) = (number, queue)
      }
    case .jobEnded: _ = running[event.thread]?.popLast()
    case .settled(let settlement):
      change(settlement.promise) { fate in
        guard fate.settlement == nil else { return }
        (fate.settlement, fate.settled) = (settlement, number)
      }
    case .inputAdded(let fanIn, _, let input):
      change(fanIn) { $0.inputs.append(input) }
    case .note(let text):
      notes.append(Note(text: text, event: number, start: running[event.thread]?.last))
    case .bodyEnded(let promise, _), .handlerSkipped(_, let promise, _),
      .inputSettled(let promise, _, _, _), .inputIgnored(let promise, _, _, _),
      .resolutionIgnored(let promise, _, _), .timerFired(_, let promise?),
      .timerCancelled(_, let promise?):
      turn([promise], number)
    case .adopted(let outer, let inner): turn([outer, inner], number)
    case .deallocated(let promise, .pending, let waiting): turn([promise] + waiting, number)
    case .bodyStarted, .jobEnqueued, .touched, .errorHandled, .errorUnhandled, .deallocated,
      .waitBegan, .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled,
      .timerFired, .timerCancelled, .choiceMade, .threadNamed, .sourceText, .intervened, .dropped:
      break
    }
  }

  /// An event decides something about these promises, beside those that say so in another way.
  private mutating func turn(_ promises: [PromiseID], _ number: Int) {
    for promise in promises { change(promise) { $0.turns.append(number) } }
  }

  private mutating func change(_ promise: PromiseID, _ body: (inout Fate) -> Void) {
    guard let place = places[promise] else { return }
    body(&fates[place])
  }
}
