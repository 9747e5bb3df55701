import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem

/// Looks for the order that makes a program fail on the command line: shows the progress, stops on `^C`, and
/// prints the report.
struct PlainOrderTrials {
  let plan: RepeatPlan
  let kept: KeptRuns
  let isJSON: Bool
  /// Whether the text is printed even if another report goes to standard output.
  let isPlain: Bool
  let reporter: Reporter

  /// Runs the program, prints the report, and exits with the status that the runs call for.
  func run() throws {
    let (trials, signal) = try OrderTrials.complete(in: kept) {
      OrderTrials(plan, in: kept, changed: $0)
    }
    let report = OrderReport(trials, width: Output.width ?? LinearReport.width)
    kept.close()
    if let problem = report.state.problem { throw CommandError(problem, status: 66).report() }
    try report.end(
      printing: isJSON ? report.document : report.text, alsoPlain: isPlain, reporter,
      stoppedBy: signal)
  }
}
