extension RunAlignment {
  /// What is otherwise after; lengths of time are told from `threshold` on. O(n log n)
  package func changes(slower threshold: TimeThreshold = .real) -> RunChanges {
    var changes = RunChanges()
    (changes.gone, changes.appeared) = (presences(before: true), presences(before: false))
    changes.moves = moves
    changes.runs = runChanges
    (changes.outcomes, changes.values) = outcomeChanges
    changes.links = linkChanges
    changes.printed = printedChanges
    changes.times = timeChanges(threshold)
    return changes
  }

  /// The texts that one run printed and the other did not. Where events were lost, or one run
  /// ends before, nobody knows.
  private var printedChanges: [RunChanges.PrintedChange] {
    func lonely(
      _ run: ComparedRun, _ other: ComparedRun, _ partners: [Int?], isAfter: Bool
    ) -> [RunChanges.PrintedChange] {
      guard other.isWhole else { return [] }
      let reach = reach(before: !isAfter)
      return run.steps.indices.filter {
        run.steps[$0].note != nil && partners[$0] == nil
          && run.steps[$0].moment.sequence <= reach
      }.map { RunChanges.PrintedChange(step: $0, isAfter: isAfter) }
    }
    return lonely(before, after, stepsAfter, isAfter: false)
      + lonely(after, before, stepsBefore, isAfter: true)
  }

  /// The handlers of pairs that ran in one run, and in the other one certainly not.
  private var runChanges: [RunChanges.RunChange] {
    pairs.compactMap { one, other in
      let (x, y) = (before.promises[one], after.promises[other])
      guard (x.started == nil) != (y.started == nil) else { return nil }
      let (idle, run) = x.started == nil ? (x, before) : (y, after)
      // What was neither skipped nor settled may run yet, and what was lost may have run.
      guard idle.skipped != nil || (run.isWhole && idle.isOver) else { return nil }
      return RunChanges.RunChange(
        before: one, after: other, ranAfter: y.started != nil, skipped: idle.skipped)
    }
  }
}
