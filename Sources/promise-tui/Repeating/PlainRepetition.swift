import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSystem

/// Repeats a program on the command line: shows its progress, stops on `^C`, and prints the report.
struct PlainRepetition {
  let plan: RepeatPlan
  let kept: KeptRuns
  let isJSON: Bool
  /// Whether the text is printed even if another report goes to standard output.
  let isPlain: Bool
  let reporter: Reporter

  /// Runs the program, prints the report, and exits with the status that the runs call for.
  func run() throws {
    let (repeater, signal) = try Repeater.complete(in: kept) { changed in
      Repeater(plan, in: kept) { _ in changed() }
    }
    let report = RepetitionReport(
      repeater.repetition, of: repeater, width: Output.width ?? LinearReport.width)
    kept.close()
    if let problem = report.repetition.problem { throw CommandError(problem, status: 66).report() }
    try report.end(
      printing: isJSON ? report.document : report.text, alsoPlain: isPlain, reporter,
      stoppedBy: signal)
  }
}

/// Runs that go on, on threads of their own.
protocol OngoingRuns {
  /// Whether every run has ended or was stopped.
  var isOver: Bool { get }
  /// The progress in a line.
  var progressLine: String { get }
  /// The folder where the runs record.
  var kept: KeptRuns { get }
  /// Starts the runs; returns whether that succeeded.
  func start() -> Bool
  /// Stops the current runs, and does not start others.
  func stop()
}

extension Repeater: OngoingRuns {
  var progressLine: String { repetition.progressLine }
}

extension OngoingRuns {
  /// Creates runs with a closure that reports changes, starts them, and shows their progress until they end.
  /// Returns them, and the signal that stopped them, if any.
  ///
  /// - Throws: The exit status, after it is reported why they cannot start.
  static func complete(
    in kept: KeptRuns, _ create: (@escaping @Sendable () -> Void) -> Self?
  ) throws -> (runs: Self, signal: Int32?) {
    func noRoom(for what: String) -> ExitCode {
      kept.close()
      return CommandError("the system has no resources for more \(what)").report()
    }
    guard let news = WakePipe(), let runs = create({ news.wake() }) else {
      throw noRoom(for: "files")
    }
    Signals.forward(to: news)
    guard runs.start() else { throw noRoom(for: "threads") }
    let signal = runs.follow(news)
    Signals.release()
    return (runs, signal)
  }

  /// Shows the progress until the runs end; returns the signal that stopped them, if any.
  private func follow(_ news: WakePipe) -> Int32? {
    let progress = ProgressLine()
    var deadly: Int32?
    while !isOver {
      // The elapsed time advances even if nothing else happens.
      _ = waitToRead([news.reading], milliseconds: 200)
      let signals = news.drain()
      if signals.contains(SIGTSTP) { kill(getpid(), SIGSTOP) }
      if let signal = [SIGTERM, SIGHUP, SIGINT, SIGQUIT].first(where: signals.contains) {
        if deadly != nil {
          kept.close()
          Signals.terminate(by: signal)
        }
        deadly = signal
        stop()
      }
      progress?.show(progressLine)
    }
    progress?.clear()
    return deadly
  }
}
