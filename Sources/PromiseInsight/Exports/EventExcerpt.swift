package import PromiseEvents
import PromiseGraph

/// A part of a run from which the state can be computed: the events of a range, and the earlier events that
/// they need, or that belong to what was alive at the start.
package enum EventExcerpt {
  /// Returns the events of `range`, preceded by the declarations and by all events of the chains that have not
  /// ended when the range begins, or that the range mentions. O(events)
  package static func events(
    of events: [PromiseEvent], in range: ClosedRange<Int>
  ) -> [PromiseEvent] {
    let inside = events.filter { range.contains($0.sequence) }
    let before = events.filter { $0.sequence < range.lowerBound }
    guard !before.isEmpty else { return inside }
    let needed = Needed(before: before, inside: inside)
    return before.filter(needed.contains) + inside
  }

  /// The events before a range that are needed.
  private struct Needed {
    private var promises: Set<PromiseID> = []
    private var jobs: Set<JobID> = []
    private var timers: Set<TimerID> = []

    init(before: [PromiseEvent], inside: [PromiseEvent]) {
      var links: [PromiseID: Set<PromiseID>] = [:]
      for event in before {
        // The events of a promise mention others, such as its parents.
        let mentioned = event.kind.mentioned
        if let subject = mentioned.subject {
          mentioned.forEachPromise { links[subject, default: []].insert($0) }
        }
        note(event.kind)
      }
      for event in inside {
        event.kind.forEachPromise { promises.insert($0) }
        if let job = event.kind.job { jobs.insert(job) }
        if let timer = event.kind.mentioned.timer { timers.insert(timer) }
      }
      var rest = Array(promises)
      while let promise = rest.popLast() {
        for other in links[promise, default: []] where promises.insert(other).inserted {
          rest.append(other)
        }
      }
    }

    /// Notes what is alive after an event.
    private mutating func note(_ kind: PromiseEvent.Kind) {
      switch kind {
      case .created(let creation): promises.insert(creation.promise)
      case .settled(let settlement): promises.remove(settlement.promise)
      case .deallocated(let promise, _, _): promises.remove(promise)
      case .jobEnqueued(let job, _, _, _), .jobStarted(let job, _, _): jobs.insert(job)
      case .jobEnded(let job, _, _, _): jobs.remove(job)
      case .timerScheduled(let timer, _, _): timers.insert(timer)
      case .timerFired(let timer, _), .timerCancelled(let timer, _): timers.remove(timer)
      default: break
      }
    }

    func contains(_ event: PromiseEvent) -> Bool {
      let family = event.kind.family
      if family == .declaration || family == .process { return true }
      if let job = event.kind.job, jobs.contains(job) { return true }
      let mentioned = event.kind.mentioned
      if let timer = mentioned.timer, timers.contains(timer) { return true }
      // An event of another promise that mentions it would be incomplete.
      return mentioned.subject.map(promises.contains) ?? false
    }
  }
}

extension PromiseEvent.Kind {
  /// The job that it is about. A wait is about its promise.
  fileprivate var job: JobID? { family == .wait ? nil : mentioned.job }
}
