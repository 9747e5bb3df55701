import PromiseGraph
import PromiseKitLite
import PromiseScreens

/// The result of `check` as text.
struct CheckReport {
  var runs: [CheckedRun]
  /// Whether only failures are reported.
  var isQuiet = false
  /// The command that updates the golden order.
  var update: String?

  var failures: Int { runs.reduce(0) { $0 + $1.failures } }
  private var count: Int { runs.reduce(0) { $0 + $1.results.count } }

  /// The report; empty if everything holds and it is quiet.
  var text: String {
    var text = runs.map { run in
      run.results.map { Self.text(of: $0, in: run, isQuiet: isQuiet) }.joined() + notes(on: run)
    }.joined()
    if failures > 0 {
      text += "\n\(failures) of \(plural(count, "check")) failed.\n" + advice
    } else if !isQuiet, count > 1 {
      text += "\nAll \(count) checks hold.\n"
    }
    return text
  }

  private static func text(of result: CheckResult, in run: CheckedRun, isQuiet: Bool) -> String {
    guard let failure = result.failure else {
      return isQuiet
        ? "" : "ok    " + sanitized("\(run.name): \(result.what)\(result.about)") + "\n"
    }
    let details = result.details.split(separator: "\n").map { "      \(sanitized(String($0)))\n" }
    return "FAIL  " + sanitized("\(run.name): \(result.what): \(failure)") + "\n"
      + details.joined()
  }

  /// Returns what is unknown about a run, and of one that failed, what probably went wrong.
  private func notes(on run: CheckedRun) -> String {
    var notes: [String] = []
    if run.order.lost > 0 {
      notes.append(
        "\(plural(run.order.lost, "event")) lost: what happened there is unknown")
    }
    if run.ending == .cutShort {
      notes.append("cut short: what followed the last whole line is unknown")
    } else if run.isCutShort {
      notes.append(run.ending.sentence(.english))
    }
    if run.failures > 0, let culprit = run.culprit {
      notes.append("a likely cause: \(sanitized(culprit.line))")
    }
    return notes.map { "note  \(sanitized(run.name)): \($0)\n" }.joined()
  }

  /// The next steps.
  private var advice: String {
    var lines: [String] = []
    if let run = runs.first(where: { $0.failures > 0 }), run.name != "-" {
      lines.append(
        "to look at it: promise-tui \(run.isDemo ? "demo" : "open") \(shellQuoted(run.name))")
    }
    let others = runs.filter { $0.results.contains { $0.failure != nil && $0.isOrder } }
    // An incomplete run must not become the expected order.
    if let update, !others.isEmpty, !others.contains(where: \.isCutShort) {
      lines.append("if the new order is right: \(update)")
    }
    return lines.map { sanitized($0) + "\n" }.joined()
  }
}

/// The results as the XML that CI servers read: a suite for each run, a case for each check.
struct JUnitReport {
  var runs: [CheckedRun]
  /// The runs that could not be read, and why.
  var unread: [(name: String, reason: String)] = []

  /// The document. It is the same for the same runs: it contains no date and no host name.
  var text: String {
    let tests = runs.reduce(unread.count) { $0 + $1.results.count }
    let failures = runs.reduce(0) { $0 + $1.failures }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="promise-tui check" tests="\(tests)" failures="\(failures)" errors="\(unread.count)">

      """ + runs.map(Self.suite).joined() + unread.map(Self.unreadSuite).joined()
        + "</testsuites>\n"
  }

  private static func suite(_ run: CheckedRun) -> String {
    let time = seconds(run.length)
    let name = escaped(run.name)
    return """
        <testsuite name="\(name)" tests="\(run.results.count)" failures="\(run.failures)" \
      errors="0" skipped="0" time="\(time)">

      """
        + run.results.map { result in
          let head =
            "    <testcase name=\"\(escaped(result.what))\" classname=\"\(name)\" time=\"\(time)\""
          guard let failure = result.failure else { return head + "/>\n" }
          let type = result.isOrder ? "order" : "expectation"
          return head + ">\n      <failure message=\"\(escaped(failure))\" type=\"\(type)\">"
            + escaped(result.details.isEmpty ? failure : result.details)
            + "</failure>\n    </testcase>\n"
        }.joined() + "  </testsuite>\n"
  }

  private static func unreadSuite(_ name: String, _ reason: String) -> String {
    """
      <testsuite name="\(escaped(name))" tests="1" failures="0" errors="1" skipped="0" time="0">
        <testcase name="can be read" classname="\(escaped(name))" time="0">
          <error message="\(escaped(reason))" type="trace"/>
        </testcase>
      </testsuite>

    """
  }

  private static func seconds(_ milliseconds: Int64) -> String {
    let time = max(0, milliseconds)
    let rest = "\(time % 1000)"
    return "\(time / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
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
