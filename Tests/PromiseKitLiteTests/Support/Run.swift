import PromiseKitLite
import PromiseSimulation

/// One scenario that was simulated to its end: what it said, and every event.
struct Run {
  let events: [PromiseEvent]

  /// What the scenario said with `note`, in order.
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

  /// What the promise labelled `label` settled as.
  func settlement(of label: String) -> PromiseEvent.Settlement? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .settled(let settlement) = kind, settlement.promise == id { settlement } else { nil }
    }.first
  }

  /// The name of the promise labelled `label`.
  func id(of label: String) -> PromiseID? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.label == label {
        creation.promise
      } else {
        nil
      }
    }.first
  }

  /// The shown name of the queue that the job of the promise labelled `label` was put on.
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

  /// The position of the first event that `matches`.
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

/// An error that says that the work was cancelled.
struct Cancelled: CancellableError {
  var isCancelled: Bool { true }
}
