import PromiseKitLite

/// What a lesson says of a run, in words that can be checked: `save before render`, `fetch on net`.
package struct Claim: Hashable, Sendable {
  /// As the lesson says it.
  package let text: String
  /// The knobs or the variant of the run that it is about; empty for the demo as it is.
  package let settings: [String]
  /// In which schedules it holds.
  package let scope: Scope
  let statement: Statement

  /// The runs that a claim is about.
  package enum Scope: Hashable, Sendable {
    /// The one that the first choices lead to.
    case standard
    /// At least one schedule, or all.
    case some, every
  }

  /// What is claimed.
  enum Statement: Hashable, Sendable {
    case happens(MomentPattern)
    case never(MomentPattern)
    case times(MomentPattern, Int)
    case before(MomentPattern, MomentPattern)
    case on(name: String, queue: String)
    case at(MomentPattern, milliseconds: Int64)
    case state(name: String, state: PromiseEvent.Outcome?, text: String?, atEnd: Bool)
    case queued(name: String, milliseconds: Int64)
    case warns(String)
  }
}

extension Claim {
  /// It can be checked in the events of the run that it stands beside.
  package var isOfStandardRun: Bool { settings.isEmpty && scope == .standard }

  /// The number of the event from which on `run` shows it; none where it does not hold. O(n)
  ///
  /// - Parameter moment: the number of the event that the lesson's step stands at.
  package func shown(in run: CourseRun, at moment: Int) -> Int? {
    switch statement {
    case .happens(let pattern): return pattern.event(in: run)?.sequence
    case .never(let pattern):
      return pattern.events(in: run).isEmpty ? run.events.last?.sequence : nil
    case .times(let pattern, let count):
      let events = pattern.events(in: run)
      return events.count == count ? (events.last ?? run.events.last)?.sequence : nil
    case .before(let first, let second):
      guard let a = first.event(in: run)?.sequence, let b = second.event(in: run)?.sequence,
        a < b
      else { return nil }
      return b
    case .on(let name, let queue):
      return run.starts(of: name).first { run.label(of: $0.queue) == queue }?.sequence
    case .at(let pattern, let time):
      return pattern.events(in: run).first { $0.time / 1_000_000 == time }?.sequence
    case .state(let name, let state, let text, let atEnd):
      let end = atEnd ? run.events.last?.sequence ?? moment : moment
      return run.isSo(name, state, text, at: end) ? end : nil
    case .queued(let name, let time):
      return run.starts(of: name).first { $0.waited.map { $0 / 1_000_000 == time } ?? false }?
        .sequence
    case .warns(let lint): return run.warning(of: lint)
    }
  }
}
