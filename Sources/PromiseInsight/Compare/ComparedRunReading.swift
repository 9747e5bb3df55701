import PromiseEvents
import PromiseGraph

/// Reads the events of a run, in order, for a comparison.
struct ComparedRunReading {
  private(set) var run = ComparedRun()
  private var places: [PromiseID: Int] = [:]
  /// What runs on each thread, the innermost last.
  private var frames: [Int: [Frame]] = [:]
  /// The threads on which jobs started.
  private var threads: [JobID: Int] = [:]
  private var last: Int?
  /// The numbers of the kinds, by the key of the first promise that a line created under a name.
  private var kinds: [PromiseKey: Int] = [:]

  /// A running handler or body.
  private struct Frame {
    var job: JobID?
    var promise: Int?
  }

  /// Creates a reader, with space reserved for that many promises.
  init(promises: Int) {
    run.promises.reserveCapacity(promises)
    places.reserveCapacity(promises)
  }

  /// Applies the next event.
  mutating func take(_ event: PromiseEvent) {
    let moment = Moment(event)
    count(event)
    switch event.kind {
    case .created(let creation): make(creation, at: moment)
    case .handlerAttached(let parent, let child, _, let queue):
      change(parent) { $0.isInner = true }
      change(child) { [parent = places[parent]] in
        $0.parent = $0.parent ?? parent
        $0.queue = queue
      }
    case .inputAdded(let fanIn, _, let input):
      change(input) { $0.isInner = true }
      guard let fanIn = places[fanIn], let input = places[input], fanIn < input else { return }
      run.promises[input].parent = run.promises[input].parent ?? fanIn
    case .bodyStarted(let promise): push(Frame(promise: places[promise]), on: moment)
    case .bodyEnded(let promise, _): popBody(of: places[promise], on: moment)
    case .jobEnqueued(_, let child?, let queue, _):
      change(child) {
        $0.enqueued = moment
        $0.queue = queue
      }
    case .jobStarted(let job, let child, let queue): start(job, child, queue, at: moment)
    case .jobEnded(let job, let child, _, let ending):
      pop(job, on: moment)
      guard let child else { return }
      change(child) {
        $0.ended = moment
        $0.ending = ending
      }
    case .handlerSkipped(_, let child, let reason): change(child) { $0.skipped = reason }
    case .adopted(let outer, let inner):
      change(inner) { $0.isInner = true }
      change(outer) { [inner = places[inner]] in $0.adopted = inner }
    case .touched(let job, let names):
      guard let frame = frames[thread(moment)]?.last, frame.job == job, let promise = frame.promise
      else { return }
      run.promises[promise].accesses = names
    case .settled(let settlement):
      let resolving = frames[thread(moment)]?.last?.promise
      change(settlement.promise) { [from = settlement.from.flatMap { places[$0] }] in
        guard $0.settlement == nil else { return }
        $0.from = from
        if $0.hasResolver { $0.resolvedIn = resolving }
        $0.settlement = settlement
        $0.settled = moment
      }
    case .deallocated(let promise, let state, _): free(promise, state)
    case .timerScheduled(_, let promise?, _): change(promise) { $0.timerSet = moment }
    case .timerFired(_, let promise?): change(promise) { $0.timerFired = moment }
    case .queueDeclared(let queue, let label, let kind, let assumed):
      run.queues[queue] = ComparedRun.Queue(label: label, kind: kind, isAssumed: assumed)
    case .note(let text):
      let promise = frames[thread(moment)]?.last?.promise
      run.steps.append(ComparedRun.Step(promise: promise, note: text, moment: moment))
    case .dropped(let count): run.missing = run.missing.saturatingPlus(max(0, count))
    default: break
    }
  }

  /// Counts the numbers that are missing before `event`; gap events are counted by themselves. What ran before
  /// a gap may have ended in it.
  private mutating func count(_ event: PromiseEvent) {
    if last == nil { run.start = event.time }
    run.end = max(run.end, event.time)
    let skipped = max(0, event.sequence.saturatingMinus(last ?? 0).saturatingMinus(1))
    last = event.sequence
    let isGap = event.kind.name == .dropped
    if skipped > 0 || isGap {
      frames.removeAll()
      threads.removeAll()
    }
    if !isGap { run.missing = run.missing.saturatingPlus(skipped) }
  }

  private mutating func make(_ creation: PromiseEvent.Creation, at moment: Moment) {
    guard places[creation.promise] == nil else { return }
    var promise = ComparedPromise(creation, made: moment)
    for parent in creation.parents { change(parent) { $0.isInner = true } }
    promise.creator = frames[thread(moment)]?.last?.promise
    if !creation.operation.isFanIn, let parent = creation.parents.first {
      promise.parent = places[parent]
      promise.isOrphan = promise.parent == nil
    }
    promise.kind = kinds[promise.key] ?? run.kindCounts.count
    if promise.kind == run.kindCounts.count {
      kinds[promise.key] = promise.kind
      run.kindCounts.append(0)
      if let label = creation.label { run.labelCounts[label, default: 0] += 1 }
    }
    promise.key.occurrence = run.kindCounts[promise.kind]
    run.kindCounts[promise.kind] += 1
    places[creation.promise] = run.promises.count
    run.promises.append(promise)
  }

  private mutating func start(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, at moment: Moment
  ) {
    let promise = child.flatMap { places[$0] }
    push(Frame(job: job, promise: promise), on: moment)
    threads[job] = thread(moment)
    guard let promise else { return }
    run.promises[promise].started = moment
    run.promises[promise].queue = queue
    run.steps.append(ComparedRun.Step(promise: promise, moment: moment))
  }

  private mutating func free(_ promise: PromiseID, _ state: PromiseEvent.FinalState) {
    switch state {
    case .settled: break
    case .pending: change(promise) { $0.wasFreedPending = $0.settlement == nil }
    case .forwarded(let heir): change(promise) { [heir = places[heir]] in $0.heir = heir }
    }
  }

  private mutating func change(_ promise: PromiseID, _ body: (inout ComparedPromise) -> Void) {
    guard let place = places[promise] else { return }
    body(&run.promises[place])
  }

  // MARK: - What runs on which thread

  private func thread(_ moment: Moment) -> Int { moment.thread?.rawValue ?? 0 }

  private mutating func push(_ frame: Frame, on moment: Moment) {
    frames[thread(moment), default: []].append(frame)
  }

  private mutating func pop(_ job: JobID, on moment: Moment) {
    let thread = threads.removeValue(forKey: job) ?? thread(moment)
    frames[thread]?.removeEnd { $0.job == job }
  }

  private mutating func popBody(of promise: Int?, on moment: Moment) {
    frames[thread(moment)]?.removeEnd { $0.job == nil && $0.promise == promise }
  }
}

extension Array {
  /// Removes the last element that satisfies `fits` and all after it, if there is one.
  fileprivate mutating func removeEnd(_ fits: (Element) -> Bool) {
    guard let place = lastIndex(where: fits) else { return }
    removeSubrange(place...)
  }
}
