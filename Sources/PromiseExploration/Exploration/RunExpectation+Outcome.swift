import PromiseKitLite

// The expectations of an exploration. Those about the outcome and the order of a few names are
// checked without events, so most explorations record none. All others are checked against the
// events of each schedule.

extension Exploration {
  /// An expectation that must hold in every schedule: a ``RunExpectation``.
  ///
  /// ```swift
  /// let order = Exploration.Invariant("save before render")
  /// try scenario.verify(.before("save", "render"), .never(.deadlock))
  /// ```
  public typealias Invariant = RunExpectation
}

extension RunExpectation {
  /// A Boolean value that indicates whether the outcome and the order of the watched names are
  /// enough to check it.
  fileprivate var isObservable: Bool {
    switch statement {
    case .neverAnomaly, .result: true
    case .happens(let pattern), .never(let pattern): pattern.note != nil
    case .before(let a, let b), .neverBefore(let a, let b):
      [a, b].allSatisfy { !$0.hasVerb && !$0.isNumbered }
    case .times, .on, .at, .state, .queued, .warns, .neverWarns: false
    }
  }

  /// Returns whether it holds in a run with the given `outcome`. `marks` are the notes and the
  /// watched names, in the order in which they happened. `run` is called only if the events are
  /// needed.
  func holds(in outcome: Exploration.Outcome, marks: [String], run: () -> NamedRun) -> Bool {
    guard isObservable else { return holds(in: run()) }
    return switch statement {
    case .before(let a, let b): Self.isBefore(a.text, b.text, in: marks)
    case .neverBefore(let a, let b): !Self.happens(a.text, before: b.text, in: marks)
    case .happens(let pattern): outcome.notes.contains(pattern.note ?? "")
    case .never(let pattern): !outcome.notes.contains(pattern.note ?? "")
    case .neverAnomaly(let anomaly): !anomaly.happens(in: outcome)
    case .result(let value): outcome.result == .fulfilled(value)
    case .times, .on, .at, .state, .queued, .warns, .neverWarns: false
    }
  }

  /// Checks it against the events. An order is expected only if the later moment happens.
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
  /// The names whose order any of the expectations is about.
  var watched: Set<String> { Set(flatMap { $0.patterns.filter { !$0.hasVerb }.map(\.text) }) }

  /// A Boolean value that indicates whether any of them is about the order of events other than the
  /// starts of handlers. The reduction would try such events in one order only.
  var needEveryOrder: Bool {
    contains { expectation in
      switch expectation.statement {
      case .before, .neverBefore: !expectation.isObservable
      case .happens, .never, .times, .on, .at, .state, .queued, .warns, .neverWarns, .neverAnomaly,
        .result:
        false
      }
    }
  }

  /// A Boolean value that indicates whether any of them needs the events of each run.
  var needEvents: Bool { contains { !$0.isObservable } }
}
