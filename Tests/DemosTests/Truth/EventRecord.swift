import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What the events of a run say, read without the graph: the independent witness for every sentence about it.
///
/// It knows the whole run. ``EventScene`` asks it about a moment, and may also look at what came later.
struct EventRecord {
  struct Attachment {
    var number: Int
    var parent: PromiseID
    var child: PromiseID
    var ordinal: Int
    var queue: PromiseEvent.QueueID
  }

  struct Job {
    var child: PromiseID?
    var queue: PromiseEvent.QueueID
    var label: String?
    var enqueued: Int?
    var started: Int?
    var ended: Int?
    var ending: PromiseEvent.JobEnding?
  }

  struct Timer {
    var promise: PromiseID?
    var due: Int64
    var set: Int
    var fired: Int?
    var cancelled: Int?
  }

  struct Wait {
    var promise: PromiseID
    var queue: PromiseEvent.QueueID?
    var job: PromiseEvent.JobID?
    var thread: PromiseEvent.ThreadID?
    var by: PromiseID?
    var began: Int
    var ended: Int?
  }

  struct Queue {
    var label: String
    var kind: PromiseEvent.QueueKind
    var isAssumed: Bool
    var number: Int
  }

  struct Input {
    var number: Int
    var input: PromiseID
    var index: Int
    var outcome: PromiseEvent.Outcome
    var isIgnored: Bool
  }

  struct Settled {
    var number: Int
    var settlement: PromiseEvent.Settlement
  }

  struct Freed {
    var number: Int
    var state: PromiseEvent.FinalState
    var waiting: [PromiseID]

    /// Whether its adopter replaced it.
    var isForwarded: Bool { if case .forwarded = state { true } else { false } }
  }

  let events: [PromiseEvent]
  private(set) var created: [PromiseID: (number: Int, creation: PromiseEvent.Creation)] = [:]
  private(set) var settled: [PromiseID: Settled] = [:]
  private(set) var attachments: [PromiseID: [Attachment]] = [:]
  private(set) var attachment: [PromiseID: Attachment] = [:]
  private(set) var jobs: [PromiseEvent.JobID: Job] = [:]
  /// The jobs that run for a promise: those of a retry are several.
  private(set) var jobsOf: [PromiseID: [PromiseEvent.JobID]] = [:]
  private(set) var bodies: [PromiseID: (started: Int, ended: Int?, threw: Bool)] = [:]
  private(set) var adoptions: [PromiseID: [(number: Int, inner: PromiseID)]] = [:]
  private(set) var skipped:
    [PromiseID: (number: Int, parent: PromiseID, reason: PromiseEvent.SkipReason)] = [:]
  private(set) var inputs: [PromiseID: [(number: Int, input: PromiseID)]] = [:]
  private(set) var arrivals: [PromiseID: [Input]] = [:]
  private(set) var handled: [PromiseID: [(number: Int, by: PromiseID)]] = [:]
  private(set) var unhandled: [PromiseID: Int] = [:]
  private(set) var freed: [PromiseID: Freed] = [:]
  private(set) var stranded: [PromiseID: (number: Int, by: PromiseID)] = [:]
  private(set) var waits: [Wait] = []
  private(set) var awaits: [Wait] = []
  private(set) var timers: [PromiseEvent.TimerID: Timer] = [:]
  private(set) var timersOf: [PromiseID: [PromiseEvent.TimerID]] = [:]
  private(set) var queues: [PromiseEvent.QueueID: Queue] = [:]
  private(set) var ignored: [PromiseID: [Int]] = [:]
  private(set) var notes: [(number: Int, text: String)] = []
  private(set) var spans:
    [PromiseID: [(number: Int, context: PromiseEvent.TraceContext, role: PromiseEvent.SpanRole)]] =
      [:]
  private(set) var threadNames: [PromiseEvent.ThreadID: String] = [:]
  /// The most jobs that have waited in each queue by each event.
  private(set) var longest: [PromiseEvent.QueueID: [(number: Int, count: Int)]] = [:]
  private var waiting: [PromiseEvent.QueueID: Set<PromiseEvent.JobID>] = [:]
  /// The labels of queues and promises, and the short names of promises and jobs, as sentences show
  /// them.
  private(set) var queueLabels: [String] = []
  private(set) var labels: [String] = []
  private(set) var shortNames: [String] = []
  private var labelCounts: [String: Int] = [:]
  /// The job inside which a promise was created.
  private(set) var creators: [PromiseID: PromiseEvent.JobID] = [:]
  /// The event at which each job of a thread starts and ends, for who runs at a moment.
  private var stacks: [PromiseEvent.ThreadID?: [PromiseEvent.JobID]] = [:]
  /// The innermost job on the thread of each event, before the event.
  private(set) var innermost: [PromiseEvent.JobID?] = []

  /// Reads the events of a run, whose numbers count from 1.
  init(_ events: [PromiseEvent]) {
    self.events = events
    for (index, event) in events.enumerated() {
      precondition(event.sequence == index + 1, "the events of a simulation have no gaps")
      innermost.append(stacks[event.thread]?.last)
      read(event, event.sequence)
    }
    queueLabels = Set(queues.map { $0.value.label.shown(24) } + queues.keys.map(\.description))
      .sorted { ($1.count, $0) < ($0.count, $1) }
    labels = Set(created.compactMap { $0.value.creation.label?.shown(24) }).sorted()
    labelCounts = created.values.reduce(into: [:]) { counts, made in
      if let label = made.creation.label { counts[label, default: 0] += 1 }
    }
    let scene = EventScene(self, at: last)
    shortNames = Set(
      created.keys.flatMap { [scene.captionName($0), scene.shortName($0)] }
        + jobs.keys.flatMap { [scene.captionName($0), scene.shortName($0)] }
    )
    .sorted { ($1.count, $0) < ($0.count, $1) }
  }

