import PromiseKitLite

extension RunExpectation {
  /// Why it does not hold in a run.
  package struct Failure: Hashable, Sendable {
    /// What is so instead.
    package var sentence: String
    /// Where that can be seen.
    package var event: Int?
    /// A name that nothing in the run has.
    package var unknown: String?

    init(_ sentence: String, event: Int? = nil, unknown: String? = nil) {
      (self.sentence, self.event, self.unknown) = (sentence, event, unknown)
    }

    /// Nothing has that name.
    package init(unknown name: String) {
      self.init("nothing is called '\(name)'", unknown: name)
    }
  }

  /// It can be checked in the events of the run that it stands beside.
  package var isOfStandardRun: Bool { settings.isEmpty && scope == .standard }

  /// The number of the event from which on `run` shows it; none where it does not hold. O(n)
  ///
  /// - Parameter moment: the number of the event that the lesson's step stands at.
  package func shown(in run: NamedRun, at moment: Int) -> Int? {
    let end = run.events.last?.sequence
    switch statement {
    case .happens(let pattern): return pattern.event(in: run)?.sequence
    case .never(let pattern): return pattern.events(in: run).isEmpty ? end : nil
    case .times(let pattern, let count):
      let events = pattern.events(in: run)
      return events.count == count ? events.last?.sequence ?? end : nil
    case .before(let first, let second):
      guard let a = first.eventOrNote(in: run)?.sequence,
        let b = second.eventOrNote(in: run)?.sequence, a < b
      else { return nil }
      return b
    case .on(let name, let queue):
      return run.starts(of: name).first { run.label(of: $0.queue) == queue }?.sequence
    case .at(let pattern, let time):
      return pattern.events(in: run).first { $0.time / 1_000_000 == time }?.sequence
    case .state(let name, let state, let text, let atEnd):
      let place = atEnd ? end ?? moment : moment
      return run.isSo(name, state, text, at: place) ? place : nil
    case .queued(let name, let time):
      return run.starts(of: name).first { $0.waited.map { $0 / 1_000_000 == time } ?? false }?
        .sequence
    case .warns(let lint): return run.warning(of: lint)
    case .neverBefore, .neverWarns, .neverMishap, .result:
      return failure(in: run) == nil ? end : nil
    }
  }

  /// Why it does not hold at the end of a run; nothing where it does. O(n)
  package func failure(in run: NamedRun) -> Failure? {
    switch statement {
    case .neverBefore(let a, let b): return run.order(of: a, b)
    case .neverWarns(let lint):
      return run.warning(of: lint).map { Failure("\(lint) is told at event \($0)", event: $0) }
    case .neverMishap(let mishap): return run.event(of: mishap)
    case .result(let value): return run.failure(toEndWith: value)
    default: break
    }
    return shown(in: run, at: run.events.last?.sequence ?? 0) == nil ? instead(in: run) : nil
  }

  /// What is so instead of what it says.
  private func instead(in run: NamedRun) -> Failure {
    switch statement {
    case .before(let a, let b):
      for pattern in [a, b] where pattern.eventOrNote(in: run) == nil {
        return run.missing(pattern)
      }
      return run.order(of: b, a) ?? Failure("\(text) does not hold")
    case .never(let pattern):
      let event = pattern.event(in: run)
      return Failure(
        "\(pattern.text): \(event.map(NamedRun.place) ?? "it happens")", event: event?.sequence)
    case .happens(let pattern): return run.missing(pattern)
    case .times(let pattern, let count):
      let events = pattern.events(in: run)
      if events.isEmpty { return run.missing(pattern) }
      return Failure(
        "\(pattern.text) happens \(events.count) \(events.count == 1 ? "time" : "times"), not \(count)",
        event: events.last?.sequence)
    case .at(let pattern, _):
      guard let event = pattern.event(in: run) else { return run.missing(pattern) }
      return Failure("\(pattern.text): \(NamedRun.place(event))", event: event.sequence)
    case .on(let name, _):
      return run.start(of: name) { start in
        "\(name) runs on \(run.label(of: start.queue) ?? "another queue")"
      }
    case .queued(let name, _):
      return run.start(of: name) { start in
        "\(name) is on its queue for \((start.waited ?? 0) / 1_000_000) ms"
      }
    case .state(let name, _, _, _): return run.stateFailure(name)
    case .warns(let lint): return Failure("\(lint) is not told")
    case .neverBefore, .neverWarns, .neverMishap, .result: return Failure("\(text) does not hold")
    }
  }

