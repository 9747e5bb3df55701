import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// The first runs of two groups side by side, from some lines before the place where they diverge.
struct RunPair: Sendable {
  /// One of the two runs.
  struct Side: Sendable {
    /// The index of its group.
    var group: Int
    var lines: [RunLine]
    /// The event at which it diverges from the other run; its last event if it does nothing more.
    var event: Int
  }

  /// The run that passes, or the one of the larger group.
  let other: Side
  /// The run to explain.
  let this: Side
  /// What each run did where they diverge, as a sentence; that they did the same if only their ends
  /// differ.
  let sentence: String
  /// The same in fewer words.
  let brief: String
  /// The number of lines that the runs have in common and that are left out.
  let skipped: Int

  /// The number of lines shown before the runs diverge, and after that.
  private static let before = 40
  private static let after = 60

  /// The number of other groups to compare with.
  private static let candidates = 8

  /// Pairs the first group that fails, or else the second, with the most similar other group.
  init?(toShow repetition: Repetition) {
    guard let place = repetition.firstFailure ?? (repetition.groups.count > 1 ? 1 : nil) else {
      return nil
    }
    self.init(repetition, group: place)
  }

  /// Pairs the group at `place` with the one that does the same for longest, of those with another
  /// result; `nil` if there is none, or it has no trace.
  init?(_ repetition: Repetition, group place: Int, language: Language = .english) {
    guard repetition.groups.indices.contains(place), let trace = repetition.groups[place].trace
    else { return nil }
    let ours = ComparedRun(RunTrace.events(of: trace))
    var closest: (place: Int, alignment: RunAlignment, shared: Int)?
    for other in repetition.counterparts(of: place).prefix(Self.candidates) {
      guard let theirs = repetition.groups[other].trace else { continue }
      let alignment = RunAlignment(before: ComparedRun(RunTrace.events(of: theirs)), after: ours)
      let shared = alignment.firstDivergence?.shared ?? .max
      if shared > closest?.shared ?? -1 { closest = (other, alignment, shared) }
    }
    guard let (otherPlace, alignment, _) = closest else { return nil }
    let divergence = alignment.firstDivergence
    let shared = divergence?.shared ?? 0
    skipped = max(0, shared - Self.before)
    other = Side(
      alignment.before, group: otherPlace, parting: divergence?.before, skipping: skipped,
      parts: divergence != nil)
    this = Side(
      alignment.after, group: place, parting: divergence?.after, skipping: skipped,
      parts: divergence != nil)
    let names = (
      "run \(repetition.groups[otherPlace].first.number)",
      "run \(repetition.groups[place].first.number)"
    )
    let same = "handlers and notes are in the same order in \(names.0) and \(names.1)"
    brief =
      divergence.map {
        Self.brief(
          $0, repetition.groups[otherPlace].first.number, repetition.groups[place].first.number,
          language)
      }
      ?? language.text(
        "handlers and notes are in the same order in run "
          + "\(repetition.groups[otherPlace].first.number) and run "
          + "\(repetition.groups[place].first.number)")
    sentence =
      divergence?.sentence(before: names.0, after: names.1)
      ?? "\(same)."
  }

  private static func brief(
    _ divergence: Divergence, _ other: Int, _ this: Int, _ language: Language
  ) -> String {
    let theirs = divergence.before?.text(in: language)
    guard let ours = divergence.after?.text(in: language) else {
      let rest = theirs ?? language.text("its end")
      return language.text("run \(this) ends where run \(other) continues with \(rest)")
    }
    guard let theirs else {
      return language.text("run \(this) continues with \(ours) where run \(other) has its end")
    }
    return language.text("run \(this) continues with \(ours) where run \(other) has \(theirs)")
  }
}

extension RunPair.Side {
  fileprivate init(
    _ run: ComparedRun, group: Int, parting: Divergence.Side?, skipping skipped: Int, parts: Bool
  ) {
    self.group = group
    let last = parting?.step ?? run.steps.count
    let from = min(skipped, run.steps.count)
    let to = min(run.steps.count, max(from, last) + RunPair.after)
    lines = run.steps[from..<to].enumerated().map { offset, step in
      run.line(of: step, isParting: parts && from + offset == parting?.step)
    }
    event = parting?.event ?? run.steps.last?.moment.sequence ?? 0
  }
}

extension ComparedRun {
  /// Returns a step as a line.
  fileprivate func line(of step: Step, isParting: Bool) -> RunLine {
    let text = step.note ?? step.promise.map { promises[$0].label ?? promises[$0].name } ?? "?"
    let queue = step.promise.flatMap { queueLabel(of: $0) }
    let kind: RunLine.Kind = isParting ? .parting : step.note == nil ? .start : .note
    return RunLine(
      time: time(step.moment), queue: queue, kind: kind,
      text: isParting && step.note != nil ? "\"\(text)\"" : text, event: step.moment.sequence)
  }
}
