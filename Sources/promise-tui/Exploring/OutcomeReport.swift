import ArgumentParser
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSystem

/// What can come out of a program, as text for people and as JSON for programs: of its schedules, or of its runs.
protocol OutcomeReport {
  /// What the program is called, and what was found of it, in sentences.
  var subject: String { get }
  var summary: [String] { get }
  /// What is counted: `schedules`, `runs`.
  var noun: String { get }
  var outcomes: [ReportedOutcome] { get }
  /// All sections of the text.
  var sections: [[String]] { get }
  /// The keys of the JSON. They are a promise: others may be added.
  var keys: [(String, JSON)] { get }
  /// What follows the frequency of an outcome in the JSON.
  func keys(ofOutcome place: Int) -> [(String, JSON)]
  /// The most characters of a line, but for commands and schedules, and of a result.
  var width: Int { get }
  var resultWidth: Int { get }
  /// Why nothing can be built on what was found; `nil` if something can.
  var obstacle: String? { get }
  /// Something breaks what is expected.
  var fails: Bool { get }
}

/// One of the things that can come out of a program.
struct ReportedOutcome {
  /// How many schedules or runs came to it, which part of them that is, and the number of the first.
  var count: Int
  var share: Double
  var first: Int
  /// The seed of the first; `nil` if nothing is shuffled.
  var seed: UInt64?
  var fails: Bool
  /// What it came to.
  var result: String
  /// Its handlers in order.
  var order: [String]
}

extension OutcomeReport {
  /// The text.
  var text: String { .sections(sections) }

  /// The JSON: one object in one line.
  var document: String { "\(JSON.object(keys))\n" }

  /// Prints `text`, and ends as what was found asks: by the signal that has stopped the search for it, if one has,
  /// or with a status.
  func end(printing text: String, stoppedBy signal: @autoclosure () -> Int32?) throws {
    Output.emit(text)
    if let signal = signal() { Signals.die(of: signal) }
    if let obstacle { throw CommandError(obstacle).told() }
    if fails { throw ExitCode.failure }
  }

  /// `text` in lines that are no longer than they may be.
  func folded(_ text: String, after start: String = "", indent: Int = 0) -> [String] {
    LinearReport.folded(text, after: start, indent: indent, width: width)
  }

  /// What is reported of, and what was found.
  var heading: [String] { [sanitized(subject).cut(to: width)] + summary.flatMap { folded($0) } }

  /// The outcomes, a row each; nothing where there are none.
  ///
  /// - Parameter hasSeeds: Whether there is a column for seeds.
  func table(_ title: String, hasSeeds: Bool = false) -> [String] {
    let outcomes = outcomes
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
    for (place, row) in outcomes.enumerated() {
      table.add(
        ["\(place + 1)", grouped(row.count), percentage(row.share, " %"), "#\(grouped(row.first))"]
          + (hasSeeds ? [row.seed.map { "\($0)" } ?? ""] : [])
          + [row.fails ? "FAIL" : "", row.result, row.order.joined(separator: " ")])
    }
    return [title] + table.lines(indent: 0, width: width)
  }

  /// The outcomes, an object each.
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

  /// The lines of a run; of each, under `key`, whether it is of that kind.
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

/// Whether what can come out of a program is printed, and as what.
struct OutcomeOptions: ParsableArguments {
  @Flag(help: "Print a report, as text, also where there is a terminal.")
  var plain = false

  @Flag(help: "Print what was found as one object of JSON.")
  var json = false

  /// Refuses what does not go together; `isQuiet` says that little should be printed.
  func validate(beside isQuiet: Bool) throws {
    let chosen = [(plain, "--plain"), (json, "--json"), (isQuiet, "--quiet")].filter(\.0).map(\.1)
    if chosen.count > 1 {
      throw ValidationError("\(chosen.joined(separator: " and ")) exclude each other.")
    }
  }
}
