package import PromiseEvents
package import PromiseGraph

/// One difference between two runs, of any kind.
package struct RunDifference: Hashable, Sendable {
  /// What differs.
  package enum Change: Hashable, Sendable {
    case race(RunChanges.RaceChange)
    case outcome(RunChanges.OutcomeChange)
    case value(RunChanges.OutcomeChange)
    /// A promise of one run only: of the run after, or of the run before.
    case presence(RunChanges.Presence, isAfter: Bool)
    case ran(RunChanges.RunChange)
    case move(RunChanges.Move)
    case printed(RunChanges.PrintedChange)
    case link(RunChanges.LinkChange)
    case time(RunChanges.TimeChange)
    /// A warning of one run only.
    case warning(Warning, isAfter: Bool)
  }

  /// What a line about a difference means: the sign says it, and so does the color, if there are colors.
  package enum Sign: String, Hashable, Sendable {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case unknown = "?"
  }

  /// The part of a comparison to which a difference belongs, in the order in which they are reported.
  package enum Section: String, CaseIterable, Sendable {
    case races, outcomes, values, promises, printed, order, chains, queues, times, warnings

    /// The parts whose differences make the exit status 1 by default.
    package static let counted: Set<Section> = [.races, .promises, .order, .outcomes]
  }

  /// The heading under which a difference is listed.
  package enum Group: Hashable, Sendable, CaseIterable {
    /// What the runs did differently: outcomes, values, promises, texts, and what these may follow from.
    case decisive
    case order, structure, times, warnings
  }

  package let change: Change
  package let group: Group

  package init(_ change: Change) {
    self.change = change
    group =
      switch change {
      case .race, .outcome, .value, .ran, .printed: .decisive
      case .presence(let presence, _): presence.reason.isKnown ? .decisive : .structure
      case .move(let move): move.isDecisive ? .decisive : .order
      case .link: .structure
      case .time: .times
      case .warning: .warnings
      }
  }

  package var section: Section {
    switch change {
    case .race: .races
    case .outcome: .outcomes
    case .value: .values
    case .presence: .promises
    case .ran, .move: .order
    case .printed: .printed
    case .link(let link): if case .queue = link.what { .queues } else { .chains }
    case .time: .times
    case .warning: .warnings
    }
  }

  /// Whether it says what the runs did differently, rather than how or how long.
  package var isDecisive: Bool { group == .decisive }

  /// The sign before a line about it.
  package var sign: Sign {
    switch change {
    case .race, .outcome, .value, .move, .link, .time: .changed
    case .presence(let presence, let isAfter):
      presence.reason.isKnown ? isAfter ? .added : .removed : .unknown
    case .ran(let change): change.ranAfter ? .added : .removed
    case .printed(let change): change.isAfter ? .added : .removed
    case .warning(_, let isAfter): isAfter ? .added : .removed
    }
  }
}

extension RunChanges {
  /// All differences, those that decide first: what another one won, outcomes, values, promises of one run only,
  /// orders from which something can follow, handlers and texts of one run only; then the other orders, the
  /// structure, the times, and the warnings.
  package func ranked(
    warnings: (appeared: [Warning], gone: [Warning]) = ([], [])
  ) -> [RunDifference] {
    var all: [RunDifference.Change] = []
    all += races.map { .race($0) }
    all += outcomes.map { .outcome($0) }
    all += values.map { .value($0) }
    all += appeared.map { .presence($0, isAfter: true) }
    all += gone.map { .presence($0, isAfter: false) }
    all += moves.filter(\.isDecisive).map { .move($0) }
    all += runs.map { .ran($0) }
    all += printed.map { .printed($0) }
    all += moves.filter { !$0.isDecisive }.map { .move($0) }
    all += links.map { .link($0) }
    all += times.map { .time($0) }
    all += warnings.appeared.map { .warning($0, isAfter: true) }
    all += warnings.gone.map { .warning($0, isAfter: false) }
    let differences = all.map { RunDifference($0) }
    return RunDifference.Group.allCases.flatMap { group in differences.filter { $0.group == group }
    }
  }
}

extension RunChanges.Presence.Reason {
  /// Whether the other run certainly lacks the promise.
  package var isKnown: Bool {
    switch self {
    case .absent, .notMade: true
    case .notYet, .unknown: false
    }
  }
}

extension RunAlignment {
  /// Where a difference is in one run.
  package struct Place: Hashable, Sendable {
    /// The number of the event.
    package var event: Int
    /// The promise that it is about.
    package var promise: PromiseID?
    /// The promise whose handler ran in the other order, if it is about an order.
    package var beside: PromiseID?

    package init(event: Int, promise: PromiseID? = nil, beside: PromiseID? = nil) {
      (self.event, self.promise, self.beside) = (event, promise, beside)
    }
  }

  /// Returns where a difference is in the run before, or in the run after; `nil` if that run does not have it.
  package func place(of difference: RunDifference, before isBefore: Bool) -> Place? {
    let run = isBefore ? before : after
    func settled(_ place: Int) -> Place {
      let promise = run.promises[place]
      return Place(event: (promise.settled ?? promise.made).sequence, promise: promise.id)
    }
    func started(_ place: Int) -> Place {
      let promise = run.promises[place]
      return Place(
        event: (promise.started ?? promise.settled ?? promise.made).sequence, promise: promise.id)
    }
    func step(_ place: Int) -> Place {
      let step = run.steps[place]
      return Place(
        event: step.moment.sequence, promise: step.promise.map { run.promises[$0].id })
    }
    switch difference.change {
    case .race(let change): return settled(isBefore ? change.before : change.after)
    case .outcome(let change), .value(let change):
      return settled(isBefore ? change.before : change.after)
    case .presence(let presence, let isAfter):
      guard isAfter != isBefore else { return nil }
      let promise = run.promises[presence.promise]
      return Place(event: promise.made.sequence, promise: promise.id)
    case .ran(let change): return started(isBefore ? change.before : change.after)
    case .move(let move):
      var place = step(isBefore ? move.before : move.after)
      let other = move.passed.compactMap { isBefore ? $0 : stepsAfter[$0] }
        .first { run.steps[$0].note == nil && run.steps[$0].promise != nil }
      place.beside = other.flatMap { run.steps[$0].promise }.map { run.promises[$0].id }
      return place
    case .printed(let change): return change.isAfter != isBefore ? step(change.step) : nil
    case .link(let change): return started(isBefore ? change.before : change.after)
    case .time(let change): return ended(change, run, isBefore ? change.before : change.after)
    case .warning(let warning, let isAfter):
      return isAfter != isBefore
        ? Place(event: warning.moment.sequence, promise: warning.promise) : nil
    }
  }

  /// Returns the end of the phase that took another time.
  private func ended(
    _ change: RunChanges.TimeChange, _ run: ComparedRun, _ place: Int
  ) -> Place {
    let promise = run.promises[place]
    let moment =
      switch change.phase {
      case .queued: promise.started
      case .ran: promise.ended
      case .timer: promise.timerFired
      case .open: promise.settled
      }
    return Place(event: (moment ?? promise.made).sequence, promise: promise.id)
  }
}
