extension RunAlignment {
  /// What only one run has: the run before, or the one after. What hangs on such a promise, or was made
  /// in its handler, follows it. O(n)
  func presences(before isBefore: Bool) -> [RunChanges.Presence] {
    let (run, other) = isBefore ? (before, after) : (after, before)
    let partners = isBefore ? partnersAfter : partnersBefore
    var result: [RunChanges.Presence] = []
    // The place in the result of the one that each promise without a partner follows.
    var heads = [Int?](repeating: nil, count: run.promises.count)
    let judge = PresenceJudge(run, other, partners)
    for (place, promise) in run.promises.enumerated() where partners[place] == nil {
      let origins = [promise.parent, promise.creator]
      if let head = origins.compactMap({ $0 }).filter({ $0 < place }).lazy
        .compactMap({ heads[$0] }).first
      {
        result[head].followers.append(place)
        heads[place] = head
      } else {
        heads[place] = result.count
        result.append(RunChanges.Presence(promise: place, reason: judge.reason(place)))
      }
    }
    return result
  }
}

/// Why the other run does not have a promise.
private struct PresenceJudge {
  let run: ComparedRun
  let other: ComparedRun
  let partners: [Int?]
  private let isOpen: Bool
  /// The event of the last promise that the other run has too.
  private let extent: Int

  init(_ run: ComparedRun, _ other: ComparedRun, _ partners: [Int?]) {
    (self.run, self.other, self.partners) = (run, other, partners)
    isOpen = other.mayGoOn
    extent =
      partners.indices.last { partners[$0] != nil }
      .map { run.promises[$0].made.sequence } ?? 0
  }

  func reason(_ place: Int) -> RunChanges.Presence.Reason {
    if !other.isWhole { return .unknown }
    let promise = run.promises[place]
    if let creator = promise.creator.flatMap({ partners[$0] }),
      run.promises[promise.creator ?? place].hasHandler,
      other.promises[creator].started == nil
    {
      return other.promises[creator].isOver ? .notMade(by: creator) : .notYet
    }
    return isOpen && promise.made.sequence > extent ? .notYet : .absent
  }
}
