import PromiseEvents
import PromiseGraph

/// Divides the events of a run into sketches of beats: one for what happens at an instant and explains
/// itself, one for each time in which nothing happens.
struct BeatSketcher {
  private(set) var graph: Graph
  private(set) var sketches: [BeatSketch] = []
  private let language: Language
  /// Where the sketches of the current instant begin.
  private var instant = 0
  private var last: (event: Int, time: Int64)?
  private var created = 0
  /// What had happened by each event since the start, only counted.
  private(set) var tallies: [(event: Int, tally: BeatSketch.Tally)] = []
  /// Whether no sketch has been added yet.
  private var isBuilding = true

  /// Creates a sketcher for the events after the state `graph`.
  init(_ graph: Graph, language: Language) {
    self.graph = graph
    self.language = language
  }

  /// Takes in the next event.
  mutating func take(_ event: PromiseEvent) {
    if let last, event.time > last.time { wait(until: event.time, after: last) }
    graph.apply(event)
    let time = max(event.time, last?.time ?? event.time)
    sketch(event, event.sequence, time)
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
    add(.end(graph.counts), last.event, last.time)
  }

  private mutating func sketch(_ event: PromiseEvent, _ number: Int, _ time: Int64) {
    switch event.kind {
    case .created: created += 1
    case .jobStarted(let job, let child, let queue):
      begin()
      let running = BeatSketch.Running(
        job: job, promise: child, name: graph.shortName(of: job), queue: graph.queueName(queue),
        isInline: graph.queueKind(queue) == .immediate)
      add(.run(running), number, time)
    case .jobEnded(let job, _, _, let ending):
      change(job, number) {
        $0.hasEnded = true
        $0.ending = ending
      }
    case .settled(let settlement): settle(settlement, number, time)
    case .adopted(let outer, let inner):
      begin()
      let name = graph.shortName(of: inner)
      let job = graph[outer]?.job
      if let job, change(job, number, flows: true, { $0.adopted = name }) { return }
      add(.event(narrated(event)), number, time, flows: true)
    case .note(let text):
      begin()
      if let job = graph.currentJob, change(job, number, { $0.notes.append(text) }) { return }
      add(.note(text), number, time)
    case .waitEnded(_, _, _, .settled): break
    case .errorUnhandled, .resolutionIgnored, .waitBegan, .waitEnded, .cancelRequested,
      .intervened:
      begin()
      add(.event(narrated(event)), number, time)
    default: break
    }
  }

  private func narrated(_ event: PromiseEvent) -> String {
    Narration(event, in: graph, language: language).sentence
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
      if case .skip(let links) = sketches.last?.content, sketches.count > instant {
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

  /// Changes the sketch of a job of the current instant, if there is one that fits. Returns whether there is.
  @discardableResult
  private mutating func change(
    _ job: JobID, _ number: Int, flows: Bool = false,
    where fits: (BeatSketch.Running) -> Bool = { _ in true },
    _ body: (inout BeatSketch.Running) -> Void
  ) -> Bool {
    for index in sketches.indices[min(instant, sketches.count)...].reversed() {
      guard case .run(var running) = sketches[index].content, running.job == job else { continue }
      guard fits(running) else { return false }
      body(&running)
      sketches[index].content = .run(running)
      // What happens later is not shown before what happened in between.
      if index == sketches.count - 1 { sketches[index].events = number...number }
      if flows { sketches[index].flows.append(number) }
      return true
    }
    return false
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
    sketches.append(
      BeatSketch(
        content: .wait(BeatSketch.Activity(graph)), events: last.event...last.event,
        times: last.time...time))
    self.instant = sketches.count
  }
}

extension BeatSketch {
  /// Whether it only shows that a job has started.
  fileprivate var isStart: Bool {
    guard case .run(let running) = content else { return false }
    return !running.hasEnded && running.notes.isEmpty && running.adopted == nil
      && running.settlement == nil
  }
}
