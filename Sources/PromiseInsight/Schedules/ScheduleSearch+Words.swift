import PromiseEvents
import PromiseGraph

// What a search found, in sentences.

extension ScheduleSearch {
  /// What makes the program fail or pass, as a sentence; `nil` if it was not found.
  package var sentence: String? {
    guard let finding else { return nil }
    let unchanged = clause(baseFails, finding.change.parts.map(unchangedWords), finding.unchanged)
    let changed = clause(!baseFails, finding.change.parts.map(changedWords), finding.changed)
    let (failing, passing) = baseFails ? (unchanged, changed) : (changed, unchanged)
    let rest =
      finding.goesOnDifferently
      ? "; up to there, the orders are the same: what follows differs because the program does other things then"
      : ": this is the only difference"
    return "\(failing), \(passing)\(rest)"
  }

  /// `fails with 'order' before 'write' (6 of 6 runs)`, `passes with 'write' before 'order' (6 of 6)`
  private func clause(_ fails: Bool, _ parts: [String], _ tally: Tally) -> String {
    let words = parts.joined(separator: " and ")
    let result = fails ? "fails" : "passes"
    let count = fails ? plural(tally.kept, "run") : grouped(tally.kept)
    return "\(result) with \(words) (\(tally.wanted) of \(count))"
  }

  private func unchangedWords(_ part: OrderChange.Part) -> String {
    switch part {
    case .before(let first, let second):
      let never = first < base.count ? "" : " (which did not start)"
      return "\(name(second)) before \(name(first))\(never)"
    case .apart(let start): return "\(name(start)) while an earlier job is running"
    }
  }

  private func changedWords(_ part: OrderChange.Part) -> String {
    switch part {
    case .before(let first, let second): "\(name(first)) before \(name(second))"
    case .apart(let start): "\(name(start)) after all earlier jobs have ended"
    }
  }

  /// The name of a start in a sentence.
  package func name(_ start: Int) -> String { base.starts[start].step.subject }

  /// What the search found, or why it found nothing, and what to know about it: sentences.
  package var remarks: [String] {
    var remarks: [String] = []
    let result = baseFails ? "failed" : "passed"
    switch ending {
    case .nothingToChange where base.isIncomplete:
      remarks.append(
        "events of the run were lost: its order is not fully known, and is not changed")
    case .nothingToChange:
      remarks.append("the run has fewer than two jobs and timers: there is no order to change")
    case .notFollowed:
      remarks.append(
        "no run kept the order: the program does not follow PROMISE_SCHEDULE, or what it does depends on something outside"
      )
    case .notRepeated:
      remarks.append(
        "with the same order, 0 of \(plural(repeated.kept, "run")) \(result): "
          + "the result depends on something outside, such as time, input, or threads of its own")
    case .exhausted: remarks.append("no order that was tried changes the result")
    case .found, nil: break
    }
    if repeated.wanted > 0, repeated.wanted < repeated.kept {
      remarks.append(
        "with the same order, only \(repeated.wanted) of \(plural(repeated.kept, "run")) \(result): "
          + "the result depends on something outside, too")
    }
    let lost = repeated.lost + (finding?.unchanged.lost ?? 0) + (finding?.changed.lost ?? 0)
    if lost > 0 {
      let verb = lost == 1 ? "was" : "were"
      remarks.append("\(plural(lost, "run")) did not keep the order, and \(verb) not counted")
    }
    if !unkept.isEmpty {
      let verb = unkept.count == 1 ? "says" : "say"
      remarks.append(
        "\(plural(unkept.count, "other order")) could not be kept, and \(verb) nothing")
    }
    return remarks
  }

  /// `5 orders tried, 27 runs`
  package var progressLine: String {
    let doing =
      switch activity {
      case .repeating: "repeating the order"
      case .trying: "trying other orders"
      case .reducing: "reducing the change"
      case .counting: "counting"
      }
    return "\(doing), \(plural(tried.count, "order")) tried, run \(grouped(runs + 1))"
  }
}
