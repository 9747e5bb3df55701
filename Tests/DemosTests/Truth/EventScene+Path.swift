import PromiseGraph
import PromiseInsight
import PromiseKitLite

// What a promise depends on, by the events.
extension EventScene {
  /// The choice that comes before the next step.
  var nextChoice: PromiseEvent.Kind? {
    if case .choiceMade? = event?.kind { return event?.kind }
    for event in record.events[number...] {
      switch event.kind {
      case .choiceMade: return event.kind
      case .jobStarted(_, _, let queue) where self.queue(queue)?.kind != .immediate: return nil
      case .timerFired: return nil
      default: continue
      }
    }
    return nil
  }

  /// Whether the handler or the body of a promise runs.
  func isBusy(_ promise: PromiseID) -> Bool {
    if let body = record.bodies[promise], past(body.started) != nil {
      // The job of a body may go on for a moment.
      return past(body.ended) == nil
    }
    return job(promise).map { isRunning($0.job) } ?? false
  }

  /// What a promise depends on or got its outcome from, directly.
  func causes(of promise: PromiseID) -> [PromiseID] {
    var causes = parents(promise)
    causes += (record.adoptions[promise] ?? []).filter { $0.number <= number }.map(\.inner)
    if let settlement = settlement(promise)?.settlement {
      causes += [settlement.from, settlement.origin].compactMap { $0 }
    }
    if let freed = record.stranded[promise] { causes.append(freed.by) }
    causes += awaits(by: promise).map(\.promise)
    if case .forwarded(let outer)? = freed(promise)?.state { causes.append(outer) }
    if let job = job(promise)?.job {
      if isRunning(job) {
        let thread = job.started.flatMap { record.event($0)?.thread }
        causes += waits.filter { $0.thread == thread }.map(\.promise)
      }
      if isWaiting(job) {
        causes += running(on: job.queue).compactMap(\.job.child)
        causes += waits.filter { blocks($0, job.queue) }.map(\.promise)
      }
    }
    return causes
  }

  /// The promises that the body of a promise made.
  func made(inBodyOf promise: PromiseID) -> [PromiseID] {
    guard let body = record.bodies[promise], let ended = body.ended else { return [] }
    let thread = record.event(body.started)?.thread
    return record.created.filter {
      body.started < $0.value.number && $0.value.number < ended
        && record.event($0.value.number)?.thread == thread
    }.map(\.key)
  }

  /// What a task, or the task of a promise, has awaited so far.
  func awaits(by promise: PromiseID) -> [EventRecord.Wait] {
    record.awaits.filter { $0.by == promise && $0.began <= number }
  }

  /// What a task, or the task of a promise, awaits.
  func openAwaits(by promise: PromiseID) -> [EventRecord.Wait] {
    awaits(by: promise).filter { past($0.ended) == nil }
  }

  /// Whether it is a task.
  func isTask(_ promise: PromiseID) -> Bool { operation(promise) == .task }

  /// Whether `other` lies on a path from `promise` to what it depends on.
  func depends(_ promise: PromiseID, on other: PromiseID) -> Bool {
    path(of: promise).contains(other)
  }

  /// All promises on the paths from a promise to what it depends on, and itself.
  func path(of promise: PromiseID) -> Set<PromiseID> {
    var met: Set<PromiseID> = [promise]
    var open = [promise]
    while let next = open.popLast() {
      let causes = causes(of: next) + (isPending(next) ? made(inBodyOf: next) : [])
      for cause in causes where met.insert(cause).inserted { open.append(cause) }
    }
    return met
  }
}

// What an outcome came from, by the events.
extension EventScene {
  /// The promise whose outcome the handler of a promise receives.
  func parent(of promise: PromiseID) -> PromiseID? {
    guard !isFanIn(promise) else { return nil }
    let attached = record.attachment[promise].flatMap { $0.number <= number ? $0.parent : nil }
    return attached ?? creation(promise)?.parents.first
  }

  /// A promise, the one whose outcome it got or waits for, and so on: by adoption, by input, by parent.
  func line(from promise: PromiseID) -> [PromiseID] {
    var (line, next) = ([PromiseID](), PromiseID?.some(promise))
    while let here = next, !line.contains(here) {
      line.append(here)
      let arrived = arrivals(here).last { !$0.isIgnored }?.input
      next =
        adoption(here)?.inner
        ?? (isFanIn(here) ? settlement(here)?.settlement.from ?? arrived : parent(of: here))
    }
    return line
  }

  /// The job that ran on the thread that settled a promise, when it did.
  func settler(of promise: PromiseID) -> JobID? {
    settlement(promise).flatMap { record.innermost[$0.number - 1] }
  }

  /// The waits of the job of a promise.
  func waits(in promise: PromiseID) -> [EventRecord.Wait] {
    let jobs = record.jobsOf[promise] ?? []
    return record.waits.filter { wait in
      wait.began <= number && wait.job.map(jobs.contains) == true
    }
  }

  /// All promises that a promise followed from, through any number of steps, and itself.
  func cameFrom(_ promise: PromiseID) -> Set<PromiseID> {
    var met: Set<PromiseID> = [promise]
    var open = [promise]
    while let next = open.popLast() {
      let jobs = [record.creators[next], settler(of: next)].compactMap { $0 }
      let causes =
        causes(of: next) + jobs.compactMap { record.jobs[$0]?.child }
        + waits(in: next).map(\.promise)
      for cause in causes where met.insert(cause).inserted { open.append(cause) }
    }
    return met
  }

  /// When a promise has settled, or what took its place has, or it was freed; `nil` if it is pending.
  func end(of promise: PromiseID) -> Int? {
    var promise = promise
    while settlement(promise) == nil, case .forwarded(let outer)? = freed(promise)?.state {
      promise = outer
    }
    return settlement(promise)?.number ?? freed(promise)?.number
  }

  /// The state of a promise as an adjective.
  func state(of promise: PromiseID) -> String {
    if let settlement = settlement(promise)?.settlement { return settlement.outcome.rawValue }
    switch freed(promise)?.state {
    case .forwarded(let outer): return "forwarded to \(outer)"
    case .pending: return "freed pending"
    case .settled, nil: break
    }
    if let inner = adoption(promise)?.inner { return "locked in to \(inner)" }
    if isBusy(promise) { return "running" }
    if isTask(promise), openAwaits(by: promise).isEmpty { return "awaiting nothing" }
    return job(promise).map { isWaiting($0.job) } == true ? "queued" : "pending"
  }
}
