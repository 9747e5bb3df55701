import PromiseGraph
import PromiseInsight
import PromiseScreens

extension RunComparison {
  /// What changed in B, in one sentence.
  var summary: String {
    let isSame = differences.isEmpty
    if isSame, only.isEmpty, cut.isEmpty { return same }
    let parts = RunDifference.Section.allCases.filter(includes).flatMap(words)
      .filter { !$0.isEmpty }
    return (parts.isEmpty ? "Nothing changed in B" : "In B: \(parts.joined(separator: "; "))")
      + (cut.isEmpty ? "." : ", \(cut).")
  }

  /// Returns what changed in a part, in a few words; empty texts if nothing did.
  private func words(_ section: RunDifference.Section) -> [String] {
    let changes = differences.filter { $0.section == section }
    let known = changes.count { $0.sign != .unknown }
    switch section {
    case .races: return [counted(known, "promise", "settled by another one")]
    case .outcomes, .values, .chains, .queues:
      return [counted(known, String(section.rawValue.dropLast()), "changed")]
    case .printed: return [counted(known, "text", "printed in one run only")]
    case .order: return [order(changes)]
    case .times: return [times(changes, "slower", sign: 1), times(changes, "faster", sign: -1)]
    case .promises, .warnings:
      let noun = section == .promises ? "promise" : "warning"
      let counts = [RunDifference.Sign.added, .removed, .unknown].map { sign in
        changes.filter { $0.sign == sign }.reduce(0) { $0 + $1.promises }
      }
      return [
        counted(counts[0], noun, "new"), counted(counts[1], noun, "gone"),
        counted(counts[2], noun, "possibly in one run only"),
      ]
    }
  }

  /// The sentence for two runs without a difference.
  private var same: String {
    let counts = [
      plural(alignment.after.promises.count, "promise"),
      plural(alignment.after.handlerCount, "handler"),
    ]
    let rest = free.isEmpty ? "outcomes, values and order" : "outcomes and values; \(freeOrder)"
    return "The same run: \(counts.joined(separator: " and ")), with the same \(rest)."
  }

  /// The handlers whose order differs and explains no difference.
  private var freeOrder: String {
    "left out: \(plural(free.count, "handler")) in another order, which explains no "
      + "difference of the traces (--only order lists them)"
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

  private func order(_ changes: [RunDifference]) -> String {
    let counts = [RunDifference.Sign.changed, .removed, .added].map { sign in
      changes.count { $0.sign == sign }
    }
    let parts = zip(counts, ["moved", "in A only", "in B only"])
      .map { counted($0, "handler", $1) }.filter { !$0.isEmpty }
    let order = parts.isEmpty ? sameOrder : "another order, \(parts.joined(separator: ", "))"
    guard !free.isEmpty else { return order }
    return parts.isEmpty ? freeOrder : "\(order), \(freeOrder)"
  }

  /// The handlers whose order is the same: of those that ran in both runs.
  private var sameOrder: String {
    let common = alignment.handlersInCommon
    let most = max(alignment.before.handlerCount, alignment.after.handlerCount)
    if most == 0 { return "no handler in either run" }
    if common == 0 { return "no handler in common" }
    return common == most
      ? "same order" : "same order of \(plural(common, "handler")) in both"
  }

  private func times(_ changes: [RunDifference], _ word: String, sign: Int64) -> String {
    let lengths = changes.compactMap { difference in
      if case .time(let change) = difference.change, change.difference.signum() == sign {
        Int64(clamping: change.difference.magnitude)
      } else {
        nil
      }
    }
    guard let most = lengths.first, let least = lengths.last else { return "" }
    let (low, high) = (milliseconds(least), milliseconds(most))
    return "\(grouped(lengths.count)) \(word) by \(low == high ? low : "\(low) to \(high)") ms"
  }

  private func counted(_ number: Int, _ noun: String, _ rest: String) -> String {
    number == 0 ? "" : "\(plural(number, noun)) \(rest)"
  }
}

extension RunDifference {
  /// How many promises it is about, with those that follow from the first one.
  fileprivate var promises: Int {
    if case .presence(let presence, _) = change { 1 + presence.followers.count } else { 1 }
  }
}

// MARK: - The parts

extension RunComparison {
  /// Returns the heading of a part.
  func title(of section: RunDifference.Section) -> String {
    let title = section.rawValue.uppercased()
    switch section {
    case .races, .order, .outcomes, .values, .chains, .queues: return title
    case .promises, .printed, .warnings: return "\(title): + only in B, - only in A"
    case .times: return "\(title)\(floor); the run \(runLength)"
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
