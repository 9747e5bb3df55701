import ArgumentParser
import PromiseGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs of a program by the command line: it says how far it is, stops by `^C`, and prints what was found.
struct PlainRepetition {
  let plan: RepeatPlan
  let kept: KeptRuns
  let isJSON: Bool

  /// Runs the program, prints, and ends as the runs ask.
  func run() throws {
    guard let news = WakePipe(), let repeater = Repeater(plan, in: kept, changed: { news.wake() })
    else {
      kept.close()
      Output.complain("the system has no room for more files")
      throw ExitCode.failure
    }
    Signals.noteInterrupt()
    guard repeater.start() else {
      kept.close()
      Output.complain("the system has no room for more threads")
      throw ExitCode.failure
    }
    follow(repeater, news)
    try finish(repeater)
  }

  /// Says how far it is until it is over.
  private func follow(_ repeater: Repeater, _ news: WakePipe) {
    let progress = ProgressLine()
    var source = pollfd(fd: news.reading, events: Int16(POLLIN), revents: 0)
    var isStopping = false
    while !repeater.isOver {
      // The time goes on, and `^C` is heard, where nothing else happens.
      _ = poll(&source, 1, 200)
      _ = news.drain()
      if Signals.hasInterrupt, !isStopping {
        isStopping = true
        repeater.stop()
      }
      progress?.show(repeater.repetition.progressLine)
    }
    progress?.clear()
  }

  private func finish(_ repeater: Repeater) throws {
    let repetition = repeater.repetition
    let pair = (repetition.firstFailure ?? (repetition.groups.count > 1 ? 1 : nil))
      .flatMap { RunPair(repetition, group: $0) }
    kept.close()
    if let problem = repeater.problem { throw plan.unstartable(problem) }
    Output.emit(
      isJSON
        ? RepetitionDocument(plan: plan, repetition: repetition, pair: pair, folder: kept.path).text
        : RepetitionReport(plan: plan, repetition: repetition, pair: pair, folder: kept.path).text)
    if Signals.hasInterrupt { Signals.die(of: SIGINT) }
    if repetition.failures > 0 { throw ExitCode.failure }
  }
}

extension RepeatPlan {
  /// Says why the program cannot be run.
  func unstartable(_ problem: ChildProcess.StartError) -> ExitCode {
    let program = words.first ?? ""
    let advice =
      problem.number == ENOENT && !program.contains("/")
      ? ": a program in this folder is called ./\(program)" : ""
    Output.complain("\(program) cannot be run: \(problem)\(advice)")
    return ExitCode(66)
  }
}
