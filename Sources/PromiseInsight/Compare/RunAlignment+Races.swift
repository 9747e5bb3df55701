import PromiseEvents
import PromiseGraph

extension RunAlignment {
  typealias RaceChange = RunChanges.RaceChange

  /// The pairs of promises that another promise settled, or the time limit: a race that another input won, a
  /// timeout that gave up, a promise whose resolver another handler was the first to use. O(n), plus the lengths
  /// of the paths to those.
  var raceChanges: [RaceChange] {
    var result: [RaceChange] = []
    for (one, other) in pairs {
      guard let old = before.winner(of: one), let new = after.winner(of: other),
        let partner = partner(of: old), partner != new, isKnown(new)
      else { continue }
      var change = RaceChange(before: one, after: other, winnerBefore: old, winnerAfter: new)
      change.culprit = culprit(of: change, loser: partner)
      result.append(change)
    }
    return result
  }

  /// Returns what `winner` is in the run after.
  private func partner(of winner: RaceChange.Winner) -> RaceChange.Winner? {
    switch winner {
    case .promise(let place): partnersAfter[place].map { .promise($0) }
    case .limit: .limit
    }
  }

  /// Returns whether the run before has it as well.
  private func isKnown(_ winner: RaceChange.Winner) -> Bool {
    switch winner {
    case .promise(let place): partnersBefore[place] != nil
    case .limit: true
    }
  }

  /// Returns what took so much longer on the path to the winner of the run before, or so much shorter on the path to
  /// that of the run after, that it was first.
  private func culprit(
    of change: RaceChange, loser: RaceChange.Winner
  ) -> RunChanges.TimeChange? {
    let lag = delay(of: loser, change).saturatingMinus(delay(of: change.winnerAfter, change))
    return culprit(
      path(to: loser, of: change), path(to: change.winnerAfter, of: change), lag: lag,
      settling: true)
  }

  /// Returns what the outcome of a winner came from, by the indices of the run after. The time limit has a length of
  /// its own.
  private func path(to winner: RaceChange.Winner, of change: RaceChange) -> [Int] {
    switch winner {
    case .promise(let place): way(to: place, settling: true)
    case .limit: [change.after]
    }
  }

  /// Returns how much later a winner settled than in the run before; 0 if it did not settle in both.
  private func delay(of winner: RaceChange.Winner, _ change: RaceChange) -> Int64 {
    guard case .promise(let place) = winner, let partner = partnersBefore[place],
      let old = before.promises[partner].settled, let new = after.promises[place].settled
    else { return 0 }
    return after.time(new).saturatingMinus(before.time(old))
  }
}

extension ComparedRun {
  /// Returns what settled the promise at `place`, if several could have; `nil` if that is not known, or if it is not
  /// settled.
  fileprivate func winner(of place: Int) -> RunChanges.RaceChange.Winner? {
    let promise = promises[place]
    guard let settlement = promise.settlement else { return nil }
    if promise.operation == .timeout {
      if let fired = promise.timerFired, let settled = promise.settled,
        fired.sequence < settled.sequence, settlement.outcome != .fulfilled,
        promise.started.map({ $0.sequence > settled.sequence }) ?? true
      {
        return .limit
      }
      return promise.parent.map { .promise($0) }
    }
    let isRace = promise.operation.has(.firstInputWins)
    let failsEarly = promise.operation == .all && settlement.outcome != .fulfilled
    if isRace || failsEarly { return promise.from.map { .promise($0) } }
    return promise.resolvedIn.map { .promise($0) }
  }
}
