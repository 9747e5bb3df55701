import PromiseGraph
import PromiseInsight
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
