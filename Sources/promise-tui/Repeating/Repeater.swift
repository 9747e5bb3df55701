import PromiseGraph
import PromiseInsight
import Synchronization

/// Runs a program repeatedly on separate threads, and groups the runs as they end.
final class Repeater: Sendable {
  let plan: RepeatPlan
  let kept: KeptRuns
  private let lints: LintSettings
  private let state: Mutex<State>
  /// Closed to stop the runs.
  private let waiter: EventWaiter
  private let changed: @Sendable (Repetition) -> Void
  private let begin = EventWaiter.now

  private struct State {
    var repetition: Repetition
    var study = RunStudy()
    /// Whether there are runs that the evidence does not include.
    var hasNewRuns = false
    /// The earliest time of the next search for evidence, which takes a small part of the time.
    var nextLook: Int64 = 0
    /// The traces of runs that are not the first of their groups, by the numbers of the runs.
    var traces: [Int: String] = [:]
    var next = 1
    var working = 0
    /// Whether no further run is started.
    var isStopping = false
  }

  /// - Parameter changed: Called on any thread with the current state when it has changed.
  init?(
    _ plan: RepeatPlan, in kept: KeptRuns, _ lints: LintSettings,
    changed: @escaping @Sendable (Repetition) -> Void
  ) {
    guard let waiter = EventWaiter(to: nil) else { return nil }
    self.waiter = waiter
    (self.plan, self.kept, self.lints, self.changed) = (plan, kept, lints, changed)
    var repetition = Repetition(program: plan.program, planned: plan.runs, by: plan.grouping)
    repetition.judges = plan.judges
    state = Mutex(State(repetition: repetition))
  }

  /// Starts the runs; returns whether that succeeded.
  func start() -> Bool {
    let workers = min(plan.jobs, plan.runs)
    state.withLock { $0.working = workers }
    var began = 0
    for _ in 0..<workers where startThread({ self.work() }) { began += 1 }
    state.withLock { $0.working -= workers - began }
    return began > 0
  }

  /// The state so far.
  var repetition: Repetition {
    state.withLock { state in
      var repetition = state.repetition
      if repetition.progress == .running {
        repetition.duration = .nanoseconds(EventWaiter.now - begin)
      }
      return repetition
    }
  }

  /// Stops the current runs, and does not start others.
  func stop() {
    state.withLock { $0.isStopping = true }
    waiter.close()
  }

  // MARK: - Working

  /// Makes one run after another until none is left.
  private func work() {
    while let number = nextRun() {
      let program = RepeatedProgram(plan: plan, kept: kept, number: number, lints: lints)
      do throws(RepeatedProgram.Failure) {
        take(try program.make(waiter))
      } catch {
        let sentence = error.sentence(about: plan)
        kept.deleteTraces(ofRun: number)
        if let sentence {
          state.withLock { $0.repetition.problem = sentence }
          stop()
        }
      }
      changed(repetition)
    }
    end()
    changed(repetition)
  }

  private func nextRun() -> Int? {
    state.withLock { state in
      guard !state.isStopping, state.next <= plan.runs else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Adds a finished run, and keeps its trace if it is the first of its group, or may be one of the closest pair.
  private func take(_ result: RepeatedProgram.Result) {
    let compared = result.events.isEmpty ? nil : ComparedRun(result.events)
    let isLast = state.withLock { state -> Bool in
      // A run that ends after the one that decided the result is not counted.
      guard state.repetition.progress == .running else {
        kept.deleteTraces(ofRun: result.run.number)
        return false
      }
      let new = state.repetition.add(result.run)
      if let new, let printed = kept.keep(result.printed, ofGroup: new) {
        state.repetition.keep(printed: printed, ofGroup: new)
      }
      study(result, compared, newGroup: new, &state)
      if !result.events.isEmpty {
        state.repetition.signs.add(
          result.told, fails: result.run.fails, problem: result.problem)
      }
      lookForEvidence(&state)
      guard plan.untilFailure, result.run.fails else { return false }
      state.repetition.progress = .failed
      state.repetition.duration = .nanoseconds(EventWaiter.now - begin)
      return true
    }
    if isLast { stop() }
  }

  /// Compares a run with the others, and deletes the traces that are no longer needed.
  private func study(
    _ result: RepeatedProgram.Result, _ compared: ComparedRun?, newGroup: Int?,
    _ state: inout State
  ) {
    let number = result.run.number
    var first: String?
    if let newGroup, let trace = result.trace {
      first = kept.keep(trace, ofGroup: newGroup)
      if let first { state.repetition.keep(first, ofGroup: newGroup) }
    }
    let size = (first ?? result.trace).flatMap { Folder.size(of: $0) }
    if first == nil { state.traces[number] = result.trace }
    // Other processes of the run may have recorded, too.
    kept.deleteTraces(ofRun: number, except: state.traces[number])
    guard let compared else { return }
    let needless = state.study.add(
      compared, number: number, group: state.repetition.group(of: result.run),
      isFirst: first != nil, fails: result.run.fails, bytes: size)
    for number in needless {
      guard state.traces.removeValue(forKey: number) != nil else { continue }
      kept.deleteTraces(ofRun: number)
    }
    state.hasNewRuns = true
  }

  /// Looks for what distinguishes the failing runs, at most a tenth of the time, unless the runs have ended.
  private func lookForEvidence(_ state: inout State, atEnd: Bool = false) {
    let now = EventWaiter.now
    guard state.hasNewRuns, state.repetition.failures > 0, atEnd || now >= state.nextLook else {
      return
    }
    state.hasNewRuns = false
    state.repetition.evidence = state.study.evidence
    let end = EventWaiter.now
    state.nextLook = end + max(1_000_000_000, 10 * (end - now))
    state.repetition.closest = state.study.pair(firstOnly: !atEnd)
      .flatMap { closest($0, state) }
  }

  /// Returns the closest pair with the traces of its runs, which are kept from then on.
  private func closest(_ pair: RunPool.Pair, _ state: State) -> ClosestRuns? {
    func run(_ member: RunPool.Member) -> ClosestRuns.Run? {
      var path = state.repetition.groups[member.group].trace
      if !member.isFirst {
        guard let trace = state.traces[member.number] else { return nil }
        path = kept.keep(trace, ofRun: member.number, inGroup: member.group)
      }
      return path.map {
        ClosestRuns.Run(number: member.number, group: member.group, trace: $0)
      }
    }
    guard let failing = run(pair.failing), let passing = run(pair.passing) else { return nil }
    return ClosestRuns(failing: failing, passing: passing, differences: pair.differences)
  }

  /// Ends a worker; the last one records how the runs ended, and what they have shown.
  private func end() {
    state.withLock { state in
      state.working -= 1
      guard state.working == 0 else { return }
      if state.repetition.progress == .running {
        state.repetition.duration = .nanoseconds(EventWaiter.now - begin)
        state.repetition.progress =
          state.repetition.runs < plan.runs ? .stopped : .complete
      }
      state.hasNewRuns = true
      lookForEvidence(&state, atEnd: true)
    }
  }

  /// Whether every run has ended or was stopped.
  var isOver: Bool { state.withLock { $0.working == 0 } }
}
