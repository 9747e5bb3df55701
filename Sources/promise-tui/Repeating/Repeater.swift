import PromiseGraph
import Synchronization

/// Runs a program repeatedly on separate threads, and groups the runs as they end.
final class Repeater: Sendable {
  let plan: RepeatPlan
  let kept: KeptRuns
  private let state: Mutex<State>
  /// Closed to stop the runs.
  private let waiter: EventWaiter
  private let changed: @Sendable (Repetition) -> Void
  private let begin = EventWaiter.now

  private struct State {
    var repetition: Repetition
    var next = 1
    var working = 0
    /// Whether no further run is started.
    var isStopping = false
  }

  /// - Parameter changed: Called on any thread with the current state when it has changed.
  init?(
    _ plan: RepeatPlan, in kept: KeptRuns, changed: @escaping @Sendable (Repetition) -> Void
  ) {
    guard let waiter = EventWaiter(to: nil) else { return nil }
    self.waiter = waiter
    (self.plan, self.kept, self.changed) = (plan, kept, changed)
    state = Mutex(
      State(
        repetition: Repetition(program: plan.program, planned: plan.runs, by: plan.grouping)))
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
      let program = RepeatedProgram(plan: plan, kept: kept, number: number)
      do throws(RepeatedProgram.Failure) {
        take(try program.make(waiter))
      } catch {
        let sentence: String? =
          switch error {
          case .start(let problem):
            ChildProcess.explanation(of: problem, plan.arguments.first ?? "")
          case .file(let number): FileError.temporary(number)
          case .stopped: nil
          }
        if let sentence {
          state.withLock { $0.repetition.problem = sentence }
          stop()
        }
      }
      kept.deleteTraces(ofRun: number)
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

  /// Adds a finished run, and keeps its trace if it is the first of its group.
  private func take(_ result: RepeatedProgram.Result) {
    let isLast = state.withLock { state -> Bool in
      // A run that ends after the one that decided the result is not counted.
      guard state.repetition.progress == .running else { return false }
      if let place = state.repetition.add(result.run) {
        if let trace = result.trace.flatMap({ kept.keep($0, ofGroup: place) }) {
          state.repetition.keep(trace, ofGroup: place)
        }
        if let printed = kept.keep(result.printed, ofGroup: place) {
          state.repetition.keep(printed: printed, ofGroup: place)
        }
      }
      guard plan.untilFailure, result.run.fails else { return false }
      state.repetition.progress = .failed
      state.repetition.duration = .nanoseconds(EventWaiter.now - begin)
      return true
    }
    if isLast { stop() }
  }

  /// Ends a worker; the last one records how the runs ended.
  private func end() {
    state.withLock { state in
      state.working -= 1
      guard state.working == 0, state.repetition.progress == .running else { return }
      state.repetition.duration = .nanoseconds(EventWaiter.now - begin)
      state.repetition.progress =
        state.repetition.runs < plan.runs ? .stopped : .complete
    }
  }

  /// Whether every run has ended or was stopped.
  var isOver: Bool { state.withLock { $0.working == 0 } }
}
