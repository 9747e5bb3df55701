import PromiseKitLite

extension RecordingObserver {
  /// The names of the queues that were declared.
  var queues: [String] {
    events.compactMap { event in
      if case .queueDeclared(_, let label, _, _) = event.kind { label } else { nil }
    }
  }

  /// The promises as they were created.
  var creations: [PromiseEvent.Creation] {
    events.compactMap { event in
      if case .created(let creation) = event.kind { creation } else { nil }
    }
  }

  /// How they settled, in order.
  var outcomes: [PromiseEvent.Outcome] {
    events.compactMap { event in
      if case .settled(let settlement) = event.kind { settlement.outcome } else { nil }
    }
  }
}
