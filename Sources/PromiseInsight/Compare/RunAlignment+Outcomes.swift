import PromiseEvents
import PromiseGraph

extension RunAlignment {
  typealias OutcomeChange = RunChanges.OutcomeChange

  /// The pairs that ended in different states, and those that ended in the same state with different texts. A
  /// pair that got its outcome from another pair with the same change is listed below that pair. O(n)
  var outcomeChanges: (states: [OutcomeChange], values: [OutcomeChange]) {
    var states: [Int: OutcomeChange] = [:]
    var values: [Int: OutcomeChange] = [:]
    let tellValues = before.includesValues && after.includesValues
    for (one, other) in pairs {
      let change = OutcomeChange(
        before: one, after: other, stateBefore: before.endState(of: one),
        stateAfter: after.endState(of: other), textBefore: before.outcomeText(of: one),
        textAfter: after.outcomeText(of: other))
      guard change.stateBefore != .unknown, change.stateAfter != .unknown else { continue }
      if change.stateBefore != change.stateAfter {
        states[one] = change
      } else if tellValues, differs(change.textBefore, change.textAfter) {
        values[one] = change
      }
    }
    return (grouped(states), grouped(values))
  }

  /// Returns whether two texts differ.
  private func differs(_ one: String, _ other: String) -> Bool {
    one != other && compared(one) != compared(other)
  }

  /// Returns the changes that follow from no other one, each with those that follow from it.
  private func grouped(_ changes: [Int: OutcomeChange]) -> [OutcomeChange] {
    var heads: [Int: Int] = [:]
    var followers: [Int: [Int]] = [:]
    for place in changes.keys.sorted() {
      var way = [place]
      var onWay: Set<Int> = [place]
      while heads[way[way.count - 1]] == nil, let change = changes[way[way.count - 1]],
        let next = source(of: change, among: changes), onWay.insert(next).inserted
      {
        way.append(next)
      }
      let end = way[way.count - 1]
      let head = heads[end] ?? end
      for step in way where heads[step] == nil {
        heads[step] = head
        if step != head { followers[head, default: []].append(step) }
      }
    }
    return changes.keys.sorted().compactMap { place in
      guard heads[place] == place, var change = changes[place] else { return nil }
      change.followers = (followers[place] ?? []).sorted()
      return change
    }
  }

  /// Returns the changed pair from which a pair got its change: its outcome after, or if that arose in the pair
  /// itself, its outcome before.
  private func source(of change: OutcomeChange, among changes: [Int: OutcomeChange]) -> Int? {
    if let place = after.source(of: change.after).flatMap({ partnersBefore[$0] }),
      let other = changes[place],
      other.stateAfter == change.stateAfter
        || (!change.stateAfter.isSettled && !other.stateAfter.isSettled)
    {
      return place
    }
    guard let place = before.source(of: change.before), let other = changes[place],
      other.stateBefore == change.stateBefore
        || (!change.stateBefore.isSettled && !other.stateBefore.isSettled)
    else { return nil }
    return place
  }
}

extension RunChanges.EndState {
  /// Whether there is an outcome.
  package var isSettled: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled: true
    case .pending, .queued, .running, .lost, .unknown: false
    }
  }
}

extension ComparedRun {
  /// Whether any outcome has a text, that is, values were recorded.
  fileprivate var includesValues: Bool {
    promises.contains { !($0.settlement?.description ?? "").isEmpty }
  }

  /// Returns the state at the end of the promise at `place`, or of the promise that replaced it.
  func endState(of place: Int) -> RunChanges.EndState {
    let promise = promises[final(place)]
    switch promise.settlement?.outcome {
    case .fulfilled: return .fulfilled
    case .rejected: return .rejected
    case .cancelled: return .cancelled
    case nil: break
    }
    if promise.wasFreedPending { return .lost }
    if !isWhole || isCutShort || promise.heir != nil { return .unknown }
    if promise.started != nil, promise.ended == nil { return .running }
    return promise.enqueued != nil && promise.started == nil ? .queued : .pending
  }

  /// Returns the value or the error of the promise at `place`.
  func outcomeText(of place: Int) -> String { promises[final(place)].settlement?.description ?? "" }

  /// Returns the promise that replaced the one at `place`, or that one.
  private func final(_ place: Int) -> Int {
    var place = place
    for _ in 0..<64 {
      guard promises[place].settlement == nil, let heir = promises[place].heir else { break }
      place = heir
    }
    return place
  }

  /// Returns the index of the promise from which the one at `place` got its outcome, or for which it waits.
  fileprivate func source(of place: Int) -> Int? {
    let promise = promises[place]
    if let from = promise.from { return from }
    guard promise.settlement == nil || promise.skipped != nil else { return nil }
    return promise.adopted ?? promise.parent
  }
}
