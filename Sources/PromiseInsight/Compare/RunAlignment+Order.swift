import PromiseEvents
import PromiseGraph

extension RunAlignment {
  /// The fewest handlers that must move to make the order in both runs the same. The texts that a handler
  /// prints move with it. O(n log n), plus the steps that the moves pass.
  var moves: [RunChanges.Move] {
    moves(among: stepsAfter.indices.filter { stepsAfter[$0] != nil })
  }

  /// Returns the same for some of the steps that both runs have, by their indices in the run before.
  func moves(
    among common: [Int], because reason: RunChanges.Move.Reason? = nil
  ) -> [RunChanges.Move] {
    let targets = common.compactMap { stepsAfter[$0] }
    let kept = longestIncreasing(targets)
    guard kept.count < common.count, targets.count == common.count else { return [] }
    let fixed = kept.map { common[$0] }
    let fixedTargets = kept.map { targets[$0] }
    let isKept = Set(kept)
    // How many texts there are before each of these.
    var texts = [0]
    for step in fixed { texts.append((texts.last ?? 0) + (before.steps[step].note == nil ? 0 : 1)) }
    let printers = Set(
      common.lazy.compactMap { before.steps[$0].note == nil ? nil : before.steps[$0].promise })
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
      let passed = min(ranks.0, ranks.1)..<max(ranks.0, ranks.1)
      let prints = before.steps[step].note != nil || promise.map { printers.contains($0) } ?? false
      result.append(
        RunChanges.Move(
          before: step, after: target, passed: Array(fixed[passed].prefix(Self.mostPassed)),
          count: passed.count, isLater: ranks.1 > ranks.0, reason: reason,
          ordersOutput: prints && texts[passed.upperBound] > texts[passed.lowerBound]))
    }
    return result
  }

  /// How many of the steps that a handler passes are listed.
  private static var mostPassed: Int { 8 }
}

extension RunAlignment {
  /// Two handlers that ran in this order before and in the opposite order after, by their indices in both runs.
  struct Swap {
    var first: Int
    var second: Int
    var firstAfter: Int
    var secondAfter: Int
  }

  /// Returns why two handlers ran in the opposite order: a rule that held in one run only, or a longer time.
  func orderCause(
    _ swap: Swap, _ old: Past, _ new: Past, _ one: String, _ other: String
  ) -> String? {
    // Later events cannot order them.
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
        "\(names.0) must run before \(names.1) in \(one): \(text). In \(other) this does not hold."
    }
    if orders.1.verdict == .always, let text = orders.1.answer {
      return
        "\(names.1) must run before \(names.0) in \(other): \(text). In \(one) this does not hold."
    }
    if let culprit = culprit(swap) { return culprit }
    if case .otherwise(let event) = orders.0.verdict {
      return "No rule orders them: at event \(event) of \(one) either could have started."
    }
    if case .otherwise(let event) = orders.1.verdict {
      return "No rule orders them: at event \(event) of \(other) either could have started."
    }
    return orders.1.answer.map { "No rule that orders them was found: \($0)." }
  }

  /// Returns what took so much longer, or shorter, that the order changed.
  private func culprit(_ swap: Swap) -> String? {
    let delays = (delay(swap.first, swap.firstAfter), delay(swap.second, swap.secondAfter))
    // By how much the first one was delayed relative to the second one.
    let lag = delays.0.saturatingMinus(delays.1)
    guard lag > 0 else { return nil }
    guard
      let change = culprit(
        way(to: swap.firstAfter), way(to: swap.secondAfter), lag: lag, settling: false)
    else { return nil }
    let isLate = change.difference > 0
    let name = before.name(of: isLate ? swap.first : swap.second)
    let who = before.name(of: change.before)
    return
      "\(change.phase.words(of: who, in: .english)) \(milliseconds(change.lengthAfter)) ms instead of "
      + "\(milliseconds(change.lengthBefore)) ms"
      + (who == name ? "." : ", so \(name) ran \(isLate ? "later" : "earlier").")
  }

  /// Returns what took so much longer on one way, or so much shorter on another one, that the first came later by
  /// `lag`.
  func culprit(
    _ late: [Int], _ early: [Int], lag: Int64, settling: Bool
  ) -> RunChanges.TimeChange? {
    // Common ancestors delay both, so they are left out.
    let changes = [
      longest(on: late, without: Set(early), sign: 1, settling: settling),
      longest(on: early, without: Set(late), sign: -1, settling: settling),
    ].compactMap { $0 }
    let most = changes.max { $0.difference.magnitude < $1.difference.magnitude }
    return most.flatMap { $0.difference.magnitude >= max(0, lag).magnitude / 2 ? $0 : nil }
  }

  /// Returns how much later a handler started than before.
  private func delay(_ one: Int, _ other: Int) -> Int64 {
    guard let old = before.promises[one].started, let new = after.promises[other].started else {
      return 0
    }
    return after.time(new).saturatingMinus(before.time(old))
  }

  /// Returns what a handler of the run after followed from, starting with itself; or, if `settling`, what its
  /// promise got its outcome from.
  func way(to promise: Int, settling: Bool = false) -> [Int] {
    var way: [Int] = []
    var met: Set<Int> = []
    var next: Int? = promise
    while let place = next, met.insert(place).inserted, way.count < Self.longestWay {
      let it = after.promises[place]
      next =
        way.isEmpty && !settling
        ? it.parent ?? it.creator
        : it.resolvedIn ?? it.adopted ?? it.from ?? it.parent ?? it.creator
      way.append(place)
    }
    return way
  }

  /// Returns what changed most in length on the path to a handler, or to the outcome of its promise: longer, or
  /// shorter.
  private func longest(
    on way: [Int], without others: Set<Int>, sign: Int64, settling: Bool
  ) -> RunChanges.TimeChange? {
    var result: RunChanges.TimeChange?
    for place in way where !others.contains(place) {
      // The time that the handler itself runs has no effect on its start.
      if let partner = partnersBefore[place],
        let change = timeChange(
          partner, place, .virtual, onlyQueued: place == way.first && !settling),
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
  /// Returns the number of the event with which the handler of the promise at `place` ended, or else started;
  /// `Int.max` if it did neither.
  fileprivate func end(of place: Int) -> Int {
    (promises[place].ended ?? promises[place].started)?.sequence ?? .max
  }
}

extension OrderOfTwo {
  /// The text of the first answer.
  fileprivate var answer: String? { explanation.lines.first { $0.kind == .answer }?.text }
}
