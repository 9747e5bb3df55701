import PromiseKitLite
import TestSupport

extension Run {
  /// The events of the given kind, in order.
  func events(_ name: PromiseEvent.Kind.Name) -> [PromiseEvent] {
    events.filter { $0.kind.name == name }
  }

  /// What `pick` finds in the kinds of the events, in order.
  func all<T>(_ pick: (PromiseEvent.Kind) -> T?) -> [T] { kinds.compactMap(pick) }

  /// How the promises were created, in order.
  var creations: [PromiseEvent.Creation] {
    all { if case .created(let creation) = $0 { creation } else { nil } }
  }

  /// The names of the kinds of events whose subject is the promise labeled `label`.
  func names(of label: String) -> [PromiseEvent.Kind.Name] {
    guard let id = id(of: label) else { return [] }
    return kinds.filter { $0.promises.first == id }.map(\.name)
  }

  /// The number of the first event that `matches`; 0 if there is none.
  func number(where matches: (PromiseEvent.Kind) -> Bool) -> Int {
    events.first { matches($0.kind) }?.sequence ?? 0
  }

  /// The queue with the display name `label`.
  func queue(named label: String) -> QueueID? {
    all { kind in
      if case .queueDeclared(let queue, label, _, _) = kind { queue } else { nil }
    }.first
  }
}

extension Run {
  /// The first job that started on `queue`.
  func firstJob(on queue: QueueID) -> JobID? {
    all { kind in
      if case .jobStarted(let job, _, queue) = kind { job } else { nil }
    }.first
  }
}
