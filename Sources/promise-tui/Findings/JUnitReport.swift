import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The results as the XML that CI servers read: a suite for each run, a case for each check, and the warnings as
/// the output of the suite.
struct JUnitReport {
  let report: FindingReport

  /// The document. It is the same for the same runs: it contains no date and no host name.
  var text: String {
    let runs = report.runs
    let unread = runs.count { $0.problem != nil }
    let tests = runs.reduce(unread) { $0 + $1.checks.count }
    let failures = runs.reduce(0) { $0 + $1.checks.count { $0.failure != nil } }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="\(Self.escaped(report.command))" tests="\(tests)" failures="\(failures)" errors="\(unread)">

      """ + runs.map(suite).joined() + "</testsuites>\n"
  }

  private func suite(_ run: ReportedRun) -> String {
    let time = Self.seconds(run.length)
    let name = Self.escaped(run.name)
    let failures = run.checks.count { $0.failure != nil }
    let errors = run.problem == nil ? 0 : 1
    return """
        <testsuite name="\(name)" tests="\(run.checks.count + errors)" failures="\(failures)" \
      errors="\(errors)" skipped="0" time="\(time)">

      """
        + Self.problem(run.problem, name)
        + run.checks.map { Self.testCase($0, name, time) }.joined()
        + output(run) + "  </testsuite>\n"
  }

  private static func problem(_ problem: ReportedFinding?, _ run: String) -> String {
    guard let problem else { return "" }
    return """
          <testcase name="can be read" classname="\(run)" time="0">
            <error message="\(escaped(problem.message))" type="trace"/>
          </testcase>

      """
  }

  private static func testCase(
    _ check: ReportedRun.Check, _ run: String, _ time: String
  ) -> String {
    let head =
      "    <testcase name=\"\(escaped(check.what))\" classname=\"\(run)\" time=\"\(time)\""
    guard let failure = check.failure else { return head + "/>\n" }
    let type = failure.rule == FindingRule.goldenOrder.id ? "order" : failure.rule
    return head + ">\n      <failure message=\"\(escaped(failure.message))\" type=\"\(type)\">"
      + escaped(failure.details.isEmpty ? failure.message : failure.details)
      + "</failure>\n    </testcase>\n"
  }

  /// Returns the warnings of a run: they are no failures, so that the report agrees with the exit status.
  private func output(_ run: ReportedRun) -> String {
    guard !run.warnings.isEmpty else { return "" }
    var only = report
    only.runs = [ReportedRun(name: run.name, warnings: run.warnings)]
    return "    <system-out>\(Self.escaped(CompilerLines(report: only).text))</system-out>\n"
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    let time = max(0, milliseconds)
    return "\(time / 1000)." + "\(time % 1000)".padded(before: 3, with: "0")
  }

  /// Escapes a text for XML; what XML cannot contain becomes U+FFFD. Other characters that a terminal
  /// would obey become references.
  static func escaped(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\n": "&#10;"
      case "\t": "&#9;"
      case "\r": "&#13;"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      case _ where isHarmful(scalar): "&#\(scalar.value);"
      default: nil
      }
    }
  }
}
