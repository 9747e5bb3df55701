import PromiseGraph
import PromiseInsight

/// A kind of finding: each lint is one, and so is each kind of check.
struct FindingRule: Hashable, Sendable {
  var id: String
  var level: ReportedFinding.Level
  /// What it reports: a sentence without its full stop.
  var summary: String
  /// What to do about it.
  var fix: String
  /// The page that explains it.
  var page: String

  /// Every rule, the lints first.
  static let all: [FindingRule] = Lints.every.map { FindingRule($0) } + checks

  /// The kinds of checks.
  static let checks = [goldenOrder, expectation, failingRun, unreadableRun]

  static let goldenOrder = FindingRule(
    id: "golden-order", level: .error, summary: "the handlers did not start in the golden order",
    fix: "look at the run, or write the new order with 'promise-tui check --update'",
    page: "docs/debug/checking.md")
  static let expectation = FindingRule(
    id: "expectation", level: .error, summary: "an expectation does not hold",
    fix: "look at the run at the event that the message names", page: "docs/debug/expectations.md")
  static let failingRun = FindingRule(
    id: "failing-run", level: .error, summary: "a run of a program failed",
    fix: "open the trace of the outcome that 'promise-tui repeat' has kept",
    page: "docs/debug/repeat.md")
  static let unreadableRun = FindingRule(
    id: "unreadable-run", level: .error, summary: "a run could not be checked",
    fix: "record it again, or name another file", page: "docs/debug/checking.md")

  /// The name as text: `slow handler`.
  var title: String { String(id.map { $0 == "-" ? " " : $0 }) }
}

extension FindingRule {
  /// Creates the rule of a lint.
  init(_ lint: any Lint.Type) {
    self.init(
      id: lint.id, level: ReportedFinding.Level(lint.severity), summary: lint.summary,
      fix: lint.fix,
      page: "docs/debug/lints.md#\(lint.id)")
  }
}

extension ReportedFinding.Level {
  /// Creates the level of a warning.
  init(_ severity: Severity) {
    switch severity {
    case .look, .advice: self = .note
    case .warning: self = .warning
    case .error: self = .error
    }
  }
}
