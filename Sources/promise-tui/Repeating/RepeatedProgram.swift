import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// One run of a repeated program: it is started, ends, its trace is read, and it is judged.
struct RepeatedProgram {
  let plan: RepeatPlan
  let kept: KeptRuns
  let number: Int
  /// The file with the order that the run is to keep, if it is not that of the plan.
  var schedule: String?
  /// Which warnings are checked for.
  var lints = LintSettings()

  /// A finished run.
  struct Result {
    var run: RepeatedRun
    /// Its events; empty if it recorded nothing.
    var events: [PromiseEvent]
    /// What the warnings and the relations say of it.
    var told: [Culprit] = []
    /// Why it does not have what went wrong.
    var problem: String?
    /// The path of its trace; `nil` if it wrote none.
    var trace: String?
    /// Its output.
    var printed: PrintedOutput
  }

  /// Why there is no run.
  enum Failure: Error {
    /// The program cannot be started.
    case start(CommandError)
    /// The system has no resources for its output, with the error number.
    case output(Int32)
    /// The check command cannot be run; the text is the reason.
    case check(String)
    /// The run was stopped.
    case stopped
  }

  /// Runs the program.
  ///
  /// - Parameter waiter: Closed to stop the run.
  func make(_ waiter: EventWaiter) throws(Failure) -> Result {
    let texts = plan.failingOutput + plan.passingOutput
    guard let printed = PrintedOutput(searching: texts) else { throw .output(errno) }
    let seed = plan.seed(of: number)
    var program = ChildProcess.Program(plan.arguments, recordingTo: kept.path(ofRun: number))
    // Without a seed of ours, the user's own PROMISE_SHUFFLE applies.
    if let seed { program.variables["PROMISE_SHUFFLE"] = plan.shuffle(seed) }
    if let schedule = schedule ?? plan.schedule {
      program.variables["PROMISE_SCHEDULE"] = Folder.absolute(schedule)
      // Delays would only make it wait.
      program.variables.updateValue(nil, forKey: "PROMISE_SHUFFLE")
    }
    program.variables["PROMISE_REPEAT_RUN"] = "\(number)"
    program.skipBacktrace()
    printed.receive(from: &program)
    let child: ChildProcess
    do { child = try ChildProcess.start(program) } catch { throw .start(error) }
    guard let ending = child.ending(within: plan.limit, waiter, printing: printed) else {
      throw .stopped
    }
    var result = read(ending, printed, seed)
    try check(&result, waiter)
    return result
  }

  /// Reads what the run recorded, and judges it by that and by what it printed.
  private func read(_ ending: RunEnding, _ printed: PrintedOutput, _ seed: UInt64?) -> Result {
    var best: (trace: String, events: [PromiseEvent])?
    for trace in kept.traces(ofRun: number) {
      let events = Recording.events(of: trace)
      if !events.isEmpty, events.count > best?.events.count ?? 0 { best = (trace, events) }
    }
    var run = RepeatedRun(
      number: number, seed: seed, ending: ending, digest: nil,
      crashSummary: CrashSummary(printed.lastLines).reason)
    run.replay = plan.replay(run)
    run.allowsAnyExit = plan.allowsAnyExit
    run.output = printed.digestOfLines
    let found = printed.found
    run.faults =
      plan.failingOutput.filter(found.contains).map { .printed($0) }
      + plan.passingOutput.filter { !found.contains($0) }.map { .notPrinted($0) }
    var result = Result(
      run: run, events: best?.events ?? [], trace: best?.trace, printed: printed)
    judge(&result)
    return result
  }

  /// Runs the check command, if there is one and nothing else failed.
  private func check(_ result: inout Result, _ waiter: EventWaiter) throws(Failure) {
    guard let command = plan.check, !result.run.fails else { return }
    let output = kept.outputPath(ofRun: number)
    guard result.printed.write(to: output) else { throw .output(errno) }
    defer { unlink(output) }
    let found = try RunCheck(command: command, limit: plan.limit)
      .make(result.run, trace: result.trace, output: output, waiter)
    guard !found.ending.isGood else { return }
    result.run.faults.append(.check(found.ending))
    result.run.checkSummary = found.summary
  }

  /// Sets what a run did and what is said of it according to its events, and which expectations do not hold in it, and why. If it
  /// recorded nothing, none holds, because none could be checked.
  private func judge(_ result: inout Result) {
    let (events, expectations) = (result.events, plan.expectations)
    guard !events.isEmpty else {
      result.run.broken = expectations.map(\.text)
      result.run.reasons = expectations.map { _ in "nothing was recorded" }
      return
    }
    var state = RunState(lints: lints)
    for event in events { state.apply(event) }
    let graph = state.graph
    result.run.digest = RunDigest(events, by: plan.grouping, in: graph)
    guard plan.wrong != nil || !expectations.isEmpty else {
      result.told = Array(state.culprits(isOver: true))
      return
    }
    let named = NamedRun(events, in: graph)
    var symptom: Symptom?
    if let wrong = plan.wrong {
      do { symptom = try Symptom(reading: wrong, in: named) } catch { result.problem = "\(error)" }
    }
    result.told = Array(state.culprits(isOver: true, symptom: symptom))
    for expectation in expectations {
      guard let failure = expectation.failure(in: named) else { continue }
      result.run.broken.append(expectation.text)
      result.run.reasons.append(failure.sentence(in: named))
    }
  }
}

extension RepeatedProgram.Failure {
  /// Explains why there is no run, and what to do; `nil` if it was stopped.
  func sentence(about plan: RepeatPlan) -> String? {
    switch self {
    case .start(let problem): problem.sentence
    case .output(let number): CommandError.noTemporary(number).sentence
    case .check(let reason): "the check '\(plan.check ?? "")' cannot be run: \(reason)"
    case .stopped: nil
    }
  }
}
