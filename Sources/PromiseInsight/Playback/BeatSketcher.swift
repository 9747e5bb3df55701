import PromiseEvents
import PromiseGraph

/// Divides the events of a run into sketches of beats: one for what happens at an instant and explains
/// itself, one for each time in which nothing happens.
struct BeatSketcher {
  private var state: RunState
  private(set) var sketches: [BeatSketch] = []
  private let language: Language
  /// Where the sketches of the current instant begin.
  private var instant = 0
  private var last: (event: Int, time: Int64)?
  private var created = 0
  /// What had happened by each event since the start, only counted.
  private(set) var tallies: [(event: Int, tally: BeatSketch.Tally)] = []
  /// How many jobs of each promise have started, and what ran in the last time that passed.
  private var starts: [PromiseID: Int] = [:]
  private var ranLast: [JobID] = []
  /// Whether no sketch has been added yet.
  private var isBuilding = true

  var graph: Graph { state.graph }

  /// Creates a sketcher for the events after `state`.
  init(_ state: RunState, language: Language) {
    self.state = state
    self.language = language
  }

  /// Takes in the next event.
  mutating func take(_ event: PromiseEvent) {
    if let last, event.time - last.time >= Self.shortest { wait(until: event.time, after: last) }
    let known = state.lints.warningCount
    state.apply(event)
    let time = max(event.time, last?.time ?? event.time)
    let warnings = (known..<max(known, state.lints.warningCount)).map {
      state.lints.warning($0, in: graph, language: language)
    }
    // The warning about an unhandled error says what its event says.
    var isSaid = false
    if case .errorUnhandled = event.kind { isSaid = !warnings.isEmpty }
    if !isSaid { sketch(event, event.sequence, time) }
    warn(warnings, event.sequence, time)
    count(event)
    last = (event.sequence, time)
  }

  private mutating func count(_ event: PromiseEvent) {
    var tally = tallies.last?.tally ?? BeatSketch.Tally()
    switch event.kind {
    case .jobEnded(_, _, _, let ending) where ending != .skipped: tally.runs += 1
    case .settled(let settlement):
      tally.settled += 1
      tally.rejected += settlement.outcome == .rejected ? 1 : 0
    default: return
    }
    tallies.append((event.sequence, tally))
  }

  /// Returns what has happened after an event, up to another one.
  func tally(after first: Int, upTo last: Int) -> BeatSketch.Tally {
    func all(upTo event: Int) -> BeatSketch.Tally {
      let place = tallies.partitionPoint { $0.event <= event }
      return place > 0 ? tallies[place - 1].tally : BeatSketch.Tally()
    }
    return all(upTo: last) - all(upTo: first)
  }

  /// Ends the run.
  mutating func end() {
    guard let last else { return }
    begin()
    let warnings = state.lints.warnings(atEnd: graph, language: language)
    warn(warnings.filter { $0.severity >= .warning }.prefix(Self.mostWarned), last.event, last.time)
    add(.end(graph.counts), last.event, last.time)
  }

  /// Adds a beat for each warning that is a mistake.
  private mutating func warn(
    _ warnings: some Sequence<Warning>, _ number: Int, _ time: Int64
  ) {
    for warning in warnings where warning.severity >= .warning {
      begin()
      add(.warning(warning), number, time)
    }
  }

  /// The shortest time that passes, in nanoseconds: less is no time to a viewer.
  static let shortest: Int64 = 50_000
  /// The most warnings at the end of a run that have beats.
  private static let mostWarned = 3

  private mutating func sketch(_ event: PromiseEvent, _ number: Int, _ time: Int64) {
    switch event.kind {
    case .created: created += 1
    case .jobStarted(let job, let child, let queue):
      begin()
      if let child { starts[child, default: 0] += 1 }
      let running = BeatSketch.Running(
        job: job, promise: child, queue: queue, isInline: graph.queueKind(queue) == .immediate,
        time: child.map { starts[$0, default: 0] } ?? 1)
      add(.run(running), number, time)
    case .jobEnded(let job, _, _, let ending): end(job, ending)
    case .settled(let settlement):
      settle(settlement, number, time)
      if let place = place(settling: settlement.promise) {
        let readers = graph.readers(of: settlement.promise)
        sketches[place].outcome = (settlement.promise, readers)
      }
    case .adopted(let outer, let inner):
      begin()
      let isAlone = { (running: BeatSketch.Running) in running.note == nil }
      if let job = graph[outer]?.job,
        change(job, number, flows: true, where: isAlone, { $0.adopted = inner })
      {
        return
      }
      add(.adopt(outer, inner), number, time, flows: true)
    case .note(let text):
      begin()
      let job = graph.currentJob
      if let job, change(job, number, where: { $0.note == nil }, { $0.note = text }) { return }
      add(.note(text, by: job), number, time)
    case .jobEnqueued(_, let child?, let queue, _):
      guard let parent = graph[child]?.parent else { break }
      affect(parent, child) { graph in
        let node = graph.queueTables.queues[queue.rawValue]
        let (waiting, running) = (node?.waitingJobs.count ?? 1, node?.runningJobs.count ?? 0)
        let isSerial = node?.kind == .serial && node?.assumed == false
        return .enqueued(
          child, queue, ahead: waiting - 1 + running,
          behind: isSerial && waiting == 1 ? node?.runningJobs.first.map(JobID.init) : nil,
          isSerial: isSerial)
      }
    case .inputSettled(let fanIn, _, let input, _):
      affect(input, fanIn) { graph in
        let count = graph[fanIn]?.inputs.count ?? 0
        return .counted(
          input, by: fanIn, open: count - (graph[fanIn]?.heard.total ?? 0), of: count)
      }
    case .inputIgnored(let fanIn, _, let input, _):
      affect(input, fanIn) { _ in .ignored(by: fanIn) }
    case .waitEnded(_, _, _, .settled): break
    case .errorUnhandled, .resolutionIgnored, .waitBegan, .waitEnded, .cancelRequested,
      .intervened:
      begin()
      add(.event(narrated(event)), number, time)
    default: break
    }
  }

