import PromiseGraph

/// What was checked, as text.
struct CheckReport {
  var runs: [CheckedRun]
  /// Only what fails is told.
  var isQuiet = false
  /// The command that writes the golden order anew.
  var update: String?

  var failures: Int { runs.reduce(0) { $0 + $1.results.count { $0.failure != nil } } }
  private var count: Int { runs.reduce(0) { $0 + $1.results.count } }

  /// The report; nothing where all holds and it is quiet.
  var text: String {
    var text = runs.map { run in
      run.results.map { Self.text(of: $0, in: run, isQuiet: isQuiet) }.joined() + notes(on: run)
    }.joined()
    if failures > 0 {
      text += "\n\(failures) of \(Figures.count(count, "check")) failed.\n" + advice
    } else if !isQuiet, count > 1 {
      text += "\nAll \(count) checks hold.\n"
    }
    return text
  }

  private static func text(of result: CheckResult, in run: CheckedRun, isQuiet: Bool) -> String {
    guard let failure = result.failure else {
      return isQuiet ? "" : "ok    \(run.name): \(result.what)\(result.about)\n"
    }
    let details = result.details.split(separator: "\n").map { "      \($0)\n" }.joined()
    return "FAIL  \(run.name): \(result.what): \(failure)\n\(details)"
  }

  /// What is not known of a run.
  private func notes(on run: CheckedRun) -> String {
    var notes: [String] = []
    if run.order.lost > 0 {
      notes.append(
        "\(Figures.count(run.order.lost, "event")) lost: what happened there is not known")
    }
    if run.isCutShort {
      notes.append("cut short: what came after its last whole line is not known")
    }
    return notes.map { "note  \(run.name): \($0)\n" }.joined()
  }

  /// What to do next.
  private var advice: String {
    var lines: [String] = []
    if let run = runs.first(where: { $0.results.contains { $0.failure != nil } }), run.name != "-" {
      lines.append(
        "to look at it: promise-tui \(run.isDemo ? "demo" : "open") \(shellQuoted(run.name))")
    }
    let others = runs.filter { $0.results.contains { $0.failure != nil && $0.isOrder } }
    // Half a run is no order to expect.
    if let update, !others.isEmpty, !others.contains(where: \.isCutShort) {
      lines.append("if the order is right now: \(update)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
