import PromiseGraph
package import PromiseKitLite
package import PromiseSimulation

/// A promise of a run, and what a what-if can change about it.
package struct Adjustable: Hashable, Sendable {
  package let promise: PromiseID
  package let key: PromiseKey
  package let operation: PromiseEvent.Operation
  /// Its name: the label, or the number and the operation.
  package let name: String
  /// The lengths of its timers, and of its handler or body.
  package fileprivate(set) var lengths: [Length] = []
  /// How its own body, resolver, or handler settled it; `nil` if its outcome comes from other
  /// promises.
  package fileprivate(set) var answer: PromiseEvent.Outcome?
  /// The number of the event that created it.
  package let made: Int
  /// The number of the event after which it can no longer be changed: it has settled, is locked in,
  /// or was freed.
  package fileprivate(set) var closed: Int?

  /// A length that can be changed.
  package struct Length: Hashable, Sendable {
    /// The index of the timer, from 0; `nil` for the time of its handler or body.
    package var timer: Int?
    package var nanoseconds: Int64

    package init(timer: Int?, nanoseconds: Int64) {
      self.timer = timer
      self.nanoseconds = nanoseconds
    }

    /// Returns the change to another length.
    package func change(to nanoseconds: Int64) -> Override.Change {
      timer.map { .timer($0, nanoseconds: nanoseconds) } ?? .work(nanoseconds: nanoseconds)
    }
  }

  /// A Boolean value that indicates whether to list it by default.
  package var isTelling: Bool {
    if lengths.contains(where: { $0.nanoseconds > 0 }) || closed == nil { return true }
    return answer != nil && operation.isWork
  }

  /// Returns whether it can be settled by hand at this event.
  package func isOpen(at event: Int) -> Bool { made <= event && closed.map { event < $0 } ?? true }
}

/// What a what-if can change in a run.
package struct Adjustables: Sendable {
  /// The promises, in order of creation.
  package private(set) var all: [Adjustable] = []
  /// A Boolean value that indicates whether there are more promises later in the run.
  package private(set) var isCutOff = false
  private var places: [PromiseID: Int] = [:]

  /// Reads a run, up to `limit` events. O(n log n)
  package init(_ events: some Sequence<PromiseEvent>, limit: Int = 20_000) {
    let read = Array(events.prefix(limit + 1))
    isCutOff = read.count > limit
    let graph = Graph(read.prefix(limit))
    for (key, node) in graph.keyedPromises {
      places[node.id] = all.count
      var promise = Adjustable(
        promise: node.id, key: key, operation: key.operation, name: key.name(of: node.id),
        made: node.created.sequence)
      promise.closed = [node.adoptedAt, node.settled, node.freed].compactMap { $0?.sequence }.min()
      if let settlement = node.settlement, settlement.from == nil,
        promise.closed == node.settled?.sequence, !Self.gathering.contains(key.operation)
      {
        promise.answer = settlement.outcome
      }
      all.append(promise)
    }
    for timer in graph.timers {
      guard let place = timer.promise.flatMap({ places[$0] }) else { continue }
      all[place].lengths.append(
        Adjustable.Length(timer: all[place].lengths.count, nanoseconds: max(0, timer.delay)))
    }
    for job in graph.startedJobs where job.ending != .skipped {
      guard let place = job.child.flatMap({ places[$0] }), let ran = job.ran,
        !all[place].lengths.contains(where: { $0.timer == nil })
      else { continue }
      let waited = graph.waits(of: job.id).reduce(0) { $0 + $1.length }
      all[place].lengths.append(Adjustable.Length(timer: nil, nanoseconds: max(0, ran - waited)))
    }
  }

  /// Returns the promise with the given number; `nil` if the run has none.
  package subscript(promise: PromiseID) -> Adjustable? { places[promise].map { all[$0] } }

  /// Operations whose outcome comes from other promises or from a timer, even if no event names
  /// them.
  private static let gathering: Set<PromiseEvent.Operation> = [
    .all, .allSettled, .race, .any, .after, .delay, .timeout, .retry,
  ]
}

extension Scenario {
  /// Runs the scenario by `schedule`, as far as that goes, with the overrides in `list`, and
  /// returns its events. If a thread would wait forever, returns the events up to then.
  package func events(
    _ schedule: Schedule = [], changedBy list: [Override], known: KnownValues = KnownValues(),
    collecting: Bool = false, steps: Int = 10_000
  ) -> [PromiseEvent] {
    let recorder = RunRecorder()
    let simulation = Simulation(
      observers: [recorder], queues: queues, replaying: schedule,
      overrides: Overrides(list, known: known, collecting: collecting), dialect: dialect)
    _ = Simulation.onSpareThread { [begin] in
      var last: PromiseCore?
      simulation.start { last = try? begin() }
      simulation.run(steps: steps)
      withExtendedLifetime(last) {}
    }
    return recorder.events
  }
}
