import PromiseGraph
import PromiseInsight

extension RunDiff {
  /// What changed in B, in one sentence.
  var summary: String {
    var parts: [String] = []
    if includes(.races), count(.races) > 0 {
      parts.append("\(plural(count(.races), "promise")) settled by another one")
    }
    parts += changed([(.outcomes, "outcome"), (.values, "value")])
    if includes(.promises) { parts += promises }
    if includes(.printed), count(.printed) > 0 {
      parts.append("\(plural(count(.printed), "text")) printed in one run only")
    }
    if includes(.order) { parts.append(order) }
    parts += changed([(.chains, "chain"), (.queues, "queue")])
    if includes(.times) {
      parts += [times(changes.times.filter { $0.difference > 0 }, "slower")]
      parts += [times(changes.times.filter { $0.difference < 0 }, "faster")]
    }
    if includes(.warnings) {
      parts.append(counted(warnings.appeared.count, "new warning"))
      parts.append(counted(warnings.gone.count, "warning", "gone"))
    }
    parts.removeAll { $0.isEmpty }
    let isSame = DiffSection.allCases.allSatisfy { !includes($0) || rowCount($0) == 0 }
    if isSame, only.isEmpty, cut.isEmpty { return same }
    return (parts.isEmpty ? "Nothing changed in B" : "In B: \(parts.joined(separator: "; "))")
      + (cut.isEmpty ? "." : ", \(cut).")
  }

  /// The sentence for two runs without a difference.
  private var same: String {
    let counts = [
      plural(alignment.after.promises.count, "promise"),
      plural(handlers(alignment.after), "handler"),
    ]
    let rest =
      changes.free.isEmpty ? "outcomes, values and order" : "outcomes and values; \(freeOrder)"
    return "The same run: \(counts.joined(separator: " and ")), with the same \(rest)."
  }

  /// The handlers whose order differs and explains no difference.
  private var freeOrder: String {
    "left out: \(plural(changes.free.count, "handler")) in another order, which explains no "
      + "difference of the traces (--only order lists them)"
  }

  private func changed(_ sections: [(DiffSection, String)]) -> [String] {
    sections.filter { includes($0.0) && count($0.0) > 0 }.map {
      "\(plural(count($0.0), $0.1)) changed"
    }
  }

  /// How far the runs can be compared, if a trace is incomplete.
  private var cut: String {
    switch (alignment.before.isCutShort, alignment.after.isCutShort) {
    case (false, false): ""
    case (true, true): "as far as both traces go"
    case (true, false): "as far as the trace of A goes"
    case (false, true): "as far as the trace of B goes"
    }
  }

  private var order: String {
    let ran = (changes.runs.count { !$0.ranAfter }, changes.runs.count(where: \.ranAfter))
    let parts = [
      counted(changes.moves.count, "handler", "moved"),
      counted(ran.0, "handler", "in A only"), counted(ran.1, "handler", "in B only"),
    ].filter { !$0.isEmpty }
    let order = parts.isEmpty ? sameOrder : "another order, \(parts.joined(separator: ", "))"
    guard !changes.free.isEmpty else { return order }
    return parts.isEmpty ? freeOrder : "\(order), \(freeOrder)"
  }

  /// The handlers whose order is the same: of those that ran in both runs.
  private var sameOrder: String {
    let common = alignment.handlersInCommon
    let most = max(handlers(alignment.before), handlers(alignment.after))
    if most == 0 { return "no handler in either run" }
    if common == 0 { return "no handler in common" }
    return common == most
      ? "same order" : "same order of \(plural(common, "handler")) in both"
  }

  private func handlers(_ run: ComparedRun) -> Int { run.steps.count { $0.note == nil } }

  private var promises: [String] {
    func number(_ presences: [RunChanges.Presence], known: Bool) -> Int {
      presences.filter { $0.reason.isKnown == known }.reduce(0) { $0 + 1 + $1.followers.count }
    }
    return [
      counted(number(changes.appeared, known: true), "promise", "new"),
      counted(number(changes.gone, known: true), "promise", "gone"),
      counted(
        number(changes.appeared + changes.gone, known: false), "promise", "possibly in one run only"
      ),
    ]
  }

  private func times(_ changes: [RunChanges.TimeChange], _ word: String) -> String {
    guard let most = changes.first?.difference.magnitude,
      let least = changes.last?.difference.magnitude
    else { return "" }
    let (low, high) = (
      milliseconds(Int64(clamping: least)), milliseconds(Int64(clamping: most))
    )
    return "\(grouped(changes.count)) \(word) by \(low == high ? low : "\(low) to \(high)") ms"
  }

  private func counted(_ number: Int, _ noun: String, _ rest: String = "") -> String {
    number == 0 ? "" : plural(number, noun) + (rest.isEmpty ? "" : " \(rest)")
  }

  /// Returns the heading of a part.
  func title(of section: DiffSection) -> String {
    switch section {
    case .races: "RACES"
    case .promises: "PROMISES: + only in B, - only in A"
    case .order: "ORDER"
    case .outcomes: "OUTCOMES"
    case .values: "VALUES"
    case .chains: "CHAINS"
    case .queues: "QUEUES"
    case .printed: "PRINTED: + only in B, - only in A"
    case .times: "TIMES\(floor); the run \(runLength)"
    case .warnings: "WARNINGS: + only in B, - only in A"
    }
  }

  /// The smallest difference in time that is reported: `, from 10.0 ms and 10 %`.
  private var floor: String {
    var parts: [String] = []
    if threshold.length >= 100_000 { parts.append("\(milliseconds(threshold.length)) ms") }
    if threshold.share > 0 { parts.append("\(Int((threshold.share * 100).rounded())) %") }
    return parts.isEmpty ? "" : ", from \(parts.joined(separator: " and "))"
  }

  private var runLength: String {
    let longer = alignment.longer
    if longer == 0 { return "takes the same time" }
    let length = milliseconds(Int64(clamping: longer.magnitude))
    return "takes \(length) ms \(longer > 0 ? "longer" : "less")"
  }
}
