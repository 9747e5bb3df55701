import PromiseEvents
import PromiseGraph

extension RunAlignment {
  typealias Move = RunChanges.Move

  /// The handlers that run at another place among those of their queue, those that declare to access the same state,
  /// those attached to the same promise, or those before or after a handler that did something else; and after these, without a reason, those that do so only among others. O(n log
  /// n), plus the steps that the moves pass.
  func orderChanges(_ changes: RunChanges) -> [Move] {
    var found: [Int: Move] = [:]
    for (reason, steps) in domains where steps.count > 1 {
      for move in moves(among: steps, because: reason) {
        if let other = found[move.before]?.reason, other < reason { continue }
        found[move.before] = move
      }
    }
    for move in movesAcrossMakers(changes) {
      if let other = found[move.before]?.reason, let reason = move.reason, other < reason {
        continue
      }
      found[move.before] = move
    }
    let movers = Set(found.keys.compactMap { before.steps[$0].promise })
    let free = moves.filter { move in
      found[move.before] == nil
        && before.steps[move.before].promise.map { !movers.contains($0) } ?? true
    }
    return found.values.sorted { $0.before < $1.before } + free
  }

  /// The steps of both runs whose order can matter, by the reason, in the order of the run before. A step can
  /// have several.
  private var domains: [Move.Reason: [Int]] {
    var domains: [Move.Reason: [Int]] = [:]
    for place in stepsAfter.indices {
      guard let partner = stepsAfter[place] else { continue }
      for reason in reasons(before.steps[place], after.steps[partner]) {
        domains[reason, default: []].append(place)
      }
    }
    return domains
  }

  private func reasons(_ one: ComparedRun.Step, _ other: ComparedRun.Step) -> [Move.Reason] {
    guard let place = one.promise, let partner = other.promise else {
      return one.promise == nil && other.promise == nil ? [.program] : []
    }
    var reasons: [Move.Reason] = []
    if let label = before.serialQueue(of: place), let other = after.serialQueue(of: partner),
      compared(label) == compared(other)
    {
      reasons.append(.queue(label))
    }
    guard one.note == nil else { return reasons }
    let (x, y) = (before.promises[place], after.promises[partner])
    for name in Set(x.accesses).intersection(y.accesses) { reasons.append(.state(name)) }
    if x.hasHandler, !x.operation.isFanIn, let parent = x.parent,
      partnersAfter[parent] == y.parent
    {
      reasons.append(.parent(parent))
    }
    return reasons
  }
}

extension ComparedRun {
  /// Returns the label of the serial queue where the handler of the promise at `place` runs; `nil` if the queue is
  /// not serial, or not known.
  fileprivate func serialQueue(of place: Int) -> String? {
    guard let queue = promises[place].queue.flatMap({ queues[$0] }), queue.kind == .serial else {
      return nil
    }
    return queue.label
  }
}

/// What differs besides the order, and may follow from it.
struct Effects {
  /// What these differences follow from, by the indices of the run after.
  private var origins: Set<Int> = []
  /// The last event of the run after at which one of them started, for each queue.
  private var latest: [String: Int] = [:]

  /// Collects the first differences; those that a race explains are left out.
  init(_ changes: RunChanges, _ alignment: RunAlignment) {
    let pairs = changes.unexplained.map(\.after) + changes.runs.map(\.after)
    let printed = changes.printed.compactMap { change in
      change.isAfter
        ? alignment.after.steps[change.step].promise
        : alignment.before.steps[change.step].promise.flatMap { alignment.partnersAfter[$0] }
    }
    let appeared = changes.appeared.map(\.promise)
    for place in (pairs + printed + appeared).prefix(Self.most) {
      let promise = alignment.after.promises[place]
      if let label = alignment.after.queueLabel(of: place),
        let moment = promise.started ?? promise.settled
      {
        latest[label] = max(latest[label] ?? 0, moment.sequence)
      }
      origins.formUnion(alignment.way(to: place, settling: true).prefix(Self.longestWay))
    }
  }

  /// Returns whether one of the differences can follow from the order of a handler and those that it passes.
  func canFollow(from move: RunChanges.Move, _ alignment: RunAlignment) -> Bool {
    switch move.reason {
    case .state, .parent, .unseen: return true
    case .program, nil: return false
    case .queue(let label):
      let steps = ([move.before] + move.passed).compactMap { alignment.stepsAfter[$0] }
      if steps.contains(where: { step in
        alignment.after.steps[step].promise.map { origins.contains($0) } ?? false
      }) {
        return true
      }
      return alignment.after.steps[move.after].moment.sequence < latest[label] ?? 0
    }
  }

  private static var most: Int { 200 }
  private static var longestWay: Int { 1000 }
}
