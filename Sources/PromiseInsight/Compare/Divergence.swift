package import PromiseEvents
package import PromiseGraph

/// The first place where two runs differ: what each of them did there.
package struct Divergence: Hashable, Sendable {
  /// What one run did there.
  package struct Side: Hashable, Sendable {
    /// The number of the event.
    package var event: Int
    /// Nanoseconds from the beginning of the run.
    package var time: Int64
    /// The promise whose handler started, or in whose handler something was printed.
    package var promise: PromiseID?
    /// What started or was printed: `'fetch'`, `"shown 3"`.
    package var name: String
    /// The label of the queue on which it started; `nil` for printed text.
    package var queue: String?
    /// The number of the event at which the other run does the same, earlier or later; `nil` if it does
    /// not.
    package var elsewhere: Int?
    /// Its index in ``ComparedRun/steps``.
    package var step: Int

    /// What started, and where: `'fetch' on net`.
    package var text: String { text(in: .english) }

    /// Returns what started, and where, in a language.
    package func text(in language: Language) -> String {
      queue.map { language.text("\(name) on \(brief($0, 24))") } ?? name
    }
  }

  /// What each run did; `nil` if it did nothing more.
  package var before: Side?
  package var after: Side?
  /// How many handlers and printed texts before it are the same.
  package var shared: Int

  /// Returns what happened, as a sentence about runs with these names.
  package func sentence(before one: String = "before", after other: String = "after") -> String {
    let count = shared == 0 ? "At the start" : "After \(plural(shared, "step")) in common"
    guard let before, let after else {
      let (name, rest, end) = before == nil ? (other, after, one) : (one, before, other)
      let did = rest.map { "\($0.text) (event \($0.event))" } ?? ""
      return "\(count), \(name) continues with \(did), and nothing more runs in \(end)."
    }
    return
      "\(count), \(one) continues with \(before.text) (event \(before.event)) and \(other) with "
      + "\(after.text) (event \(after.event)); "
      + "\(Self.elsewhere(before, in: other)), \(Self.elsewhere(after, in: one))."
  }

  private static func elsewhere(_ side: Side, in run: String) -> String {
    side.elsewhere.map { "\(side.name) occurs in \(run) at event \($0)" }
      ?? "\(side.name) does not occur in \(run)"
  }
}

extension RunAlignment {
  /// The first place where handlers start, or texts are printed, in a different order, or where one run does
  /// what the other never does; `nil` if both do the same. Steps that a run may have taken without recording
  /// them are ignored. O(n)
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

  /// Returns whether a step that `other` does not have may have happened there: unrecorded, or, if either run lost events,
  /// in a promise whose partner is not known.
  private func mayBeUnrecorded(
    _ step: ComparedRun.Step, in other: ComparedRun, _ partners: [Int?], reach: Int
  ) -> Bool {
    guard before.isWhole, after.isWhole else { return true }
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
