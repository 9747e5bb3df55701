import PromiseGraph
import PromiseKitLite

extension RunDiff {
  /// Returns the first differences of one part, one row each.
  func rows(_ section: DiffSection, most: Int = .max) -> [DiffRow] {
    switch section {
    case .promises:
      let appeared = changes.appeared.prefix(most)
      return appeared.map { row($0, .added, "A", alignment.after, alignment.before) }
        + changes.gone.prefix(most - appeared.count).map {
          row($0, .removed, "B", alignment.before, alignment.after)
        }
    case .order:
      let moves = changes.moves.prefix(most)
      return moves.map(row) + changes.runs.prefix(most - moves.count).map(row)
    case .outcomes: return changes.outcomes.prefix(most).map(row)
    case .values: return changes.values.prefix(most).map(row)
    case .chains: return changes.links.lazy.filter { !$0.what.isQueue }.prefix(most).map(row)
    case .queues: return changes.links.lazy.filter(\.what.isQueue).prefix(most).map(row)
    case .printed: return changes.printed.prefix(most).map(row)
    case .times: return changes.times.prefix(most).map(row)
    case .warnings:
      let appeared = warnings.appeared.prefix(most)
      return appeared.map { row($0, .added) }
        + warnings.gone.prefix(most - appeared.count).map { row($0, .removed) }
    }
  }

  private func before(_ place: Int) -> String { alignment.before.name(of: place) }
  private func after(_ place: Int) -> String { alignment.after.name(of: place) }