  var last: Int { events.count }

  /// Whether several promises have a label.
  func isShared(_ label: String) -> Bool { labelCounts[label, default: 0] > 1 }

  /// Returns the event with a number.
  func event(_ number: Int) -> PromiseEvent? {
    number > 0 && number <= events.count ? events[number - 1] : nil
  }

  func time(_ number: Int) -> Int64 { event(number)?.time ?? 0 }

  private mutating func read(_ event: PromiseEvent, _ number: Int) {
    switch event.kind {
    case .created(let creation):
      created[creation.promise] = (number, creation)
      if let job = stacks[event.thread]?.last { creators[creation.promise] = job }
      if [.all, .allSettled, .race, .any, .retry].contains(creation.operation) {
        inputs[creation.promise] = creation.parents.map { (number, $0) }
      }
    case .settled(let settlement):
      settled[settlement.promise] = Settled(number: number, settlement: settlement)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      let link = Attachment(
        number: number, parent: parent, child: child, ordinal: ordinal, queue: queue)
      attachments[parent, default: []].append(link)
      attachment[child] = link
    case .bodyStarted(let promise): bodies[promise] = (number, nil, false)
    case .bodyEnded(let promise, let threw):
      bodies[promise]?.ended = number
      bodies[promise]?.threw = threw
    case .handlerSkipped(let parent, let child, let reason):
      skipped[child] = (number, parent, reason)
    case .adopted(let outer, let inner): adoptions[outer, default: []].append((number, inner))
    case .resolutionIgnored(let promise, _, _): ignored[promise, default: []].append(number)
    case .inputAdded(let fanIn, _, let input): inputs[fanIn, default: []].append((number, input))
    case .inputSettled(let fanIn, let index, let input, let outcome):
      arrivals[fanIn, default: []].append(
        Input(number: number, input: input, index: index, outcome: outcome, isIgnored: false))
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      arrivals[fanIn, default: []].append(
        Input(number: number, input: input, index: index, outcome: outcome, isIgnored: true))
    case .errorHandled(let promise, let by): handled[promise, default: []].append((number, by))
    case .errorUnhandled(let promise, _, _): unhandled[promise] = number
    case .deallocated(let promise, let state, let waiting):
      freed[promise] = Freed(number: number, state: state, waiting: waiting)
      for other in waiting { stranded[other] = (number, promise) }
      if case .forwarded(let outer) = state, settled[outer] == nil,
        let inner = adoptions[promise]?.last?.inner
      {
        adoptions[outer, default: []].append((number, inner))
      }
    case .jobEnqueued, .jobStarted, .jobEnded: readJob(event, number)
    case .waitBegan(let promise, let queue, let job, _):
      waits.append(
        Wait(promise: promise, queue: queue, job: job, thread: event.thread, began: number))
    case .waitEnded:
      if let index = waits.lastIndex(where: { $0.thread == event.thread && $0.ended == nil }) {
        waits[index].ended = number
      }
    case .awaitBegan(let promise, let by, _):
      awaits.append(Wait(promise: promise, queue: event.queue, by: by, began: number))
    case .awaitEnded(let promise, _, let by):
      if let index = awaits.firstIndex(where: {
        $0.promise == promise && $0.by == by && $0.ended == nil
      }) {
        awaits[index].ended = number
      }
    case .timerScheduled(let timer, let promise, let due):
      timers[timer] = Timer(promise: promise, due: due, set: number)
      if let promise { timersOf[promise, default: []].append(timer) }
    case .timerFired(let timer, _): timers[timer]?.fired = number
    case .timerCancelled(let timer, _): timers[timer]?.cancelled = number
    case .queueDeclared(let queue, let label, let kind, let assumed):
      queues[queue] = Queue(label: label, kind: kind, isAssumed: assumed, number: number)
    case .threadNamed(let thread, let name): threadNames[thread] = name
    case .note(let text): notes.append((number, text))
    case .spanLinked(let promise, let context, let role):
      spans[promise, default: []].append((number, context, role))
    case .touched, .cancelRequested, .choiceMade, .sourceText, .intervened, .dropped,
      .processDeclared, .threadAssigned, .gateChanged:
      break
    }
  }

  private mutating func readJob(_ event: PromiseEvent, _ number: Int) {
    switch event.kind {
    case .jobEnqueued(let job, let child, let queue, let label):
      jobs[job] = Job(child: child, queue: queue, label: label, enqueued: number)
      if let child { jobsOf[child, default: []].append(job) }
      waiting[queue, default: []].insert(job)
      if let count = waiting[queue]?.count, count > longest[queue]?.last?.count ?? 0 {
        longest[queue, default: []].append((number, count))
      }
    case .jobStarted(let job, let child, let queue):
      if jobs[job] == nil { jobs[job] = Job(child: child, queue: queue) }
      jobs[job]?.started = number
      stacks[event.thread, default: []].append(job)
      waiting[queue]?.remove(job)
      if let child, jobsOf[child]?.contains(job) != true { jobsOf[child, default: []].append(job) }
    case .jobEnded(let job, _, let queue, let ending):
      waiting[queue]?.remove(job)
      jobs[job]?.ended = number
      jobs[job]?.ending = ending
      let started = jobs[job]?.started.flatMap { self.event($0)?.thread } ?? event.thread
      if let place = stacks[started]?.lastIndex(of: job) {
        stacks[started]?.removeSubrange(place...)
      }
    default: break
    }
  }
}
