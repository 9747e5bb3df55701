import PromiseKitLite
import PromiseSimulation

/// A scenario that was simulated to its end: its notes, and every event.
struct Run {
  let events: [PromiseEvent]

  /// The notes of the scenario, in order.
  var notes: [String] {
    events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
  }

  /// The kinds of the events, in order.
  var kinds: [PromiseEvent.Kind] { events.map(\.kind) }

  /// Simulates `scenario`.
  init(
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
  func settlement(of label: String) -> PromiseEvent.Settlement? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .settled(let settlement) = kind, settlement.promise == id { settlement } else { nil }
    }.first
  }

  /// The name of the promise labeled `label`.
  func id(of label: String) -> PromiseID? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.label == label {
        creation.promise
      } else {
        nil
      }
    }.first
  }

  /// The display name of the queue on which the job of the promise labeled `label` was enqueued.
  func queue(of label: String) -> String? {
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
  func index(where matches: (PromiseEvent.Kind) -> Bool) -> Int? {
    kinds.firstIndex(where: matches)
  }
}

/// An error with a name.
struct Failure: Error, Equatable, CustomStringConvertible {
  let name: String
  init(_ name: String) { self.name = name }
  var description: String { name }
}

/// An error that is a cancellation.
struct Cancelled: CancellableError {
  var isCancelled: Bool { true }
}
