import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// Runs of a program as lines of text.
struct RepetitionReport {
  let plan: RepeatPlan
  let repetition: Repetition
  /// The first group that fails beside one that passes; without one the second beside the first.
  let pair: RunPair?
  let folder: String
  /// The most characters of a line, but for commands.
  var width = LinearReport.width

  /// All of it.
  var text: String {
    [heading, outcomes, failures, divergence, keptRuns, next].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }
}

extension RepetitionReport {
  private var heading: [String] {
    var lines = [
      sanitized(repetition.program).cut(to: width)
    ]
    lines += folded(repetition.summary)
    lines += repetition.remarks.flatMap { folded($0) }
    return lines
  }

  private func folded(_ text: String, indent: Int = 0) -> [String] {
    LinearReport.folded(text, indent: indent, width: width)
  }

  private var outcomes: [String] {
    guard !repetition.groups.isEmpty else { return [] }
    let isSeeded = plan.seed != nil
    var columns: [TextTable.Column] = [
      .init(title: "#", limit: 6, isNumber: true), .init(title: "runs", limit: 13, isNumber: true),
      .init(title: "share", limit: 5, isNumber: true),
      .init(title: "first", limit: 13, isNumber: true),
    ]
    if isSeeded { columns.append(.init(title: "seed", limit: 20, isNumber: true)) }
    columns += [
      .init(title: "", limit: 4), .init(title: "result", limit: max(12, min(44, width - 56))),
      .init(title: "handlers in order", limit: width),
    ]
    var table = TextTable(columns)
    for (place, group) in repetition.groups.enumerated() {
      var cells = [
        "\(place + 1)", grouped(group.count), Figures.share(repetition.share(of: group)),
        "#\(grouped(group.first.number))",
      ]
      if isSeeded { cells.append(group.first.seed.map { "\($0)" } ?? "") }
      cells += [
        group.first.fails ? "FAIL" : "", group.first.words,
        (group.first.digest?.names ?? []).joined(separator: " "),
      ]
      table.add(cells)
    }
    return ["OUTCOMES, by \(repetition.grouping.words)"] + table.lines(indent: 0, width: width)
  }

  private var failures: [String] {
    let failing = repetition.groups.enumerated().filter { $0.element.first.fails }
    guard !failing.isEmpty else { return [] }
    return ["FAIL"]
      + failing.prefix(20).flatMap { place, group -> [String] in
        let said = group.first.lastWords.map { ", said last: \($0)" } ?? ""
        let broken = group.first.brokenWords.joined(separator: "; ")
        let why = broken.isEmpty ? "\(group.first.ending)" : broken
        return folded(
          "outcome \(place + 1), run \(group.first.number): \(why)\(said)", indent: 2)
      }
  }

  private var divergence: [String] {
    guard let pair else { return [] }
    let title = { (side: RunPair.Side) -> String in
      let run = repetition.groups[side.group].first
      return "\(run.fails ? "FAIL" : "passes"): outcome \(side.group + 1), run \(run.number)"
    }
    let lines = SideBySide(
      left: title(pair.other), Array(pair.other.lines.prefix(around: pair.other.event)),
      right: title(pair.this), Array(pair.this.lines.prefix(around: pair.this.event)), width: width
    ).lines
    return ["FIRST DIFFERENCE"] + lines + folded(pair.sentence)
  }

  private var keptRuns: [String] {
    if repetition.groups.contains(where: { $0.trace != nil }) {
      return ["KEPT in \(folder): one trace of each outcome"]
    }
    guard repetition.groups.contains(where: { $0.printed != nil }) else { return [] }
    return ["KEPT in \(folder): what the first run of each outcome printed"]
  }

  private var next: [String] {
    let place = pair?.this.group ?? repetition.firstFailure
    guard let place, let trace = repetition.groups[place].trace else { return [] }
    let run = repetition.groups[place].first
    var lines = ["NEXT", "  promise-tui open \(shellQuoted(trace))"]
    if let pair, let other = repetition.groups[pair.other.group].trace {
      lines.append("  promise-tui diff \(shellQuoted(other)) \(shellQuoted(trace))")
    }
    if run.seed != nil { lines.append("  \(plan.replay(run))") }
    return lines
  }
}

extension Array<RunLine> {
  /// The lines up to some after that of `event`.
  fileprivate func prefix(around event: Int) -> ArraySlice<Element> {
    let place = firstIndex { $0.event >= event } ?? count
    return prefix(place + 12)
  }
}
