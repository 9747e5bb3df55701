import Synchronization

// A gate that holds some jobs and timers, by name, while all others go on. Tests use it.

/// The name of jobs or timers that a gate holds while all others go on.
package enum HeldName: Hashable, Sendable {
  /// Jobs that settle a promise with this label; with a queue, only those on the queue with that
  /// label.
  case label(String, queue: String?)
  /// All jobs on the queue with this label.
  case queue(String)
  /// Timers that settle a promise with this label.
  case timer(String)

  func matches(_ subject: GateSubject) -> Bool {
    switch self {
    case .label(let label, nil): subject.label == label
    case .label(let label, let queue?): subject.label == label && subject.queue == queue
    case .queue(let queue): subject.queue == queue
    case .timer: false
    }
  }

  func matches(_ timer: GateTimer) -> Bool {
    guard case .timer(let label) = self else { return false }
    return timer.promise.label?.text == label
  }
}

extension JobGate {
  /// Holds the jobs and timers with these names from now on, and lets all others go; `nil` opens the
  /// gate.
  package func hold(only names: [HeldName]?) {
    change { state, after in
      state.selection = names
      setAlarms(&state, &after)
      if names == nil, state.isFree { releaseAll(&state) } else { advance(&state, &after) }
    }
  }

  /// Lets the first job or timer with this name go. Returns whether there is one that can start.
  package func release(_ name: HeldName) -> Bool {
    let isFound = change { state, after -> Bool in
      if case .timer = name {
        guard let entry = inOrder(state).first(where: { name.matches($0.entry.timer) })?.entry
        else { return false }
        grant(entry.timer, because: nil, &state, &after)
        return true
      }
      guard
        let job = state.startable.first(where: { $0.subject.map(name.matches) ?? false })
      else { return false }
      grant(job.job, because: nil, &state, &after)
      return true
    }
    return isFound ?? false
  }

  /// Lets jobs go that are held only because they were behind others. Those that are held by name do
  /// not occupy threads, so any number of them can be before another one of a concurrent queue.
  func letOthersStart(_ state: inout State, _ after: inout Aftermath) {
    while true {
      let others = state.lanes.values.flatMap { $0.startable(of: .max) }
        .filter { !state.isSelected($0.subject) }.sorted { $0.arrival < $1.arrival }
      guard !others.isEmpty else { return }
      for job in others { grant(job.job, because: nil, &state, &after) }
    }
  }

  /// Notes that a job is enqueued, which will arrive when its queue is ready to run it.
  func expectJob() { change { state, after in state.onTheWay += 1 } }

  /// Notes that such a job starts immediately.
  func noteArrival() { change { state, after in state.onTheWay -= 1 } }
}

extension JobGate.State {
  /// Whether jobs start by themselves.
  var isFree: Bool { !isClosed && following == nil && selection == nil }

  /// Whether a job is one of those that are held while others go on.
  func isSelected(_ subject: GateSubject?) -> Bool {
    guard let selection, let subject else { return false }
    return selection.contains { $0.matches(subject) }
  }

  func isSelected(_ timer: GateTimer) -> Bool {
    selection?.contains { $0.matches(timer) } ?? false
  }

  /// Whether all that is not held has ended, or waits for a promise.
  var isQuiet: Bool { !isBusy && onTheWay == 0 }
}

extension PromiseEnvironment {
  /// Runs `body` with this environment as the current one of its task.
  package func run<R, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, inTask body: () async throws(Failure) -> R
  ) async throws(Failure) -> R {
    let context = Context(environment: self, queue: nil, job: nil, cancellation: nil)
    return try await context.bindInTask(body, isolation: isolation)
  }
}