  /// Of an expectation that something never happens: the first name in it that nothing in the run has, so
  /// that it may hold only because the name is misspelt.
  package func unknownName(in run: NamedRun) -> String? {
    switch statement {
    case .neverBefore, .never: break
    default: return nil
    }
    return patterns.lazy.compactMap { pattern -> String? in
      guard let name = pattern.name, run.promises(called: name).isEmpty,
        pattern.eventOrNote(in: run) == nil
      else { return nil }
      return name
    }.first
  }
}

// MARK: - What the run says

extension NamedRun {
  fileprivate typealias Failure = RunExpectation.Failure

  /// `event 41, 80 ms`
  fileprivate static func place(_ event: PromiseEvent) -> String {
    "event \(event.sequence), \(event.time / 1_000_000) ms"
  }

  /// That the first moment comes before the second; nothing where it does not.
  fileprivate func order(of a: MomentPattern, _ b: MomentPattern) -> Failure? {
    guard let first = a.eventOrNote(in: self), let second = b.eventOrNote(in: self),
      first.sequence < second.sequence
    else { return nil }
    return Failure(
      "\(a.text): \(Self.place(first)); \(b.text): \(Self.place(second))", event: first.sequence)
  }

  fileprivate func missing(_ pattern: MomentPattern) -> Failure {
    if let name = pattern.name, promises(called: name).isEmpty { return Failure(unknown: name) }
    return Failure("\(pattern.text): that never happens")
  }

  fileprivate func start(of name: String, _ sentence: (Start) -> String) -> Failure {
    if promises(called: name).isEmpty { return Failure(unknown: name) }
    guard let start = starts(of: name).first else { return Failure("\(name) never starts") }
    return Failure("\(sentence(start)): event \(start.sequence)", event: start.sequence)
  }

  fileprivate func stateFailure(_ name: String) -> Failure {
    guard let promise = promises(called: name).first else { return Failure(unknown: name) }
    for event in events.reversed() {
      guard case .settled(let settlement) = event.kind, settlement.promise == promise else {
        continue
      }
      let value = settlement.description.isEmpty ? "" : " with \(settlement.description)"
      return Failure(
        "\(name) is \(settlement.outcome.rawValue)\(value): \(Self.place(event))",
        event: event.sequence)
    }
    return Failure("\(name) is pending")
  }

  fileprivate func failure(toEndWith value: String) -> Failure? {
    let endings = endings.filter { $0.settlement?.outcome == .fulfilled }
    if endings.contains(where: { $0.settlement?.description == value }) { return nil }
    let values = Set(endings.compactMap { $0.settlement?.description }.filter { !$0.isEmpty })
      .sorted().prefix(3).joined(separator: ", ")
    return Failure(values.isEmpty ? "no chain ends with a value" : "chains end with: \(values)")
  }

  /// Where that happens in the run; nothing where it does not.
  fileprivate func event(of mishap: RunExpectation.Mishap) -> Failure? {
    switch mishap {
    case .deadlock:
      first("a wait ends in a deadlock") { kind in
        if case .waitEnded(_, _, _, .deadlock) = kind { true } else { false }
      }
    case .unhandledRejection:
      first("an error meets nobody") { if case .errorUnhandled = $0 { true } else { false } }
    case .rejection: end("ends rejected") { $0 == .rejected }
    case .cancellation: end("ends cancelled") { $0 == .cancelled }
    case .neverSettled: end("never settles") { $0 == nil }
    case .endlessRun, .note, .before: nil
    }
  }

  private func first(_ sentence: String, where isSo: (PromiseEvent.Kind) -> Bool) -> Failure? {
    events.first { isSo($0.kind) }.map {
      Failure("\(sentence): \(Self.place($0))", event: $0.sequence)
    }
  }

  private func end(_ sentence: String, where isSo: (PromiseEvent.Outcome?) -> Bool) -> Failure? {
    endings.first { isSo($0.settlement?.outcome) }.map { end in
      let place = end.event.map { ": \(Self.place($0))" } ?? ""
      return Failure("\(name(of: end.promise)) \(sentence)\(place)", event: end.event?.sequence)
    }
  }
}
