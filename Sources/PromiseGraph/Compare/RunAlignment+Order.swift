import PromiseEvents

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

extension RunAlignment {
  /// Two handlers that ran in this order before and in the other one after, by their places in both runs.
  struct Swap {
    var first: Int
    var second: Int
    var firstAfter: Int
    var secondAfter: Int
  }

  /// Why two handlers ran the other way round: a rule that held in one run only, or what took longer.
  func orderCause(
    _ swap: Swap, _ old: Past, _ new: Past, _ one: String, _ other: String
  ) -> String? {
    // What comes later orders them no more.
    let old = old(max(before.end(of: swap.first), before.end(of: swap.second)))
    let new = new(max(after.end(of: swap.firstAfter), after.end(of: swap.secondAfter)))
    let orders = (
      OrderOfTwo(
        before.promises[swap.first].id, before.promises[swap.second].id,
        in: old.graph(at: old.last), history: old),
      OrderOfTwo(
        after.promises[swap.firstAfter].id, after.promises[swap.secondAfter].id,
        in: new.graph(at: new.last), history: new)
    )
    let names = (before.name(of: swap.first), before.name(of: swap.second))
    if orders.0.verdict == .always, let text = orders.0.answer {
      return
        "\(names.0) has to run before \(names.1) in \(one): \(text). In \(other) that is not so."
    }
    if orders.1.verdict == .always, let text = orders.1.answer {
      return
        "\(names.1) has to run before \(names.0) in \(other): \(text). In \(one) that is not so."
    }
    if let culprit = culprit(swap) { return culprit }
    if case .otherwise(let event) = orders.0.verdict {
      return "No rule orders them: at event \(event) of \(one) either could have begun."
    }
    if case .otherwise(let event) = orders.1.verdict {
      return "No rule orders them: at event \(event) of \(other) either could have begun."
    }
    return orders.1.answer.map { "No rule orders them: \($0)." }
  }

  /// What took so much longer, or less long, that the order is another one.
  private func culprit(_ swap: Swap) -> String? {
    let delays = (delay(swap.first, swap.firstAfter), delay(swap.second, swap.secondAfter))
    // The first one came later against the second one by so much.
    let lag = delays.0.saturatingMinus(delays.1)
    guard lag > 0 else { return nil }
    let ways = (way(to: swap.firstAfter), way(to: swap.secondAfter))
    // What both follow from made both late.
    let late = longest(on: ways.0, without: Set(ways.1), sign: 1)
    let early = longest(on: ways.1, without: Set(ways.0), sign: -1)
    let candidates = [
      late.map { ($0, before.name(of: swap.first), "later") },
      early.map { ($0, before.name(of: swap.second), "earlier") },
    ].compactMap { $0 }
    guard
      let most = candidates.max(by: { $0.0.difference.magnitude < $1.0.difference.magnitude }),
      most.0.difference.magnitude >= lag.magnitude / 2
    else { return nil }
    let (change, name, word) = most
    let who = before.name(of: change.before)
    return "\(change.phase.words(of: who)) \(milliseconds(change.lengthAfter)) ms instead of "
      + "\(milliseconds(change.lengthBefore)) ms"
      + (who == name ? "." : ", so that \(name) came \(word).")
  }

  /// By how much later than before a handler began.
  private func delay(_ one: Int, _ other: Int) -> Int64 {
    guard let old = before.promises[one].started, let new = after.promises[other].started else {
      return 0
    }
    return after.time(new).saturatingMinus(before.time(old))
  }

  /// What a handler after followed from, itself first.
  private func way(to promise: Int) -> [Int] {
    var way: [Int] = []
    var met: Set<Int> = []
    var next: Int? = promise
    while let place = next, met.insert(place).inserted, way.count < Self.longestWay {
      let it = after.promises[place]
      next =
        way.isEmpty ? it.parent ?? it.creator : it.adopted ?? it.from ?? it.parent ?? it.creator
      way.append(place)
    }
    return way
  }

  /// What was longer by most, or shorter, on the way to a handler.
  private func longest(
    on way: [Int], without others: Set<Int>, sign: Int64
  ) -> RunChanges.TimeChange? {
    var result: RunChanges.TimeChange?
    for place in way where !others.contains(place) {
      // How long the handler itself runs matters no more.
      if let partner = partnersBefore[place],
        let change = timeChange(partner, place, .virtual, onlyQueued: place == way.first),
        change.difference.signum() == sign,
        change.difference.magnitude > result?.difference.magnitude ?? 0
      {
        result = change
      }
    }
    return result
  }

  private static var longestWay: Int { 10_000 }
}

extension ComparedRun {
  /// The number of the event with which the handler of the promise at `place` ended, or began; the greatest there
  /// can be where it did neither.
  fileprivate func end(of place: Int) -> Int {
    (promises[place].ended ?? promises[place].started)?.sequence ?? .max
  }
}

extension OrderOfTwo {
  /// The first answer in words.
  fileprivate var answer: String? { explanation.lines.first { $0.kind == .answer }?.text }
}
