import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSystem

/// Runs a program repeatedly on the command line: shows the progress, stops on `^C`, and prints the report.
struct PlainRuns {
  let kept: KeptRuns
  let isJSON: Bool
  /// Whether the text is printed even if another report goes to standard output.
  let isPlain: Bool
  let reporter: Reporter

  /// Makes the runs that `create` returns, prints the report, and exits with the status that the runs call for.
  func run<Runs: OngoingRuns>(_ create: (@escaping @Sendable () -> Void) -> Runs?) throws {
    let (runs, signal) = try Runs.complete(in: kept, create)
    let report = runs.report(width: Output.width ?? LinearReport.width)
    kept.close()
    if let problem = runs.problem { throw CommandError(problem, status: 66) }
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
  /// Why no run could be made.
  var problem: String? { get }
  /// Returns the report of the runs, with lines of this width.
  func report(width: Int) -> any OutcomeReport
  /// Starts the runs; returns whether that succeeded.
  func start() -> Bool
  /// Stops the current runs, and does not start others.
  func stop()
}

extension Repeater: OngoingRuns {
  var progressLine: String { repetition.progressLine }
  var problem: String? { repetition.problem }
  func report(width: Int) -> any OutcomeReport {
    RepetitionReport(repetition, of: self, width: width)
  }
}

extension OrderTrials: OngoingRuns {
  var problem: String? { now.problem }
  func report(width: Int) -> any OutcomeReport { OrderReport(self, width: width) }
}

extension OngoingRuns {
  /// Creates runs with a closure that reports changes, starts them, and shows their progress until they end.
  /// Returns them, and the signal that stopped them, if any.
  ///
  /// - Throws: Why they cannot start.
  static func complete(
    in kept: KeptRuns, _ create: (@escaping @Sendable () -> Void) -> Self?
  ) throws -> (runs: Self, signal: Int32?) {
    func noRoom(for what: String) -> CommandError {
      kept.close()
      return CommandError("the system has no resources for more \(what)")
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
