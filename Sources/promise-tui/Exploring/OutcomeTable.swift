import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// What can come out of a program, a row an outcome: of its schedules, or of its runs.
struct OutcomeTable {
  /// An outcome.
  struct Row {
    /// How many schedules or runs came to it, which part of them that is, and the number of the first.
    var count: Int
    var share: Double
    var first: Int
    /// The seed of the first; none where nothing is shuffled.
    var seed: UInt64?
    var fails: Bool
    /// What it came to.
    var result: String
    /// Its handlers in order.
    var order: [String]
  }

  /// What is counted: `schedules`, `runs`.
  let noun: String
  let rows: [Row]
  var hasSeeds = false
  /// The most characters of a result, and of a line.
  var limit = 40
  var width = LinearReport.width

  /// The titles and the rows.
  var lines: [String] {
    var columns: [TextTable.Column] = [
      .init(title: "#", limit: 6, isNumber: true), .init(title: noun, limit: 13, isNumber: true),
      .init(title: "share", limit: 5, isNumber: true),
      .init(title: "first", limit: 13, isNumber: true),
    ]
    if hasSeeds { columns.append(.init(title: "seed", limit: 20, isNumber: true)) }
    columns += [
      .init(title: "", limit: 4), .init(title: "result", limit: limit),
      .init(title: "handlers in order", limit: width),
    ]
    var table = TextTable(columns)
    for (place, row) in rows.enumerated() {
      table.add(
        ["\(place + 1)", grouped(row.count), percentage(row.share, " %"), "#\(grouped(row.first))"]
          + (hasSeeds ? [row.seed.map { "\($0)" } ?? ""] : [])
          + [row.fails ? "FAIL" : "", row.result, row.order.joined(separator: " ")])
    }
    return table.lines(indent: 0, width: width)
  }
}

extension JSON {
  /// How often an outcome came, as the keys that its object begins with.
  static func frequency(
    _ place: Int, _ noun: String, _ count: Int, share: Double, first: Int
  ) -> [(String, JSON)] {
    [
      ("number", .number(place + 1)), (noun, .number(count)), ("share", .fraction(share)),
      ("first", .number(first)),
    ]
  }

  /// The lines of a run; of each, under `key`, whether it is of that kind.
  static func lines(_ lines: [RunLine], _ key: String, _ kind: RunLine.Kind) -> JSON {
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