  /// Notes what follows from a promise that settled at the current instant, unless the beat has enough of that.
  /// What was attached later is reached later.
  private mutating func affect(
    _ promise: PromiseID, _ reader: PromiseID, _ effect: (Graph) -> BeatSketch.Effect
  ) {
    guard let settled = graph[promise]?.settled, graph[reader]?.isDeclared == true,
      let created = graph[reader]?.created, created.sequence < settled.sequence
    else { return }
    guard let place = place(settling: promise), sketches[place].effects.count < Self.mostEffects
    else { return }
    sketches[place].effects.append(effect(graph))
  }

  /// The index of the sketch of the current instant in which a promise settles.
  private func place(settling promise: PromiseID) -> Int? {
    sketches.indices[min(instant, sketches.count)...].last { sketches[$0].settled == promise }
  }

  /// The most effects of a beat.
  private static let mostEffects = 1000

  private func narrated(_ event: PromiseEvent) -> Narration {
    Narration(event, in: graph, language: language)
  }

  private mutating func settle(
    _ settlement: PromiseEvent.Settlement, _ number: Int, _ time: Int64
  ) {
    let node = graph[settlement.promise]
    // A promise that is created with a value settles while the chain is built.
    if isBuilding, node?.creation.parents.isEmpty == true { return }
    begin()
    if let job = node?.job,
      change(
        job, number, flows: true, where: { $0.settlement == nil && $0.adopted == nil },
        {
          $0.settlement = settlement
        })
    {
      return
    }
    if node?.skipped != nil {
      if case .skip(let links) = sketches.last?.content, sketches.count > instant,
        links.first.flatMap({ graph[$0]?.skipped }) == node?.skipped
      {
        return extend(.skip(links + [settlement.promise]), number)
      }
      return add(.skip([settlement.promise]), number, time, flows: true)
    }
    if node?.creation.operation.isFanIn == true {
      return add(.decide(settlement), number, time, flows: true)
    }
    if case .settle(let promises, let first) = sketches.last?.content, sketches.count > instant,
      settlement.from == promises.last, settlement.outcome == first.outcome
    {
      return extend(.settle(promises + [settlement.promise], first), number)
    }
    add(.settle([settlement.promise], settlement), number, time, flows: true)
  }
}

// MARK: - Adding to the sketches

extension BeatSketcher {
  private mutating func add(
    _ content: BeatSketch.Content, _ number: Int, _ time: Int64, flows: Bool = false
  ) {
    sketches.append(
      BeatSketch(
        content: content, events: number...number, times: time...time,
        flows: flows ? [number] : []))
  }

  /// Replaces the content of the last sketch, and adds an event that moves an outcome.
  private mutating func extend(_ content: BeatSketch.Content, _ number: Int) {
    let index = sketches.count - 1
    sketches[index].content = content
    sketches[index].events = number...number
    sketches[index].flows.append(number)
  }

  /// Changes the last sketch if it is that of a job of the current instant and fits. Returns whether it is.
  @discardableResult
  private mutating func change(
    _ job: JobID, _ number: Int, flows: Bool = false,
    where fits: (BeatSketch.Running) -> Bool = { _ in true },
    _ body: (inout BeatSketch.Running) -> Void
  ) -> Bool {
    // What happens later is not told before what happened in between.
    let index = sketches.count - 1
    guard index >= instant, case .run(var running) = sketches[index].content, running.job == job,
      fits(running)
    else { return false }
    body(&running)
    sketches[index].content = .run(running)
    sketches[index].events = number...number
    if flows { sketches[index].flows.append(number) }
    return true
  }

  /// Notes how a job that started at the current instant ended.
  private mutating func end(_ job: JobID, _ ending: PromiseEvent.JobEnding) {
    for index in sketches.indices[min(instant, sketches.count)...].reversed() {
      guard case .run(var running) = sketches[index].content, running.job == job else { continue }
      (running.hasEnded, running.ending) = (true, ending)
      sketches[index].content = .run(running)
      return
    }
  }

  /// Begins the part of the run in which handlers run and promises settle.
  private mutating func begin() {
    guard isBuilding else { return }
    isBuilding = false
    guard let last, created > 0 else { return }
    add(.build(promises: created), last.event, last.time)
    instant = sketches.count
  }

  /// Adds the time from the last event to the next one.
  private mutating func wait(until time: Int64, after last: (event: Int, time: Int64)) {
    begin()
    // A job that only starts here is shown by the time that it takes.
    let instant = min(instant, sketches.count)
    let kept = sketches[instant...].filter { !$0.isStart }
    sketches.replaceSubrange(instant..., with: kept)
    var activity = BeatSketch.Activity(graph)
    let running = activity.running.map(\.job)
    activity.isStill = running == ranLast
    ranLast = running
    sketches.append(
      BeatSketch(
        content: .wait(activity), events: last.event...last.event,
        times: last.time...time))
    self.instant = sketches.count
  }
}

extension BeatSketch {
  /// Whether it only shows that a job has started.
  fileprivate var isStart: Bool {
    guard case .run(let running) = content else { return false }
    return !running.hasEnded && running.note == nil && running.adopted == nil
      && running.settlement == nil
  }
}
