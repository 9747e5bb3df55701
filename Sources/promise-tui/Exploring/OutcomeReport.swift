import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A report of the outcomes of a program's schedules or runs: as text for people, and as JSON for
/// programs.
protocol OutcomeReport {
  /// The program's name, and the findings in sentences.
  var subject: String { get }
  var summary: [String] { get }
  /// The outcomes; `nil` if the report is about something else.
  var found: OutcomeSummary? { get }
  /// The sections of the text.
  var sections: [[String]] { get }
  /// The keys of the JSON. They are stable; others may be added.
  var keys: [(String, JSON)] { get }
  /// Returns the keys that follow the frequency of an outcome in the JSON.
  func keys(ofOutcome place: Int) -> [(String, JSON)]
  /// The maximum width of a line, except for commands and schedules.
  var width: Int { get }
  /// The maximum width of a result.
  var resultWidth: Int { get }
  /// Why the findings are unreliable; `nil` if they are not.
  var problem: String? { get }
  /// Whether an expectation is violated.
  var fails: Bool { get }
  /// Returns the runs with their checks and warnings, for editors and CI.
  func reported(_ reporter: inout Reporter) -> [ReportedRun]
}

extension OutcomeReport {
  var outcomes: [FoundOutcome] { found?.outcomes ?? [] }

  /// The noun for what is counted: `schedules`, `runs`.
  private var noun: String { found?.nouns(.english) ?? "" }

  /// The report as text.
  var text: String { .sections(sections) }

  /// The report as JSON: one object on one line.
  var document: String { "\(JSON.object(keys))\n" }

  /// Prints `text`, writes the reports, and ends the process as the findings call for: by the signal that stopped
  /// the search, if any, or with a status.
  ///
  /// - Parameters:
  ///   - text: The command's own report.
  ///   - isPlain: Whether it is printed even if another report goes to standard output.
  ///   - reporter: Writes the other reports.
  ///   - signal: The signal that stopped the search.
  func end(
    printing text: String, alsoPlain isPlain: Bool, _ reporter: Reporter,
    stoppedBy signal: @autoclosure () -> Int32?
  ) throws {
    var reporter = reporter
    if reporter.options.showsText || isPlain { Output.emit(text) }
    if !reporter.options.isEmpty {
      try reporter.write(
        reported(&reporter), status: problem != nil || fails ? 1 : 0, isShown: true, text: text)
    }
    if let signal = signal() { Signals.terminate(by: signal) }
    if let problem { throw CommandError(problem) }
    if fails { throw ExitCode.failure }
  }

  /// Returns `text`, broken into lines of at most `width` characters.
  func folded(_ text: String, after start: String = "", indent: Int = 0) -> [String] {
    LinearReport.folded(text, after: start, indent: indent, width: width)
  }

  /// What the report is about, and the findings.
  var heading: [String] { [sanitized(subject).cut(to: width)] + summary.flatMap { folded($0) } }

  /// Returns the table of outcomes, one row each; empty if there are none.
  ///
  /// - Parameters:
  ///   - hasSeeds: Whether there is a column for seeds.
  ///   - most: The most outcomes that pass, and that fail, in the table: those with the largest numbers. A line
  ///     counts the rest.
  func table(_ title: String, hasSeeds: Bool = false, most: Int = .max) -> [String] {
    let outcomes = outcomes
    let large = outcomes.indices.sorted {
      (outcomes[$1].count, $0) < (outcomes[$0].count, $1)
    }
    let shown = Set(
      large.filter { outcomes[$0].fails }.prefix(most)
        + large.filter { !outcomes[$0].fails }.prefix(most))
    guard !outcomes.isEmpty else { return [] }
    var columns: [TextTable.Column] = [
      .init(title: "#", limit: 6, isNumber: true), .init(title: noun, limit: 13, isNumber: true),
      .init(title: "share", limit: 5, isNumber: true),
      .init(title: "first", limit: 13, isNumber: true),
    ]
    if hasSeeds { columns.append(.init(title: "seed", limit: 20, isNumber: true)) }
    columns += [
      .init(title: "", limit: 4), .init(title: "result", limit: resultWidth),
      .init(title: "handlers in order", limit: width),
    ]
    var table = TextTable(columns)
    for (place, row) in outcomes.enumerated() where shown.contains(place) {
      table.add(
        ["\(place + 1)", grouped(row.count), percentage(row.share, " %"), "#\(grouped(row.first))"]
          + (hasSeeds ? [row.seed.map { "\($0)" } ?? ""] : [])
          + [row.fails ? "FAIL" : "", row.headline, row.order.joined(separator: " ")])
    }
    let rest = outcomes.indices.filter { !shown.contains($0) }
    let failing = rest.count { outcomes[$0].fails }
    let more =
      rest.isEmpty
      ? []
      : folded(
        "… \(plural(rest.count, "more outcome"))"
          + (failing > 0 ? ", of which \(grouped(failing)) failed" : "") + " (--json lists them)")
    return [title] + table.lines(indent: 0, width: width) + more
  }

  /// The outcomes, one object each.
  var outcomeList: JSON {
    .list(
      outcomes.enumerated().map { place, outcome in
        .object(
          [
            ("number", .number(place + 1)), (noun, .number(outcome.count)),
            ("share", .fraction(outcome.share)), ("first", .number(outcome.first)),
          ] + keys(ofOutcome: place))
      })
  }

  /// Returns the lines of a run; the flag at `key` says whether a line is of this kind.
  func list(_ lines: [RunLine], _ key: String, _ kind: RunLine.Kind) -> JSON {
    .list(
      lines.map { line in
        .object([
          ("event", .number(line.event)), ("nanoseconds", .number(Int(line.time))),
          ("queue", .maybe(line.queue)), ("text", .text(line.text)),
          (key, .flag(line.kind == kind)),
        ])
      })
  }
}

/// The options that select the form of a report.
struct OutcomeOptions: ParsableArguments {
  @Flag(help: "Print a report as text, even on a terminal.")
  var plain = false

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  /// Rejects options that cannot be combined; `isQuiet` is the command's own option to print
  /// little.
  func validate(beside isQuiet: Bool) throws {
    let chosen = [(plain, "--plain"), (json, "--json"), (isQuiet, "--quiet")].filter(\.0).map(\.1)
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) cannot be used together.")
    }
  }
}
