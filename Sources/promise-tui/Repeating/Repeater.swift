import PromiseGraph
import Synchronization

/// Runs a program again and again on threads of its own, and groups the runs as they end.
final class Repeater: Sendable {
  let plan: RepeatPlan
  let kept: KeptRuns
  private let state: Mutex<State>
  /// Closed as soon as the runs are to be given up.
  private let attention: Attention
  private let changed: @Sendable (Repetition) -> Void
  private let begin = Attention.now

  private struct State {
    var repetition: Repetition
    var next = 1
    var working = 0
    /// Nothing more is started.
    var isStopping = false
  }

  /// - Parameter changed: Told on any thread what there is, when there is more.
  init?(
    _ plan: RepeatPlan, in kept: KeptRuns, changed: @escaping @Sendable (Repetition) -> Void
  ) {
    guard let attention = Attention(to: nil) else { return nil }
    self.attention = attention
    (self.plan, self.kept, self.changed) = (plan, kept, changed)
    state = Mutex(
      State(
        repetition: Repetition(program: plan.program, planned: plan.runs, by: plan.grouping)))
  }

  /// Begins to run; answers whether it could.
  func start() -> Bool {
    let workers = min(plan.jobs, plan.runs)
    state.withLock { $0.working = workers }
    var began = 0
    for _ in 0..<workers where startThread({ self.work() }) { began += 1 }
    state.withLock { $0.working -= workers - began }
    return began > 0
  }

  /// What there is so far.
  var repetition: Repetition {
    state.withLock { state in
      var repetition = state.repetition
      if repetition.progress == .running {
        repetition.duration = .nanoseconds(Attention.now - begin)
      }
      return repetition
    }
  }

  /// Gives up what runs, and starts nothing more.
  func stop() {
    state.withLock { $0.isStopping = true }
    attention.close()
  }

  // MARK: - Working

  /// Makes one run after the other, until there is none left.
  private func work() {
    while let number = nextRun() {
      let program = RepeatedProgram(plan: plan, kept: kept, number: number)
      do throws(RepeatedProgram.Failure) {
        take(try program.make(attention))
      } catch {
        if case .start(let problem) = error {
          let sentence = ChildProcess.explanation(of: problem, plan.words.first ?? "")
          state.withLock { $0.repetition.problem = sentence }
          stop()
        }
      }
      kept.forget(run: number)
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

  /// Takes a run in that is over, and keeps its trace where it is the first of its kind.
  private func take(_ result: RepeatedProgram.Result) {
    let isLast = state.withLock { state -> Bool in
      // What ends after the run that all was for is not counted.
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
      state.repetition.duration = .nanoseconds(Attention.now - begin)
      return true
    }
    if isLast { stop() }
  }

  /// The last one says how it ended.
  private func end() {
    state.withLock { state in
      state.working -= 1
      guard state.working == 0, state.repetition.progress == .running else { return }
      state.repetition.duration = .nanoseconds(Attention.now - begin)
      state.repetition.progress =
        state.repetition.runs < plan.runs ? .stopped : .complete
    }
  }

  /// Every run is over, or given up.
  var isOver: Bool { state.withLock { $0.working == 0 } }
}
