import PromiseKitLite

extension Claim {
  /// What it says never happens; nothing where it says something else.
  var neverHappens: MomentPattern? {
    if case .never(let pattern) = statement { pattern } else { nil }
  }

  /// Why it does not hold at the end of a run; nothing where it does. O(n)
  func failure(in run: CourseRun) -> RunExpectation.Failure? {
    let end = run.events.last?.sequence ?? 0
    if shown(in: run, at: end) != nil { return nil }
    switch statement {
    case .before(let a, let b): return Self.failure(to: a, before: b, in: run)
    case .never(let pattern):
      let event = pattern.event(in: run)
      return .init(
        sentence: "\(pattern.text): \(event.map(RunExpectation.place) ?? "it happens")",
        event: event?.sequence)
    case .happens(let pattern): return run.missing(pattern)
    case .times(let pattern, let count):
      let events = pattern.events(in: run)
      if events.isEmpty { return run.missing(pattern) }
      return .init(
        sentence:
          "\(pattern.text) happens \(events.count) \(events.count == 1 ? "time" : "times"), not \(count)",
        event: events.last?.sequence)
    case .at(let pattern, _):
      guard let event = pattern.event(in: run) else { return run.missing(pattern) }
      return .init(
        sentence: "\(pattern.text): \(RunExpectation.place(event))", event: event.sequence)
    case .on(let name, _):
      return run.start(of: name) { start in
        "\(name) runs on \(run.label(of: start.queue) ?? "another queue")"
      }
    case .queued(let name, _):
      return run.start(of: name) { start in
        "\(name) is on its queue for \((start.waited ?? 0) / 1_000_000) ms"
      }
    case .state(let name, _, _, _): return run.stateFailure(name)
    case .warns(let lint): return .init(sentence: "\(lint) is not told")
    }
  }

  private static func failure(
    to a: MomentPattern, before b: MomentPattern, in run: CourseRun
  ) -> RunExpectation.Failure? {
    guard let first = run.event(of: a) else { return run.missing(a) }
    guard let second = run.event(of: b) else { return run.missing(b) }
    if first.sequence < second.sequence { return nil }
    return .init(
      sentence: "\(b.text): \(RunExpectation.place(second)); "
        + "\(a.text): \(RunExpectation.place(first))",
      event: second.sequence)
  }
}

extension CourseRun {
  /// What a promise is called: by its label, or else by its number.
  func name(of promise: PromiseID) -> String {
    for event in events {
      if case .created(let creation) = event.kind, creation.promise == promise {
        return creation.label ?? "\(promise)"
      }
    }
    return "\(promise)"
  }

  /// The labels of all promises.
  package var labels: [String] {
    Set(
      events.compactMap { event in
        if case .created(let creation) = event.kind { creation.label } else { nil }
      }
    ).sorted()
  }

  fileprivate func missing(_ pattern: MomentPattern) -> RunExpectation.Failure {
    if let name = pattern.name, promises(called: name).isEmpty { return unknown(name) }
    return .init(sentence: "\(pattern.text): that never happens")
  }

  private func unknown(_ name: String) -> RunExpectation.Failure {
    .init(unknown: name)
  }

  fileprivate func start(
    of name: String, _ sentence: (Start) -> String
  ) -> RunExpectation.Failure {
    if promises(called: name).isEmpty { return unknown(name) }
    guard let start = starts(of: name).first else {
      return .init(sentence: "\(name) never starts")
    }
    return .init(
      sentence: "\(sentence(start)): event \(start.sequence)", event: start.sequence)
  }

  fileprivate func stateFailure(_ name: String) -> RunExpectation.Failure {
    guard let promise = promises(called: name).first else { return unknown(name) }
    for event in events.reversed() {
      guard case .settled(let settlement) = event.kind, settlement.promise == promise else {
        continue
      }
      let value = settlement.description.isEmpty ? "" : " with \(settlement.description)"
      return .init(
        sentence: "\(name) is \(settlement.outcome.rawValue)\(value): "
          + RunExpectation.place(event),
        event: event.sequence)
    }
    return .init(sentence: "\(name) is pending")
  }
}