  /// `'x', 'y' and 3 more`
  private func list(_ names: [String], limit: Int = 4) -> String {
    let rest = names.count - limit
    return names.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  private func row(
    _ presence: RunChanges.Presence, _ sign: DiffRow.Sign, _ missing: String, _ run: ComparedRun,
    _ other: ComparedRun
  ) -> DiffRow {
    let promise = run.promises[presence.promise]
    var text = run.name(of: presence.promise)
    if promise.label?.isEmpty == false {
      text += " (\(promise.operation.spelling))"
      text += promise.site.map { " at \($0.fileAndLine)" } ?? ""
    }
    if !presence.followers.isEmpty {
      text += ", along with \(list(presence.followers.map { run.name(of: $0) }))"
    }
    switch presence.reason {
    case .absent: break
    case .notMade(let creator):
      text +=
        "; the handler of \(other.name(of: creator)), which creates it, does not run in \(missing)"
    case .notYet: text += "; \(missing) ends before it would be created"
    case .unknown: text += "; \(missing) has lost events, possibly including it"
    }
    return DiffRow(presence.reason.isKnown ? sign : .unknown, text)
  }

  private func row(_ move: RunChanges.Move) -> DiffRow {
    let (one, other) = (alignment.before, alignment.after)
    // The output of a handler moves with it.
    let handlers = move.passed.filter { one.steps[$0].note == nil }
    let passed = (handlers.isEmpty ? move.passed : handlers).map { one.name(of: one.steps[$0]) }
    let most = move.isLater ? passed.prefix(3) : passed.suffix(3)
    let rest = passed.count - most.count + max(0, move.count - move.passed.count)
    return DiffRow(
      .changed,
      "\(one.name(of: one.steps[move.before])) runs \(move.isLater ? "after" : "before") "
        + most.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        + " (event \(one.steps[move.before].moment.sequence) -> "
        + "\(other.steps[move.after].moment.sequence))")
  }

  private func row(_ change: RunChanges.PrintedChange) -> DiffRow {
    let run = change.isAfter ? alignment.after : alignment.before
    let step = run.steps[change.step]
    return DiffRow(
      change.isAfter ? .added : .removed,
      "\(run.name(of: step)) at \(milliseconds(run.time(step.moment))) (event \(step.moment.sequence))"
    )
  }

  private func row(_ change: RunChanges.RunChange) -> DiffRow {
    let why = change.skipped.map { ", where \($0.briefWords)" } ?? ""
    return change.ranAfter
      ? DiffRow(.added, "\(after(change.after)) runs in B and not in A\(why)")
      : DiffRow(.removed, "\(before(change.before)) runs in A and not in B\(why)")
  }

  private func row(_ change: RunChanges.OutcomeChange) -> DiffRow {
    func words(_ state: RunChanges.EndState, _ text: String) -> String {
      state.isSettled
        ? state.rawValue + (text.isEmpty ? "" : " \(sanitized(text).cut(to: 60))")
        : "\(state.rawValue) at the end"
    }
    let texts = apart(change.textBefore, change.textAfter)
    let one = words(change.stateBefore, texts.0)
    let other = words(change.stateAfter, texts.1)
    let followers = change.followers.map(before)
    return DiffRow(
      .changed,
      "\(before(change.before)) \(one) -> \(other)"
        + (followers.isEmpty ? "" : "; so \(list(followers))"))
  }

  /// Returns two texts from shortly before they diverge, if they diverge too late to be seen.
  private func apart(_ one: String, _ other: String) -> (String, String) {
    let (first, second) = (alignment.compared(one), alignment.compared(other))
    let shared = zip(first, second).prefix { $0 == $1 }.count
    guard shared > 40, first != second else { return (one, other) }
    return ("..." + first.dropFirst(shared - 20), "..." + second.dropFirst(shared - 20))
  }

  private func row(_ change: RunChanges.LinkChange) -> DiffRow {
    let name = before(change.before)
    let text =
      switch change.what {
      case .name: "\(name) is called \(after(change.after))"
      case .queue(let one, let other):
        "\(name) runs on \(one.cut(to: 40)) -> \(other.cut(to: 40))"
      case .parent(let one, let other):
        "\(name) is attached to \(one.map(before) ?? "nothing") -> \(other.map(after) ?? "nothing")"
      case .returned(let one, let other):
        "the handler of \(name) returns \(one.map(before) ?? "no promise") -> "
          + "\(other.map(after) ?? "no promise")"
      }
    return DiffRow(.changed, text)
  }

  private func row(_ change: RunChanges.TimeChange) -> DiffRow {
    let difference = change.difference
    // A percentage of a length close to zero means nothing.
    let share =
      change.lengthBefore > 0 && difference / 100 < change.lengthBefore
      ? " (\(difference < 0 ? "-" : "+")\(percent(difference, of: change.lengthBefore)) %)" : ""
    return DiffRow(
      .changed,
      "\(change.phase.words(of: before(change.before))) \(milliseconds(change.lengthBefore)) -> "
        + "\(milliseconds(change.lengthAfter)) ms: \(difference < 0 ? "faster" : "slower") by "
        + "\(milliseconds(Int64(clamping: difference.magnitude))) ms\(share)")
  }

  private func percent(_ difference: Int64, of whole: Int64) -> String {
    grouped(Int((Double(difference.magnitude) * 100 / Double(whole)).rounded().clamped))
  }

  private func row(_ warning: Warning, _ sign: DiffRow.Sign) -> DiffRow {
    DiffRow(
      sign,
      "\(warning.severity) \(warning.lint)\(warning.site.map { " at \($0.fileAndLine)" } ?? ""): "
        + warning.sentence)
  }
}

extension Double {
  /// The value, limited to what an integer can hold.
  fileprivate var clamped: Double { Swift.min(self, 1e15) }
}

/// One difference as a line, with a sign before it.
struct DiffRow: Hashable {
  /// What a line means: the sign says it, and so does the color, if there are colors.
  enum Sign: String {
    case added = "+"
    case removed = "-"
    case changed = "~"
    case unknown = "?"
  }

  var sign: Sign
  var text: String

  init(_ sign: Sign, _ text: String) { (self.sign, self.text) = (sign, text) }

  /// Returns the difference in lines of at most `width` characters.
  func lines(width: Int) -> [String] {
    LinearReport.folded(text, after: "  \(sign.rawValue) ", indent: 6, width: width)
  }
}
