package import PromiseEvents
import PromiseGraph

/// A run as a trace for Perfetto (ui.perfetto.dev), in its native format: a track for each queue with its jobs,
/// one for each promise from its creation to its settlement, and arrows from causes to effects.
package struct PerfettoTrace {
  typealias Track = PerfettoPackets.Track
  let plan: PerfettoPlan
  var packets = PerfettoPackets()
  private(set) var time: Int64 = 0
  /// The labels of the queues, and the jobs that run on each, with a lane for each simultaneous job.
  private var labels: [QueueID: String] = [:]
  /// The names of the processes, and the process of each thread, if there are several.
  private var processes: [ProcessID: String] = [:]
  private var owners: [ThreadID: ProcessID] = [:]
  private var lanes: [QueueID: [JobID?]] = [:]
  private var places: [JobID: Place] = [:]
  /// The threads that wait in jobs.
  private var waits: [JobID: Int] = [:]
  /// The promises that are not settled, and whether each has an open slice.
  var open: [PromiseID: Bool] = [:]
  var creations: [PromiseID: PromiseEvent.Creation] = [:]
  /// The chains that have a track so far.
  var chains: Set<PromiseID> = []
  private var hasNotes = false

  /// Where a job runs: its queue, and the lane of the queue.
  private struct Place {
    var queue: QueueID
    var lane: Int
    var track: Track { Track("queue", queue.rawValue, lane) }
  }

  /// Returns the trace of the events of `range`, with the complete promises and jobs that are alive in it.
  package static func bytes(
    _ events: [PromiseEvent], range: ClosedRange<Int>, title: String, process: Int = 1,
    isVirtual: Bool
  ) -> [UInt8] {
    let plan = PerfettoPlan(events, range: range)
    let draft = PerfettoTrace(events, plan, title: title, process: process, isVirtual: isVirtual)
    // In a damaged trace, an arrow may have no start or no end.
    let arrows = draft.packets.begun.intersection(draft.packets.reached)
    return PerfettoTrace(
      events, plan, title: title, process: process, isVirtual: isVirtual, arrows: arrows
    ).packets.bytes
  }

  private init(
    _ events: [PromiseEvent], _ plan: PerfettoPlan, title: String, process: Int, isVirtual: Bool,
    arrows: Set<UInt64>? = nil
  ) {
    self.plan = plan
    packets.arrows = arrows
    packets.addProcess(
      title, number: process, label: isVirtual ? "virtual time" : "real time")
    packets.add(.queues, "queues", below: .process, rank: 1)
    packets.add(.promises, "promises", below: .process, rank: 2)
    for event in events where event.sequence <= plan.range.upperBound { add(event) }
  }

  /// Applies the next event.
  private mutating func add(_ event: PromiseEvent) {
    time = max(time, event.time)
    switch event.kind {
    case .queueDeclared(let queue, let label, _, _):
      let process = event.thread.flatMap { owners[$0] }.flatMap { processes[$0] }
      labels[queue] = process.map { "\($0)/\(label)" } ?? label
    case .processDeclared(let process, let name, _, _): processes[process] = name
    case .threadAssigned(let thread, let process): owners[thread] = process
    case .created(let creation): begin(creation, event)
    case .jobEnqueued(_, let child, let queue, _):
      if let child { phase(of: child, "queued on \(label(queue))", event) }
    case .jobStarted(let job, let child, let queue): start(job, child, queue, event)
    case .jobEnded(let job, _, _, _): end(job, event)
    case .bodyStarted(let promise): phase(of: promise, "body", event)
    case .bodyEnded(let promise, _): phase(of: promise, nil, event)
    case .adopted(let outer, let inner): phase(of: outer, "locked in to \(inner)", event)
    case .settled(let settlement): settle(settlement, event)
    case .deallocated(let promise, let state, _): if state != .settled { free(promise, event) }
    case .waitBegan(let promise, _, let job, _): if let job { wait(for: promise, job) }
    case .waitEnded(_, _, let job, _): if let job { endWait(job) }
    case .note(let text): note(text, event)
    case .dropped, .gateChanged: note(event.kind.line(naming: label), event)
    default: emit(event)
    }
  }
}

// MARK: - Queues

extension PerfettoTrace {
  private func label(_ queue: QueueID) -> String { labels[queue] ?? "\(queue)" }

  private mutating func start(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ event: PromiseEvent
  ) {
    if let child { phase(of: child, "runs on \(label(queue))", event) }
    guard plan.jobs.contains(job), places[job] == nil else { return }
    let place = place(for: job, on: queue)
    places[job] = place
    packets.add(
      .begin, child.map(title) ?? "\(job)", on: place.track, at: time, category: "job",
      notes: notes(of: event), from: plan.arrowsOfJob[job, default: []],
      to: plan.arrowsTo[event.sequence, default: []])
  }

