extension RunAlignment {
  /// The fewest handlers whose moving makes the order of those in both runs the same. What a handler
  /// prints moves with it. O(n log n), and what the moves pass.
  var moves: [RunChanges.Move] {
    let common = stepsAfter.indices.filter { stepsAfter[$0] != nil }
    let targets = common.compactMap { stepsAfter[$0] }
    let kept = longestIncreasing(targets)
    guard kept.count < common.count else { return [] }
    let fixed = kept.map { common[$0] }
    let fixedTargets = kept.map { targets[$0] }
    let isKept = Set(kept)
    var movedPromises: Set<Int> = []
    var result: [RunChanges.Move] = []
    for place in common.indices where !isKept.contains(place) {
      let (step, target) = (common[place], targets[place])
      let promise = before.steps[step].promise
      if before.steps[step].note == nil {
        if let promise { movedPromises.insert(promise) }
      } else if let promise, movedPromises.contains(promise) {
        continue
      }
      let ranks = (
        fixed.partitionPoint { $0 < step }, fixedTargets.partitionPoint { $0 < target }
      )
      result.append(
        RunChanges.Move(
          before: step, after: target,
          passed: Array(
            fixed[min(ranks.0, ranks.1)..<max(ranks.0, ranks.1)].prefix(Self.mostPassed)),
          count: abs(ranks.0 - ranks.1), isLater: ranks.1 > ranks.0))
    }
    return result
  }

  /// Of what a handler passes so many are told.
  private static var mostPassed: Int { 8 }
}
