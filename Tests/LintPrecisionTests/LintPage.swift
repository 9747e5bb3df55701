import Demos
import Foundation
import PromiseGraph

/// The page about the lints, generated from the comments above them.
struct LintPage {
  /// The number of random programs of each kind that its table is about.
  static let programs: UInt64 = 100
  /// The root of the repository.
  static let checkout = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The required parts of a comment, in order.
  private static let parts = ["**Why.** ", "**Told** ", "**Threshold.** ", "**Fix.** ", "```swift"]

  /// Returns the comment above a lint, and what is missing in it.
  static func comment(of lint: any Lint.Type) throws -> (text: String, faults: [String]) {
    let type = "\(lint)"
    let file = checkout.appending(path: "Sources/PromiseGraph/Lints/\(type).swift")
    let lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(where: { $0.hasPrefix("package enum \(type): Lint") }) else {
      return ("", ["\(type).swift declares no lint of that name"])
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
        faults.append("\(lint.id): \(part) \(isThere ? "too much" : "missing")")
      }
    }
    if !text.contains("// wrong") { faults.append("\(lint.id): no example of what is wrong") }
    if !text.contains("// right") { faults.append("\(lint.id): no example of what is right") }
    return (text, faults)
  }

  /// Returns the page, with `scores` as its table.
  static func text(_ scores: Scores) throws -> String {
    var text = """
      # Lints

      What a program does is looked at for \(Lints.all.count) mistakes. Each is told with the names and the
      places of the promises, the events that show it, and what to do about it: in the pane of warnings, in
      every report, and counted in the header.

      `promise-tui lints` lists them, `promise-tui lints ID` explains one. On every command that shows a
      run, `-A ID` does not tell of it (`-A all` of none), `-W ID` tells of it although all are allowed, and
      `-W ID=VALUE` sets its threshold: `-W slow-handler=200ms`.

      This page is made of the comments in the sources, by `make documents`.

      | lint | severity | what it is |
      |---|---|---|

      """
    for lint in Lints.all {
      text += "| [`\(lint.id)`](#\(lint.id)) | \(lint.severity) | \(lint.summary) |\n"
    }
    for lint in Lints.all {
      text += "\n## \(lint.id)\n\n" + (try comment(of: lint).text) + "\n"
      let demos = Demo.all.filter { $0.lints.contains(lint.id) }.map { "`\($0.name)`" }
      if !demos.isEmpty { text += "\nSee it: \(demos.joined(separator: ", ")).\n" }
    }
    return text + table(scores)
  }

  private static func table(_ scores: Scores) -> String {
    let head = """
      | lint | programs | told | right | missed | precision | recall |
      |---|---|---|---|---|---|---|

      """
    let rows = { (scores: [String: Score]) in
      scores.sorted { $0.key < $1.key }.map { "| `\($0)` | \($1.row) |\n" }.joined()
    }
    return """

      ## How often they are right

      \(programs) random programs of eight parts each, three of which make a mistake and five of which look
      like one, in a random order and under random schedules. What is to be told is known from how a part
      was written, and from nothing that it did. `main-queue-not-drained` needs a machine of its own, and is
      not among them. `make test-stress` runs more of them.

      \(head)\(rows(scores.seeded))
      The random programs of the library's stress suite, beside what a small model of the rules says of the
      same program: it has seen none of its events.

      \(head)\(rows(scores.modelled))
      """
  }
}
