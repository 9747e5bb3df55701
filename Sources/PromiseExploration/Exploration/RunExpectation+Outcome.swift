import PromiseKitLite

// An expectation of an exploration. What an outcome and the order of a few names say is read from these,
// so that most explorations record no events; anything else is asked of the events of each schedule.

extension Exploration {
  /// What must hold in every schedule: a ``RunExpectation``.
  ///
  /// ```swift
  /// let order = Exploration.Invariant("save before render")
  /// try scenario.verify(.before("save", "render"), .never(.deadlock))
  /// ```
  public typealias Invariant = RunExpectation
}

extension RunExpectation {
  /// Its outcome and the order of its names say whether it holds in a schedule.
  fileprivate var isObservable: Bool {
    switch statement {
    case .neverMishap, .result: true
    case .happens(let pattern), .never(let pattern): pattern.note != nil
    case .before(let a, let b), .neverBefore(let a, let b):
      [a, b].allSatisfy { !$0.hasVerb && !$0.isNumbered }
    case .times, .on, .at, .state, .queued, .warns, .neverWarns: false
    }
  }

  /// Whether it holds in a run that came to `outcome`; `marks` are the notes and the names that were
  /// watched, in the order in which they happened. The events are asked for where these do not say it.
  func holds(in outcome: Exploration.Outcome, marks: [String], run: () -> NamedRun) -> Bool {
    guard isObservable else { return holds(in: run()) }
    return switch statement {
    case .before(let a, let b): Self.isBefore(a.text, b.text, in: marks)
    case .neverBefore(let a, let b): !Self.happens(a.text, before: b.text, in: marks)
    case .happens(let pattern): outcome.notes.contains(pattern.note ?? "")
    case .never(let pattern): !outcome.notes.contains(pattern.note ?? "")
    case .neverMishap(let mishap): !mishap.happens(in: outcome)
    case .result(let value): outcome.result == .fulfilled(value)
    case .times, .on, .at, .state, .queued, .warns, .neverWarns: false
    }
  }

  /// The same of the events. An order is expected only where what is to come later happens.
  private func holds(in run: NamedRun) -> Bool {
    guard case .before(let a, let b) = statement else { return failure(in: run) == nil }
    guard let second = b.eventOrNote(in: run) else { return true }
    return a.eventOrNote(in: run).map { $0.sequence < second.sequence } ?? false
  }

  private static func isBefore(_ a: String, _ b: String, in marks: [String]) -> Bool {
    guard let later = marks.firstIndex(of: b) else { return true }
    return marks[..<later].contains(a)
  }

  private static func happens(_ a: String, before b: String, in marks: [String]) -> Bool {
    guard let first = marks.firstIndex(of: a) else { return false }
    return marks[first...].contains(b) && !marks[..<first].contains(b)
  }
}

extension RunExpectation.Anomaly {
  fileprivate func happens(in outcome: Exploration.Outcome) -> Bool {
    switch self {
    case .deadlock: return outcome.deadlock != nil
    case .neverSettled: return outcome.result == .neverSettled
    case .rejection: if case .rejected = outcome.result { return true } else { return false }
    case .cancellation: if case .cancelled = outcome.result { return true } else { return false }
    case .unhandledRejection: return !outcome.unhandled.isEmpty
    case .endlessRun: return outcome.isEndless
    case .note, .before: return false
    }
  }
}

extension [RunExpectation] {
  /// The names whose order any of them is about.
  var watched: Set<String> { Set(flatMap { $0.patterns.filter { !$0.hasVerb }.map(\.text) }) }

  /// Some are about an order that steps have which are tried in one order alone otherwise: that of events
  /// beside those with which a handler begins.
  var needEveryOrder: Bool {
    contains { expectation in
      switch expectation.statement {
      case .before, .neverBefore: !expectation.isObservable
      case .happens, .never, .times, .on, .at, .state, .queued, .warns, .neverWarns, .neverMishap,
        .result:
        false
      }
    }
  }

  /// Some of them need the events of each run.
  var needEvents: Bool { contains { !$0.isObservable } }
}
