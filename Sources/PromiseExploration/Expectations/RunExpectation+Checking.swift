import PromiseGraph
package import PromiseKitLite

extension RunExpectation {
  /// Why an expectation does not hold in a run.
  package struct Failure: Hashable, Sendable {
    /// What happened instead.
    package var sentence: String
    /// The number of the event that shows it.
    package var event: Int?
    /// A name that nothing in the run has.
    package var unknown: String?

    init(_ sentence: String, event: Int? = nil, unknown: String? = nil) {
      (self.sentence, self.event, self.unknown) = (sentence, event, unknown)
    }

    /// Creates a failure for a name that nothing in the run has.
    package init(unknown name: String) {
      self.init("nothing is called '\(name)'", unknown: name)
    }
  }

  /// A Boolean value that indicates whether it can be checked against the events of the run that it
  /// belongs to.
  package var isOfStandardRun: Bool { settings.isEmpty && scope == .standard }

  /// Returns the number of the event from which on it holds in `run`; `nil` if it does not hold.
  /// O(n)
  ///
  /// - Parameter moment: The number of the event of the lesson's step.
  package func shown(in run: NamedRun, at moment: Int) -> Int? {
    if case .shown(let event) = verdict(in: run, at: moment) { event } else { nil }
  }

  /// Returns why it does not hold at the end of a run; `nil` if it holds. O(n)
  package func failure(in run: NamedRun) -> Failure? {
    if case .fails(let failure) = verdict(in: run, at: run.end) { failure } else { nil }
  }

  /// The result of checking it.
  fileprivate enum Verdict {
    /// It holds from this event on.
    case shown(Int)
    case fails(Failure)

    /// It holds at the end, unless there is a failure.
    init(_ failure: Failure?, in run: NamedRun) {
      self = failure.map { .fails($0) } ?? .shown(run.end)
    }
  }

  private func verdict(in run: NamedRun, at moment: Int) -> Verdict {
    switch statement {
    case .happens(let pattern):
      return pattern.event(in: run).map { .shown($0.sequence) } ?? .fails(run.missing(pattern))
    case .never(let pattern):
      return Verdict(pattern.event(in: run).map { run.happens(pattern, $0) }, in: run)
    case .times(let pattern, let count):
      let events = pattern.events(in: run)
      if events.count == count { return .shown(events.last?.sequence ?? run.end) }
      return .fails(
        events.isEmpty ? run.missing(pattern) : run.happens(pattern, events, not: count))
    case .before(let a, let b):
      guard let first = a.eventOrNote(in: run) else { return .fails(run.missing(a)) }
      guard let second = b.eventOrNote(in: run) else { return .fails(run.missing(b)) }
      return first.sequence < second.sequence
        ? .shown(second.sequence) : .fails(run.order(b, second, a, first))
    case .neverBefore(let a, let b):
      guard let first = a.eventOrNote(in: run), let second = b.eventOrNote(in: run),
        first.sequence < second.sequence
      else { return .shown(run.end) }
      return .fails(run.order(a, first, b, second))
    case .on(let name, let queue):
      return run.verdict(of: name, where: { run.label(of: $0.queue) == queue }) { start in
        "\(name) runs on \(run.label(of: start.queue))"
      }
    case .queued(let name, let time):
      let matches = { (start: NamedRun.Start) in
        start.waited.map { $0 / 1_000_000 == time } ?? false
      }
      return run.verdict(of: name, where: matches) { start in
        "\(name) is on its queue for \((start.waited ?? 0) / 1_000_000) ms"
      }
    case .at(let pattern, let time):
      let events = pattern.events(in: run)
      if let event = events.first(where: { $0.time / 1_000_000 == time }) {
        return .shown(event.sequence)
      }
      return .fails(events.first.map { run.happens(pattern, $0) } ?? run.missing(pattern))
    case .state(let name, let state, let text, let atEnd):
      let place = atEnd ? run.end : moment
      return run.isInState(name, state, text, at: place)
        ? .shown(place) : .fails(run.stateFailure(name))
    case .warns(let lint):
      return run.warning(of: lint).map { .shown($0) }
        ?? .fails(Failure("\(lint) is not reported"))
    case .neverWarns(let lint):
      let event = run.warning(of: lint)
      return Verdict(
        event.map { Failure("\(lint) is reported at event \($0)", event: $0) }, in: run)
    case .neverAnomaly(let anomaly): return Verdict(run.event(of: anomaly), in: run)
    case .result(let value): return Verdict(run.failure(toEndWith: value), in: run)
    }
  }

  /// For an expectation that something never happens, returns the first name in it that nothing in
  /// the run has. The expectation may hold only because the name is misspelled.
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

// MARK: - Descriptions of the run

extension NamedRun {
  fileprivate typealias Failure = RunExpectation.Failure

  /// `event 41, 80 ms`
  fileprivate static func place(_ event: PromiseEvent) -> String { place(Moment(event)) }

  fileprivate static func place(_ moment: Moment) -> String {
    "event \(moment.sequence), \(moment.time / 1_000_000) ms"
  }

