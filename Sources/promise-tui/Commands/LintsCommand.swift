import ArgumentParser
import Demos
import PromiseGraph
import PromiseInsight

/// `promise-tui lints`: lists the warnings.
struct LintsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lints",
    abstract: "List the warnings, or explain one.",
    usage: "promise-tui lints [<name>]",
    discussion: """
      Every run is checked for common mistakes. Warnings appear in the warnings pane and in \
      reports, and the header counts them. On every command that shows a run, -A silences a \
      warning, and -W enables it or sets its threshold.

      EXAMPLES
        promise-tui lints
        promise-tui lints slow-handler
        promise-tui demo slow-main -W slow-handler=200ms --plain
        promise-tui demo dashboard-race -A all -W rejection-lost --plain
      """)

  @Argument(
    help: "The warning to explain. Without it, all are listed.",
    completion: .list(Lints.all.map { $0.id }))
  var name: String?

  func validate() throws {
    if let name { _ = try LintOptions.lint(named: name) }
  }

  func run() throws {
    guard let name else { return Output.emit(Self.list) }
    Output.emit(Self.explanation(of: try LintOptions.lint(named: name)))
  }

  /// Lists all warnings, one or two lines for each.
  static var list: String {
    let width = Lints.all.map { $0.id.count }.max() ?? 0
    return Lints.all.map { lint in
      let threshold = lint.threshold.map { " (\($0.text(of: $0.standard)))" } ?? ""
      return lint.id.padded(to: width + 2) + "\(lint.severity)".padded(to: 9) + lint.summary
        + threshold
        + "\n"
    }.joined()
  }

  /// Explains a warning: what it means, how to fix it, and which demos show it.
  static func explanation(of lint: any Lint.Type) -> String {
    var lines = ["\(lint.id) (\(lint.severity)): \(lint.summary)", "", "fix: \(lint.fix)"]
    if let threshold = lint.threshold {
      let standard = threshold.text(of: threshold.standard)
      lines.append(
        "threshold: \(standard) (\(threshold.meaning)); set it with -W \(lint.id)=\(standard)")
    }
    if lint == OrderUnlike.self {
      lines.append("library: PromiseKit; set another one with -W \(lint.id)=javascript")
    }
    let demos = Demo.all.filter { $0.lints.contains(lint.id) }.map(\.name)
    if !demos.isEmpty {
      lines.append("see it: " + demos.map { "promise-tui demo \($0)" }.joined(separator: ", "))
    }
    lines.append("silence it: -A \(lint.id)")
    lines.append("docs/lints.md says when it is reported and when not, with an example.")
    return lines.joined(separator: "\n") + "\n"
  }
}
