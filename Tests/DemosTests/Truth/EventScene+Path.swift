import PromiseGraph
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
    if let job = job(promise)?.job, isRunning(job) { return true }
    guard let body = record.bodies[promise] else { return false }
    return past(body.started) != nil && past(body.ended) == nil
  }

  /// What a promise depends on or got its outcome from, directly.
  func causes(of promise: PromiseID) -> [PromiseID] {
    var causes = parents(promise)
    causes += (record.adoptions[promise] ?? []).filter { $0.number <= number }.map(\.inner)
    if let settlement = settlement(promise)?.settlement {
      causes += [settlement.from, settlement.origin].compactMap { $0 }
    }
    if let freed = record.stranded[promise] { causes.append(freed.by) }
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

  /// Whether `other` lies on a path from `promise` to what it depends on.
  func depends(_ promise: PromiseID, on other: PromiseID) -> Bool {
    path(of: promise).contains(other)
  }

  /// All promises on the paths from a promise to what it depends on, and itself.
  func path(of promise: PromiseID) -> Set<PromiseID> {
    var met: Set<PromiseID> = [promise]
    var open = [promise]
    while let next = open.popLast() {
      for cause in causes(of: next) where met.insert(cause).inserted { open.append(cause) }
    }
    return met
  }
}

extension EventScene {
  /// All promises that a promise followed from, through any number of steps, and itself.
  func cameFrom(_ promise: PromiseID) -> Set<PromiseID> {
    var met: Set<PromiseID> = [promise]
    var open = [promise]
    while let next = open.popLast() {
      var causes = causes(of: next)
      if let maker = record.creators[next].flatMap({ record.jobs[$0]?.child }) {
        causes.append(maker)
      }
      for cause in causes where met.insert(cause).inserted { open.append(cause) }
    }
    return met
  }
}
