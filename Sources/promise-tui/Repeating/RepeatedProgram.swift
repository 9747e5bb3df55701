import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSystem

/// One run of a repeated program: it is started, ends, and its trace is read.
struct RepeatedProgram {
  let plan: RepeatPlan
  let kept: KeptRuns
  let number: Int

  /// A finished run.
  struct Result {
    var run: RepeatedRun
    /// The path of its trace; `nil` if it wrote none.
    var trace: String?
    /// Its output.
    var printed: PrintedFile
  }

  /// Why there is no run.
  enum Failure: Error {
    /// The program cannot be started.
    case start(ChildProcess.StartError)
    /// No file can be created for its output, with the system's error number.
    case file(Int32)
    /// The run was stopped.
    case stopped
  }

  /// Runs the program.
  ///
  /// - Parameter waiter: Closed to stop the run.
  func make(_ waiter: EventWaiter) throws(Failure) -> Result {
    guard let printed = PrintedFile() else { throw .file(errno) }
    let seed = plan.seed(of: number)
    var program = ChildProcess.Program(plan.arguments, recordingTo: kept.target(ofRun: number))
    // Without a seed of ours, the user's own PROMISE_SHUFFLE applies.
    if let seed { program.variables["PROMISE_SHUFFLE"] = plan.shuffle(seed) }
    program.print(into: printed)
    let child: ChildProcess
    do throws(ChildProcess.StartError) {
      child = try ChildProcess.start(program)
    } catch {
      throw .start(error)
    }
    guard let ending = wait(for: child, waiter) else { throw .stopped }
    return read(ending, printed, seed)
  }

  /// Waits for the end; `nil` if the run is stopped.
  private func wait(for child: ChildProcess, _ waiter: EventWaiter) -> RunEnding? {
    let deadline = EventWaiter.now + plan.limit.nanoseconds
    while child.ending == nil {
      switch waiter.wait(for: [child.ended], until: deadline) {
      case .ready: break
      case .saved, .closed:
        child.end(asking: SIGTERM, patience: 500)
        return nil
      case .late:
        // The program gets time to write its last lines.
        child.end(asking: SIGTERM, patience: 500)
        return .timedOut
      }
    }
    return child.ending.map(RunEnding.init)
  }

  /// Reads what the run recorded.
  private func read(_ ending: RunEnding, _ printed: PrintedFile, _ seed: UInt64?) -> Result {
    var best: (trace: String, events: [PromiseEvent])?
    for trace in kept.traces(ofRun: number) {
      let events = RunTrace.events(of: trace)
      if !events.isEmpty, events.count > best?.events.count ?? 0 { best = (trace, events) }
    }
    var run = RepeatedRun(
      number: number, seed: seed, ending: ending,
      digest: best.map { RunDigest($0.events, by: plan.grouping) },
      crashSummary: CrashSummary(printed.end).reason)
    run.replay = plan.replay(run)
    (run.broken, run.reasons) = broken(in: best?.events)
    return Result(run: run, trace: best?.trace, printed: printed)
  }

  /// Returns the expectations that do not hold in these events, and why. In a run that recorded
  /// nothing, none holds, because none could be checked.
  private func broken(in events: [PromiseEvent]?) -> (texts: [String], reasons: [String]) {
    let texts = plan.expectations.map(\.text)
    guard !texts.isEmpty else { return ([], []) }
    guard let events else { return (texts, texts.map { _ in "nothing was recorded" }) }
    let run = NamedRun(events)
    let failures = plan.expectations.compactMap { expectation in
      expectation.failure(in: run).map { (expectation.text, $0.sentence(in: run)) }
    }
    return (failures.map(\.0), failures.map(\.1))
  }
}

extension RunEnding {
  /// Converts the ending that the system reports.
  fileprivate init(_ ending: ChildProcess.Ending) {
    switch ending {
    case .exited(let status): self = .exited(status)
    case .signalled(let number): self = .signalled(number)
    }
  }
}
