package import PromiseEvents

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
        // The events of a promise name others, such as its parents.
        if let subject = event.kind.subject {
          event.kind.forEachPromise { links[subject, default: []].insert($0) }
        }
        note(event.kind)
      }
      for event in inside {
        event.kind.forEachPromise { promises.insert($0) }
        if let job = event.kind.things.job { jobs.insert(job) }
        if let timer = event.kind.things.timer { timers.insert(timer) }
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
      case .bodyStarted, .bodyEnded, .handlerAttached, .touched, .handlerSkipped, .adopted,
        .resolutionIgnored, .inputAdded, .inputSettled, .inputIgnored, .errorHandled,
        .errorUnhandled, .waitBegan, .waitEnded, .awaitBegan, .awaitEnded, .cancelRequested,
        .choiceMade, .queueDeclared, .threadNamed, .note, .sourceText, .intervened, .dropped,
        .spanLinked, .processDeclared, .threadAssigned, .gateChanged:
        break
      }
    }

    func contains(_ event: PromiseEvent) -> Bool {
      let name = event.kind.name
      if [.queueDeclared, .threadNamed, .sourceText].contains(name) { return true }
      if [.note, .choiceMade, .cancelRequested, .dropped].contains(name) { return false }
      let things = event.kind.things
      if let job = things.job, jobs.contains(job) { return true }
      if let timer = things.timer, timers.contains(timer) { return true }
      // An event of another promise that names it would be incomplete.
      return event.kind.subject.map(promises.contains) ?? false
    }
  }
}

extension PromiseEvent.Kind {
  /// The promise that it is about.
  fileprivate var subject: PromiseID? { promises.first }
}