  /// Returns the first lane of the queue in which no job runs.
  private mutating func place(for job: JobID, on queue: QueueID) -> Place {
    let free = lanes[queue, default: []].firstIndex { $0 == nil }
    let place = Place(queue: queue, lane: free ?? lanes[queue, default: []].count)
    if let free {
      lanes[queue]?[free] = job
      return place
    }
    lanes[queue, default: []].append(job)
    let name = place.lane == 0 ? label(queue) : "\(label(queue)) #\(place.lane + 1)"
    let rank = queue.rawValue.multipliedReportingOverflow(by: 100).partialValue
    packets.add(place.track, name, below: .queues, rank: rank &+ min(place.lane, 99))
    return place
  }

  private mutating func end(_ job: JobID, _ event: PromiseEvent) {
    guard let place = places[job] else { return }
    while waits[job] != nil { endWait(job) }
    places[job] = nil
    lanes[place.queue]?[place.lane] = nil
    packets.add(.end, on: place.track, at: time, notes: notes(of: event))
  }

  private mutating func wait(for promise: PromiseID, _ job: JobID) {
    guard let lane = places[job]?.track else { return }
    waits[job, default: 0] += 1
    packets.add(.begin, "waits for \(title(promise))", on: lane, at: time, category: "wait")
  }

  private mutating func endWait(_ job: JobID) {
    guard let lane = places[job]?.track, let count = waits[job] else { return }
    waits[job] = count > 1 ? count - 1 : nil
    packets.add(.end, on: lane, at: time)
  }

  private mutating func note(_ text: String, _ event: PromiseEvent) {
    guard plan.range.contains(event.sequence) else { return }
    if !hasNotes { packets.add(.notes, "notes", below: .process, rank: 0) }
    hasNotes = true
    packets.add(
      .instant, text, on: .notes, at: time, category: "note",
      notes: [("event", .number(event.sequence))])
  }
}

extension PerfettoTrace {
  /// Returns the title of a promise for slices and tracks.
  func title(_ promise: PromiseID) -> String {
    "\(promise) \(creations[promise]?.title ?? "")"
  }

  /// Adds the track of a new promise.
  mutating func begin(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) {
    let promise = creation.promise
    guard creations[promise] == nil else { return }
    creations[promise] = creation
    guard plan.promises.contains(promise) else { return }
    let chain = plan.chain(of: promise)
    let group = Track("chain", chain.rawValue)
    let isAlone = plan.chainCounts[chain, default: 0] < 2
    if !isAlone, chains.insert(chain).inserted {
      packets.add(group, "chain of \(title(chain))", below: .promises, rank: chain.rawValue)
    }
    let track = Track("promise", promise.rawValue)
    packets.add(
      track, title(promise), below: isAlone ? .promises : group, rank: promise.rawValue,
      about: creation.site.map { "created at \($0)" })
    open[promise] = false
    packets.add(
      .begin, title(promise), on: track, at: time, category: "promise",
      notes: notes(of: event))
  }

  /// Ends the current phase of a promise, and begins another one if there is a name.
  mutating func phase(of promise: PromiseID, _ name: String?, _ event: PromiseEvent) {
    guard let isBusy = open[promise] else { return }
    let track = Track("promise", promise.rawValue)
    if isBusy { packets.add(.end, on: track, at: time) }
    open[promise] = name != nil
    guard let name else { return }
    packets.add(.begin, name, on: track, at: time, category: "phase")
  }

  /// Settles a promise and ends its slice.
  mutating func settle(
    _ settlement: PromiseEvent.Settlement, _ event: PromiseEvent
  ) {
    let promise = settlement.promise
    guard open[promise] != nil else { return }
    phase(of: promise, nil, event)
    open[promise] = nil
    let track = Track("promise", promise.rawValue)
    packets.add(
      .instant, settlement.outcome.rawValue, on: track, at: time, category: "settled",
      notes: notes(of: event), from: plan.arrowsOfPromise[promise, default: []],
      to: plan.arrowsTo[event.sequence, default: []])
    packets.add(.end, on: track, at: time)
  }

  /// Ends the track of a promise that is freed before it has settled.
  mutating func free(_ promise: PromiseID, _ event: PromiseEvent) {
    guard open[promise] != nil else { return }
    phase(of: promise, nil, event)
    open[promise] = nil
    emit(event)
    packets.add(.end, on: Track("promise", promise.rawValue), at: time)
  }

  /// Adds an instant with the fields of an event to the track of its promise, if it is about one.
  mutating func emit(_ event: PromiseEvent) {
    guard let promise = event.kind.mentioned.subject, plan.promises.contains(promise),
      creations[promise] != nil
    else { return }
    packets.add(
      .instant, event.kind.name.rawValue, on: Track("promise", promise.rawValue), at: time,
      category: "detail", notes: notes(of: event), to: plan.arrowsTo[event.sequence, default: []])
  }

  /// Returns the number, the thread, and the fields of an event.
  private func notes(of event: PromiseEvent) -> [(String, PerfettoPackets.Note)] {
    [("event", .number(event.sequence))]
      + (event.thread.map { [("thread", .text("\($0)"))] } ?? [])
      + event.kind.fields.map { ($0.name, .text($0.text(naming: label))) }
  }
}
