import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem

/// The findings as workflow commands, which GitHub shows beside the lines of a pull request; and a summary in
/// Markdown, which it shows on the page of the run.
struct GitHubReport {
  let report: FindingReport

  /// GitHub shows this many annotations of each kind for a step.
  static let mostAnnotations = 10
  /// The most rows of the summary. GitHub accepts a megabyte for a step.
  static let mostRows = 100
}

// MARK: - Annotations

extension GitHubReport {
  /// The commands, the most serious first, and a line that says how many more there are.
  var annotations: String {
    let entries = report.entries
    var text = ""
    var hidden: [String] = []
    for level in ReportedFinding.Level.allCases {
      let some = entries.filter { $0.finding.level == level }
      text += some.prefix(Self.mostAnnotations).map(command).joined()
      let rest = some.count - Self.mostAnnotations
      if rest > 0 { hidden.append(plural(rest, "more \(level)")) }
    }
    guard !hidden.isEmpty else { return text }
    return text
      + "\(hidden.joined(separator: ", ")): GitHub shows \(Self.mostAnnotations) of each kind for a step; "
      + "the summary and other reports list them\n"
  }

  private func command(_ entry: FindingReport.Entry) -> String {
    let finding = entry.finding
    var properties: [(String, String)] = []
    if let place = finding.place {
      properties.append(("file", report.path(of: place)))
      if let line = place.line { properties.append(("line", "\(line)")) }
      if let column = place.column { properties.append(("col", "\(column)")) }
    }
    properties.append(("title", "\(finding.rule)"))
    var lines = [finding.message]
    if !finding.details.isEmpty { lines.append(finding.details) }
    lines += finding.related.prefix(5).map { "so: \($0.message)" }
    if !finding.fix.isEmpty { lines.append("fix: \(sanitized(finding.fix))") }
    let name = finding.level == .note ? "notice" : finding.level.rawValue
    let list = properties.map { "\($0)=\(Self.property(sanitized($1)))" }.joined(separator: ",")
    return "::\(name) \(list)::\(Self.data(Self.bounded(lines.joined(separator: "\n"))))\n"
  }

  /// GitHub cuts longer messages off.
  private static func bounded(_ text: String) -> String {
    text.utf8.count <= 4000 ? text : String(text.prefix(1000)) + "…"
  }

  /// Escapes the message of a command.
  static func data(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// Escapes the value of a property of a command.
  static func property(_ text: String) -> String {
    data(text).escaped { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}

// MARK: - The summary

extension GitHubReport {
  /// A heading with the counts, and a table of the findings.
  var summary: String {
    let entries = report.entries
    var text = "### \(Self.markdown(report.command)): \(report.summary)\n"
    guard !entries.isEmpty else { return text }
    text += "\n| | where | what | rule |\n|---|---|---|---|\n"
    let ordered = ReportedFinding.Level.allCases.flatMap { level in
      entries.filter { $0.finding.level == level }
    }
    text += ordered.prefix(Self.mostRows).map(row).joined()
    let rest = ordered.count - Self.mostRows
    if rest > 0 { text += "\n… and \(rest) more\n" }
    return text
  }

  private func row(_ entry: FindingReport.Entry) -> String {
    let finding = entry.finding
    let place = finding.place.map { place in
      report.path(of: place) + (place.line.map { ":\($0)" } ?? "")
    }
    let cells = [
      finding.level.rawValue, place ?? entry.runs.first ?? "", finding.message,
      finding.rule,
    ]
    return "| " + cells.map { Self.markdown($0) }.joined(separator: " | ") + " |\n"
  }

  /// Returns text as it reads in a cell of a table, at most some hundred characters of it.
  static func markdown(_ text: String) -> String {
    let text = text.count > 400 ? "\(text.prefix(400))…" : text
    return sanitized(text).escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "|", "\\", "`", "*", "_", "[", "]", "#", "~", "$", "!", "@": "\\\(scalar)"
      default: nil
      }
    }
  }
}

/// The summary of a step of a GitHub workflow: a file of Markdown that each command of the step adds to.
enum StepSummary {
  /// Adds text to the file that `GITHUB_STEP_SUMMARY` names; does nothing if it is not set.
  static func append(
    _ text: String, in environment: TerminalEnvironment = .current
  ) throws(CommandError) {
    let path = environment[.stepSummary]
    guard !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    let number = file < 0 ? errno : writeBytes(Array(text.utf8)[...], to: file)
    if file >= 0 { close(file) }
    if let number { throw .unwritable(path, number).about("GITHUB_STEP_SUMMARY") }
  }
}
