import ArgumentParser
import PromiseGraph
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
    func noRoom(for what: String) -> ExitCode {
      kept.close()
      return CommandError("the system has no resources for more \(what)").report()
    }
    guard let news = WakePipe(), let trials = OrderTrials(plan, in: kept, changed: { news.wake() })
    else { throw noRoom(for: "files") }
    Signals.forward(to: news)
    guard trials.start() else { throw noRoom(for: "threads") }
    let signal = trials.follow(news)
    Signals.release()
    let report = OrderReport(trials, width: Output.width ?? LinearReport.width)
    kept.close()
    if let problem = report.state.problem { throw CommandError(problem, status: 66).report() }
    try report.end(
      printing: isJSON ? report.document : report.text, alsoPlain: isPlain, reporter,
      stoppedBy: signal)
  }

  /// Returns why a file has no order that a program can keep; `nil` if it has one.
  static func problem(withSchedule path: String) -> CommandError? {
    do throws(SmallFile.Failure) {
      let text = String(decoding: try SmallFile.read(path, limit: mostBytes), as: UTF8.self)
      do throws(JobSchedule.Misread) {
        _ = try JobSchedule(text)
        return nil
      } catch {
        return CommandError(
          "--schedule: \(path), line \(error.line): \(error.reason). 'repeat --schedules' writes such files",
          status: 65)
      }
    } catch {
      return CommandError(
        "--schedule: \(FileError.sentence(.read, path, error.number))", status: 66)
    }
  }

  private static var mostBytes: Int { 64 << 20 }
}
