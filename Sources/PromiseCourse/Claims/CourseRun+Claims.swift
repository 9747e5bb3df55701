import PromiseGraph
import PromiseKitLite

extension CourseRun {
  /// Where a handler, work or body began.
  struct Start {
    var sequence: Int
    var queue: QueueID
    /// How long it had been on its queue, in nanoseconds.
    var waited: Int64?
  }

  /// Where the handlers, works or bodies of the promises called `name` began. O(n)
  func starts(of name: String) -> [Start] {
    let promises = Set(promises(called: name))
    var enqueued: [JobID: Int64] = [:]
    return events.compactMap { event in
      switch event.kind {
      case .jobEnqueued(let job, let child?, _, _) where promises.contains(child):
        enqueued[job] = event.time
        return nil
      case .jobStarted(let job, let child?, let queue) where promises.contains(child):
        return Start(
          sequence: event.sequence, queue: queue,
          waited: enqueued[job].map { event.time.saturatingMinus($0) })
      case .bodyStarted(let promise) where promises.contains(promise) && !hasJob(promise):
        return event.queue.map { Start(sequence: event.sequence, queue: $0, waited: nil) }
      default: return nil
      }
    }
  }

  /// Whether the promise called `name` is in that state after the event number `moment`: pending without
  /// an outcome, and with that value or error where a text is given. O(n)
  func isSo(
    _ name: String, _ state: PromiseEvent.Outcome?, _ text: String?, at moment: Int
  ) -> Bool {
    guard let promise = promises(called: name).first else { return false }
    var isMade = false
    var settlement: PromiseEvent.Settlement?
    for event in events where event.sequence <= moment {
      switch event.kind {
      case .created(let creation) where creation.promise == promise: isMade = true
      case .settled(let told) where told.promise == promise: settlement = told
      default: break
      }
    }
    guard isMade, settlement?.outcome == state else { return false }
    return text.map { $0 == settlement?.description } ?? true
  }

  /// The number of the event at which that lint first warned; of one that only the end shows, the last.
  func warning(of lint: String) -> Int? {
    var state = RunState()
    for event in events { state.apply(event) }
    if let warning = state.warnings.first(where: { $0.lint == lint }) {
      return warning.moment.sequence
    }
    return state.warningsAtEnd.contains { $0.lint == lint } ? events.last?.sequence : nil
  }
}
