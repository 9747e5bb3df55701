package import PromiseEvents

/// The first place where two runs are not the same: what each of them did there.
package struct Divergence: Hashable, Sendable {
  /// What one run did there.
  package struct Side: Hashable, Sendable {
    /// The number of the event.
    package var event: Int
    /// Nanoseconds from the beginning of the run.
    package var time: Int64
    /// The promise whose handler began, or in whose handler something was printed.
    package var promise: PromiseID?
    /// What began or was printed: `'fetch'`, `"shown 3"`.
    package var name: String
    /// The label of the queue on which it began; none for what was printed.
    package var queue: String?
    /// The number of the event at which the other run does the same, before or after; none where it
    /// does not.
    package var elsewhere: Int?
    /// Its place in ``ComparedRun/steps``.
    package var step: Int

    /// What began and where: `'fetch' on net`.
    package var text: String { name + (queue.map { " on \(brief($0, 24))" } ?? "") }
  }

  /// What each run did; none where it did nothing more.
  package var before: Side?
  package var after: Side?
  /// How many handlers and printed texts before that are the same.
  package var shared: Int

  /// What happened, as one sentence about runs of these names.
  package func sentence(before one: String = "before", after other: String = "after") -> String {
    let count = shared == 0 ? "At the very beginning" : "After \(plural(shared, "step")) in common"
    guard let before, let after else {
      let (name, rest, end) = before == nil ? (other, after, one) : (one, before, other)
      let did = rest.map { "\($0.text) (event \($0.event))" } ?? ""
      return "\(count), \(name) goes on with \(did), and nothing more runs in \(end)."
    }
    return "\(count), \(one) goes on with \(before.text) (event \(before.event)) and \(other) with "
      + "\(after.text) (event \(after.event)); "
      + "\(Self.elsewhere(before, in: other)), \(Self.elsewhere(after, in: one))."
  }

  private static func elsewhere(_ side: Side, in run: String) -> String {
    side.elsewhere.map { "\(side.name) comes in \(run) at event \($0)" }
      ?? "\(side.name) does not come in \(run)"
  }
}

extension RunAlignment {
  /// The first place where the handlers begin, or texts are printed, in another order, or where one run
  /// does what the other never does; none where both do the same. What a run did not record, or breaks off
  /// before, is passed over. O(n)
  package var firstDivergence: Divergence? {
    var (i, j) = (0, 0)
    var shared = 0
    let reach = (before: reach(before: true), after: reach(before: false))
    while true {
      while i < before.steps.count, stepsAfter[i] == nil,
        mayBeUnrecorded(before.steps[i], in: after, partnersAfter, reach: reach.before)
      { i += 1 }
      while j < after.steps.count, stepsBefore[j] == nil,
        mayBeUnrecorded(after.steps[j], in: before, partnersBefore, reach: reach.after)
      { j += 1 }
      let areThere = (i < before.steps.count, j < after.steps.count)
      if areThere == (false, false) { return nil }
      guard areThere == (true, true), stepsAfter[i] == j else { break }
      (i, j, shared) = (i + 1, j + 1, shared + 1)
    }
    return Divergence(
      before: i < before.steps.count
        ? side(i, of: before, elsewhere: stepsAfter[i].map { after.steps[$0] }) : nil,
      after: j < after.steps.count
        ? side(j, of: after, elsewhere: stepsBefore[j].map { before.steps[$0] }) : nil,
      shared: shared)
  }

  /// Whether a step that `other` has not may have happened there nevertheless.
  private func mayBeUnrecorded(
    _ step: ComparedRun.Step, in other: ComparedRun, _ partners: [Int?], reach: Int
  ) -> Bool {
    guard other.isWhole else { return true }
    guard other.isCutShort else { return false }
    if step.note == nil, let partner = step.promise.flatMap({ partners[$0] }) {
      return !other.promises[partner].isOver
    }
    return step.moment.sequence > reach
  }

  private func side(
    _ place: Int, of run: ComparedRun, elsewhere: ComparedRun.Step?
  ) -> Divergence.Side {
    let step = run.steps[place]
    return Divergence.Side(
      event: step.moment.sequence, time: run.time(step.moment),
      promise: step.promise.map { run.promises[$0].id }, name: run.name(of: step),
      queue: step.note == nil ? step.promise.flatMap(run.queueLabel) : nil,
      elsewhere: elsewhere?.moment.sequence, step: place)
  }
}
