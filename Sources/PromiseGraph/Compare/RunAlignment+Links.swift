import PromiseKitLite

extension RunAlignment {
  /// What is otherwise about the pairs themselves. O(n)
  var linkChanges: [RunChanges.LinkChange] {
    let parents = (
      sharedParents(before, partnersAfter), sharedParents(after, partnersBefore)
    )
    var result: [RunChanges.LinkChange] = []
    for (one, other) in pairs {
      let (x, y) = (before.promises[one], after.promises[other])
      func add(_ what: RunChanges.LinkChange.What) {
        result.append(RunChanges.LinkChange(before: one, after: other, what: what))
      }
      if x.label != y.label { add(.name) }
      // A trace that begins late does not tell what a promise hangs on.
      if before.isWhole, after.isWhole,
        parents.0[one] != parents.1[other].flatMap({ partnersBefore[$0] })
      {
        add(.parent(before: parents.0[one], after: parents.1[other]))
      }
      if let change = returned(x, y) { add(change) }
      if x.started != nil, y.started != nil, let old = x.queue.flatMap({ before.queues[$0] }),
        let new = y.queue.flatMap({ after.queues[$0] }), old.label != new.label
      {
        add(.queue(before: old.label, after: new.label))
      }
    }
    return result
  }

  /// What each promise hangs on, over all that the other run has not.
  private func sharedParents(_ run: ComparedRun, _ partners: [Int?]) -> [Int?] {
    var result: [Int?] = []
    result.reserveCapacity(run.promises.count)
    for (place, promise) in run.promises.enumerated() {
      let parent = promise.parent.flatMap { $0 < place ? $0 : nil }
      result.append(parent.flatMap { partners[$0] == nil ? result[$0] : $0 })
    }
    return result
  }

  /// Both handlers returned, and one of them a promise, or each another one.
  private func returned(
    _ one: ComparedPromise, _ other: ComparedPromise
  ) -> RunChanges.LinkChange.What? {
    let endings = (one.ending, other.ending)
    switch endings {
    case (.returned, .returnedPromise), (.returnedPromise, .returned): break
    case (.returnedPromise, .returnedPromise):
      guard let old = one.adopted, let new = other.adopted, let partner = partnersAfter[old],
        partner != new, partnersBefore[new] != nil
      else { return nil }
    default: return nil
    }
    return .returned(before: one.adopted, after: other.adopted)
  }
}
