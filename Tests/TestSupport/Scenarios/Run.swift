package import PromiseKitLite
package import PromiseSimulation

/// A scenario that was simulated to its end: its notes, and every event.
package struct Run: Sendable {
  package let events: [PromiseEvent]

  /// The notes of the scenario, in order.
  package var notes: [String] {
    events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }

  /// The kinds of the events, in order.
  package var kinds: [PromiseEvent.Kind] { events.map(\.kind) }

  /// A run with these events.
  package init(events: [PromiseEvent]) { self.events = events }

  /// Simulates `scenario`.
  package init(
    queues: [SimulatedQueue] = [.serial("side"), .serial("other"), .concurrent("wide", width: 4)],
    _ scenario: () throws -> Void
  ) rethrows {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], queues: queues)
    try simulation.start(scenario)
    simulation.run()
    events = recorder.events
  }

  /// How the promise labeled `label` settled.
  package func settlement(of label: String) -> PromiseEvent.Settlement? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .settled(let settlement) = kind, settlement.promise == id { settlement } else { nil }
    }.first
  }

  /// The name of the promise labeled `label`.
  package func id(of label: String) -> PromiseID? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.label == label {
        creation.promise
      } else {
        nil
      }
    }.first
  }

  /// The display name of the queue on which the job of the promise labeled `label` was enqueued.
  package func queue(of label: String) -> String? {
    guard let id = id(of: label) else { return nil }
    let queue = kinds.lazy.compactMap { kind in
      if case .jobEnqueued(_, id, let queue, _) = kind { queue } else { nil }
    }.first
    return kinds.lazy.compactMap { kind in
      if case .queueDeclared(let declared, let name, _, _) = kind, declared == queue {
        name
      } else {
        nil
      }
    }.first
  }

  /// The index of the first event that `matches`.
  package func index(where matches: (PromiseEvent.Kind) -> Bool) -> Int? {
    kinds.firstIndex(where: matches)
  }
}

/// An error with a name.
package struct Failure: Error, Equatable, CustomStringConvertible {
  package let name: String
  package init(_ name: String) { self.name = name }
  package var description: String { name }
}

/// An error that is a cancellation.
package struct Cancelled: CancellableError {
  package init() {}
  package var isCancelled: Bool { true }
}
