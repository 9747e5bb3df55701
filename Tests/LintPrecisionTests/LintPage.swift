import Demos
import Foundation
import PromiseGraph
import PromiseInsight

/// The page about the warnings, generated from the comments above the lints.
struct LintPage {
  /// How many random programs of each kind the table covers.
  static let programs = 100
  /// What the lints report for them.
  static let scores = Scores(seeds: 0..<programs)
  /// The root of the repository.
  static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The parts that a comment must have.
  private static let parts = [
    "**Why.** ", "**Reported** ", "**Threshold.** ", "**Fix.** ", "```swift",
  ]

  /// Returns the comment above a lint, and what is wrong with it.
  static func comment(of lint: any Lint.Type) throws -> (text: String, faults: [String]) {
    let type = "\(lint)"
    let kind = lint is any Relation.Type ? "Relation" : "Lint"
    let file = checkout.appending(path: "Sources/PromiseGraph/Lints/\(type).swift")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(where: { $0.hasPrefix("package enum \(type): \(kind)") })
    else {
      return ("", ["\(type).swift does not declare the lint"])
    }
    let above = lines[..<end].reversed().prefix { $0.hasPrefix("///") }.reversed()
    let text = above.map {
      $0.dropFirst(3).drop { $0 == " " }.isEmpty ? "" : String($0.dropFirst(4))
    }
    .joined(separator: "\n")
    var faults: [String] = []
    for part in parts {
      let isThere = text.contains("\n" + part)
      let isWanted = part != "**Threshold.** " || lint.threshold != nil
      if isThere != isWanted {
        faults.append("\(lint.id): \(part) \(isThere ? "unexpected" : "missing")")
      }
    }
    if !text.contains("// wrong") { faults.append("\(lint.id): no example of the mistake") }
    if !text.contains("// right") { faults.append("\(lint.id): no example of the fix") }
    let fix = text.range(of: "// right").map { text[$0.upperBound...] } ?? ""
    if !fix.contains("// Prints") {
      faults.append("\(lint.id): the fix does not say what it prints")
    }
    return (text, faults)
  }

  /// Returns the page, with `scores` as its table.
  static func text(_ scores: Scores) throws -> String {
    var text = """
      # Warnings

      Every run is checked for \(Lints.all.count) common mistakes. Each warning names the promises, their places
      in the source, the events that show the mistake, and a fix. Warnings are in the warnings pane, in every
      report, and counted in the header.

      `promise-tui about lints` lists them; `promise-tui about lints ID` explains one. Before every command that shows a run,
      `-W ID=off` silences one (`-W all=off` silences all), `-W ID` re-enables it, and `-W ID=VALUE` sets its
      threshold: `promise-tui -W slow-handler=200ms demo slow-main`.

      This page is generated from the comments in the sources by `make documents`.

      | lint | severity | mistake |
      |---|---|---|

      """
    for lint in Lints.all {
      text += "| [`\(lint.id)`](#\(lint.id)) | \(lint.severity) | \(lint.summary) |\n"
    }
    text += "\n**In a program of Node.js**, these are checked, with words of JavaScript: "
    text += Lints.all.filter { $0.inJavaScript != nil }.map { "`\($0.id)`" }
      .joined(separator: ", ")
    text += ". [javascript.md](javascript.md) says what is recorded of such a program.\n"
    text += """

      **Worth a look.** \(Lints.relations.count) relations compare what the promises of a line did with each other. What they find is
      unusual, and no proof of a mistake: a right program can have some of it. At most three things are listed, below the
      warnings, and behind them what is only advice; `-W worth=10` lists ten, and `-W worth=0` none. They fail no check. Programs of Node.js are
      not compared.

      **What went wrong, first.** `promise-tui open run.ptrace --wrong counted` lists what touches the promise `counted` first: what
      is about it, what led to it, what these started, what their lines did elsewhere, and its queue; each says which. What is too usual to be listed in every report, such
      as a `recover` that turned an error into a value, is listed then, too. It takes the name of
      a promise, a note or a part of one, `Sync.swift:41` (a line in a handler stands for it), or an [expectation](expectations.md) that should hold, such as
      `"save before render"`, and says whether it does. On the screen, select a promise and press `!`. `promise-tui repeat --wrong` does the same for many runs: of
      what only failing runs have, what touches it comes first.

      | relation | what is unusual |
      |---|---|

      """
    for relation in Lints.relations {
      text += "| [`\(relation.id)`](#\(relation.id)) | \(relation.summary) |\n"
    }
    for lint in Lints.every {
      text += "\n## \(lint.id)\n\n" + (try comment(of: lint).text) + "\n"
      var demos = Demo.all.filter { $0.lints.contains(lint.id) }.map { "`\($0.name)`" }
      if demos.isEmpty {
        demos = Demo.all.flatMap { demo in
          demo.variants.filter { $0.lints.contains(lint.id) }
            .map { "`\(([demo.name] + $0.settings).joined(separator: " "))`" }
        }
      }
      if !demos.isEmpty { text += "\nSee it: \(demos.joined(separator: ", ")).\n" }
    }
    return text + table(scores)
  }

  private static func table(_ scores: Scores) -> String {
    let head = """
      | lint | programs | reported | right | missed | precision | recall |
      |---|---|---|---|---|---|---|

      """
    let rows = { (scores: [String: Score]) in
      scores.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1.row) |\n" }.joined()
    }
    return """

      ## How often they are right

      \(programs) random programs of eight parts each, three with a mistake and five that look like one, in a
      random order and under random schedules. The expected warnings follow from how a part was written, not
      from what it did. `main-queue-not-drained` needs a machine of its own and is not included.
      `make test-stress` runs more programs.

      \(head)\(rows(scores.seeded))
      The random programs of the library's stress suite, compared with a small model of the rules, which sees the
      same program but none of its events.

      \(head)\(rows(scores.modelled))
      """
  }
}
