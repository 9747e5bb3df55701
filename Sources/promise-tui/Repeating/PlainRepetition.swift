import ArgumentParser
import PromiseGraph
import PromiseSystem

/// Runs of a program by the command line: it says how far it is, stops by `^C`, and prints what was found.
struct PlainRepetition {
  let plan: RepeatPlan
  let kept: KeptRuns
  let isJSON: Bool

  /// Runs the program, prints, and ends as the runs ask.
  func run() throws {
    func noRoom(for what: String) -> ExitCode {
      kept.close()
      return Refusal("the system has no room for more \(what)").told()
    }
    guard let news = WakePipe(),
      let repeater = Repeater(plan, in: kept, changed: { _ in news.wake() })
    else { throw noRoom(for: "files") }
    Signals.tell(news)
    guard repeater.start() else { throw noRoom(for: "threads") }
    let signal = follow(repeater, news)
    Signals.release()
    try finish(repeater, stoppedBy: signal)
  }

  /// Says how far it is until it is over; answers the signal that has stopped it, if one has.
  private func follow(_ repeater: Repeater, _ news: WakePipe) -> Int32? {
    let progress = ProgressLine()
    var deadly: Int32?
    while !repeater.isOver {
      // The time goes on where nothing else happens.
      _ = waitToRead([news.reading], milliseconds: 200)
      let signals = news.drain()
      if signals.contains(SIGTSTP) { kill(getpid(), SIGSTOP) }
      if let signal = [SIGTERM, SIGHUP, SIGINT, SIGQUIT].first(where: signals.contains) {
        if deadly != nil {
          kept.close()
          Signals.die(of: signal)
        }
        deadly = signal
        repeater.stop()
      }
      progress?.show(repeater.repetition.progressLine)
    }
    progress?.clear()
    return deadly
  }

  private func finish(_ repeater: Repeater, stoppedBy signal: Int32?) throws {
    let repetition = repeater.repetition
    let pair = RunPair(toShow: repetition)
    kept.close()
    if let problem = repeater.problem {
      throw Refusal(plan.obstacle(problem), status: 66).told()
    }
    Output.emit(
      isJSON
        ? RepetitionDocument(plan: plan, repetition: repetition, pair: pair, folder: kept.path).text
        : RepetitionReport(
          plan: plan, repetition: repetition, pair: pair, folder: kept.path,
          width: Output.width ?? LinearReport.width
        ).text)
    if let signal { Signals.die(of: signal) }
    if repetition.failures > 0 { throw ExitCode.failure }
  }
}

extension RepeatPlan {
  /// Why the program cannot be run.
  func obstacle(_ problem: ChildProcess.StartError) -> String {
    ChildProcess.explanation(of: problem, words.first ?? "")
  }
}
