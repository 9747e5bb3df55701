import PromiseGraph

extension RunAlignment {
  /// The handlers that ran on the other side of one that was given the same in both runs and did something else: it may
  /// use what they change, of which there are no events. Of those for one handler, the nearest. O(n log n)
  func movesAcrossMakers(_ changes: RunChanges) -> [RunChanges.Move] {
    let makers = makers(of: changes)
    guard !makers.isEmpty else { return [] }
    let steps = makers.compactMap { maker -> (maker: Int, step: Int, after: Int)? in
      guard
        let step = before.steps.firstIndex(where: { $0.promise == maker && $0.note == nil }),
        let after = stepsAfter[step]
      else { return nil }
      return (maker, step, after)
    }
    var found: [RunChanges.Move] = []
    let moves = moves.filter { before.steps[$0.before].note == nil }
    for (maker, step, after) in steps {
      if var own = moves.first(where: { $0.before == step }) {
        own.reason = .unseen(maker)
        found.append(own)
      }
      let across = moves.filter {
        $0.before != step && ($0.before < step) != ($0.after < after)
      }
      let nearest = across.sorted { abs($0.before - step) < abs($1.before - step) }
      for var move in nearest.prefix(Self.mostAcross) {
        move.reason = .unseen(maker)
        (move.passed, move.count, move.isLater) = ([step], 1, move.after > after)
        found.append(move)
      }
    }
    return found
  }

  /// Returns the promises, by their indices in the run before, whose handler or body did something else in the run
  /// after, although it was given the same: it made another value, printed something else, or created what did.
  private func makers(of changes: RunChanges) -> [Int] {
    let differing = changes.unexplained.map(\.before)
    let printing = changes.printed.compactMap { change in
      change.isAfter
        ? after.steps[change.step].promise.flatMap { partnersBefore[$0] }
        : before.steps[change.step].promise
    }
    let creating =
      changes.gone.compactMap { before.promises[$0.promise].creator }
      + changes.appeared.compactMap { presence in
        after.promises[presence.promise].creator.flatMap { partnersBefore[$0] }
      }
    let changed = Set((changes.outcomes + changes.values).flatMap { [$0.before] + $0.followers })
    var makers: [Int] = []
    var met: Set<Int> = []
    for place in (printing + creating + differing).prefix(Self.mostMakers) {
      var next: Int? = place
      while let place = next, met.insert(place).inserted, let partner = partnersAfter[place] {
        let promise = before.promises[place]
        // What it was given differs: the difference came from there.
        if let parent = promise.parent, changed.contains(parent) { break }
        if promise.started != nil, after.promises[partner].started != nil { makers.append(place) }
        next = promise.creator
      }
    }
    return makers
  }

  private static var mostMakers: Int { 50 }
  private static var mostAcross: Int { 3 }
}
