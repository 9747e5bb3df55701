import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The warnings as text.
enum LintText {
  /// Lists all warnings, one or two lines for each.
  static var list: String {
    let width = Lints.every.map { $0.id.count }.max() ?? 0
    return Lints.every.map { lint in
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
    lines.append("silence it: -W \(lint.id)=off")
    lines.append("docs/debug/lints.md says when it is reported and when not, with an example.")
    return lines.joined(separator: "\n") + "\n"
  }
}
