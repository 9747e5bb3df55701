import ArgumentParser
import Demos
import PromiseGraph

/// `promise-tui lints`: the mistakes that are looked for.
struct LintsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lints",
    abstract: "Tell which mistakes are looked for, or explain one.",
    discussion: """
      Whatever a run shows, its mistakes are told: in the pane of warnings, in reports, and \
      counted in the header. -A and -W say on every command which of them, and from where on.

      EXAMPLES
        promise-tui lints
        promise-tui lints slow-handler
        promise-tui demo slow-main -W slow-handler=200ms --plain
        promise-tui demo dashboard-race -A all -W rejection-lost --plain
      """)

  @Argument(
    help: "The lint to explain. Without one all are listed.",
    completion: .list(Lints.all.map { $0.id }))
  var name: String?

  func validate() throws {
    if let name { _ = try LintOptions.lint(named: name) }
  }

  func run() throws {
    guard let name else { return Output.emit(Self.list) }
    Output.emit(Self.explanation(of: try LintOptions.lint(named: name)))
  }

  /// All of them, a line or two each.
  static var list: String {
    let width = Lints.all.map { $0.id.count }.max() ?? 0
    return Lints.all.map { lint in
      let threshold = lint.threshold.map { " (\($0.text(of: $0.standard)))" } ?? ""
      return lint.id.padded(to: width + 2) + "\(lint.severity)".padded(to: 9) + lint.summary
        + threshold
        + "\n"
    }.joined()
  }

  /// What it is, what to do about it, and where it can be seen.
  static func explanation(of lint: any Lint.Type) -> String {
    var lines = ["\(lint.id) (\(lint.severity)): \(lint.summary)", "", "fix: \(lint.fix)"]
    if let threshold = lint.threshold {
      let standard = threshold.text(of: threshold.standard)
      lines.append(
        "threshold: \(threshold.meaning), \(standard); -W \(lint.id)=\(standard) sets it")
    }
    let demos = Demo.all.filter { $0.lints.contains(lint.id) }.map(\.name)
    if !demos.isEmpty {
      lines.append("see it: " + demos.map { "promise-tui demo \($0)" }.joined(separator: ", "))
    }
    lines.append("not to be told of it: -A \(lint.id)")
    lines.append("docs/lints.md says when it is told and when not, with an example.")
    return lines.joined(separator: "\n") + "\n"
  }
}