  /// The number of the last event.
  fileprivate var end: Int { events.last?.sequence ?? 0 }

  fileprivate func happens(_ pattern: MomentPattern, _ event: PromiseEvent) -> Failure {
    Failure("\(pattern.text): \(Self.place(event))", event: event.sequence)
  }

  fileprivate func happens(
    _ pattern: MomentPattern, _ events: [PromiseEvent], not count: Int
  ) -> Failure {
    Failure(
      "\(pattern.text) happens \(plural(events.count, "time")), not \(count)",
      event: events.last?.sequence)
  }

  fileprivate func order(
    _ a: MomentPattern, _ first: PromiseEvent, _ b: MomentPattern, _ second: PromiseEvent
  ) -> Failure {
    Failure(
      "\(a.text): \(Self.place(first)); \(b.text): \(Self.place(second))", event: first.sequence)
  }

  fileprivate func missing(_ pattern: MomentPattern) -> Failure {
    if let name = pattern.name, promises(called: name).isEmpty { return Failure(unknown: name) }
    return Failure("\(pattern.text): that never happens")
  }

  fileprivate func verdict(
    of name: String, where matches: (Start) -> Bool, _ sentence: (Start) -> String
  ) -> RunExpectation.Verdict {
    if promises(called: name).isEmpty { return .fails(Failure(unknown: name)) }
    let starts = starts(of: name)
    if let start = starts.first(where: matches) { return .shown(start.sequence) }
    guard let start = starts.first else { return .fails(Failure("\(name) never starts")) }
    return .fails(
      Failure("\(sentence(start)): event \(start.sequence)", event: start.sequence))
  }

  fileprivate func stateFailure(_ name: String) -> Failure {
    guard let promise = promise(called: name) else { return Failure(unknown: name) }
    guard let settlement = promise.settlement, let settled = promise.settled else {
      return Failure("\(name) is pending")
    }
    let value = settlement.description.isEmpty ? "" : " with \(settlement.description)"
    return Failure(
      "\(name) is \(settlement.outcome.rawValue)\(value): \(Self.place(settled))",
      event: settled.sequence)
  }

  fileprivate func failure(toEndWith value: String) -> Failure? {
    let endings = endings.filter { $0.settlement?.outcome == .fulfilled }
    if endings.contains(where: { $0.settlement?.description == value }) { return nil }
    let values = Set(endings.compactMap { $0.settlement?.description }.filter { !$0.isEmpty })
      .sorted().prefix(3).joined(separator: ", ")
    return Failure(values.isEmpty ? "no chain ends with a value" : "chains end with: \(values)")
  }

  /// Returns where the anomaly occurs in the run; `nil` if it does not.
  fileprivate func event(of anomaly: RunExpectation.Anomaly) -> Failure? {
    switch anomaly {
    case .deadlock:
      first("a wait ends in a deadlock") { kind in
        if case .waitEnded(_, _, _, .deadlock) = kind { true } else { false }
      }
    case .unhandledRejection:
      first("an error is not handled") { if case .errorUnhandled = $0 { true } else { false } }
    case .rejection: end("ends rejected") { $0 == .rejected }
    case .cancellation: end("ends cancelled") { $0 == .cancelled }
    case .neverSettled: end("never settles") { $0 == nil }
    case .endlessRun, .note, .before: nil
    }
  }

  private func first(_ sentence: String, where matches: (PromiseEvent.Kind) -> Bool) -> Failure? {
    events.first { matches($0.kind) }.map {
      Failure("\(sentence): \(Self.place($0))", event: $0.sequence)
    }
  }

  private func end(_ sentence: String, where matches: (PromiseEvent.Outcome?) -> Bool) -> Failure? {
    endings.first { matches($0.settlement?.outcome) }.map { end in
      let place = end.settled.map { ": \(Self.place($0))" } ?? ""
      let name = end.creation.label ?? "\(end.id)"
      return Failure("\(name) \(sentence)\(place)", event: end.settled?.sequence)
    }
  }
}

// MARK: - What it is about

extension RunExpectation {
  /// Whether it is only a name, without a verb.
  package var isName: Bool {
    if case .happens(let pattern) = statement { !pattern.hasVerb } else { false }
  }

  /// Returns the promises that it is about in a run: those that it names, those whose handlers said the notes that it
  /// names, and the one that shows the failure.
  package func promises(in run: NamedRun, _ failure: Failure?) -> [PromiseID] {
    let names = names + promiseNames + patterns.compactMap(\.name)
    let said = Set(patterns.flatMap { [$0.note, $0.text] })
    let jobs = run.graph.notes.filter { said.contains($0.text) }.compactMap(\.job)
    let shown = failure?.event.flatMap { number in run.events.first { $0.sequence == number } }
    return Set(
      names.flatMap { run.promises(called: $0) } + jobs.compactMap { run.graph.job($0)?.child }
        + [shown?.kind.mentioned.subject].compactMap { $0 }
    ).sorted()
  }
}
