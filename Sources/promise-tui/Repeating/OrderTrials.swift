import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem
import Synchronization

/// Runs a program until a run fails, and then with its order and with others, on a thread of its own, to find
/// the smallest change that changes the result.
final class OrderTrials: Sendable {
  let plan: RepeatPlan
  let kept: KeptRuns
  private let state: Mutex<State>
  /// Closed to stop the runs.
  private let waiter: EventWaiter
  private let changed: @Sendable () -> Void
  private let begin = EventWaiter.now

  /// What is known so far.
  struct State: Sendable {
    /// The runs before the search: how many there were, and how many failed.
    var freeRuns = 0
    var freeFailures = 0
    /// The run whose order is changed.
    var start: RepeatedRun?
    /// Where that run did not keep the order of the file, if there is one.
    var startMisses: [String] = []
    var search: ScheduleSearch?
    /// Why no run could be made.
    var problem: String?
    var duration = Duration.zero
    var isStopping = false
    var isOver = false
    /// What is kept of the unchanged order and of the changed one.
    var files: [OrderResult: Files] = [:]
    /// Where a program first did not keep an order, as a phrase.
    var miss: String?
  }

  /// The paths of what is kept of an order.
  struct Files: Sendable {
    var schedule: String?
    var trace: String?
  }

  init?(_ plan: RepeatPlan, in kept: KeptRuns, changed: @escaping @Sendable () -> Void) {
    guard let waiter = EventWaiter(to: nil) else { return nil }
    (self.plan, self.kept, self.waiter, self.changed) = (plan, kept, waiter, changed)
    state = Mutex(State())
  }

  /// Starts the runs; returns whether that succeeded.
  func start() -> Bool { startThread { self.work() } }

  var isOver: Bool { state.withLock { $0.isOver } }
  var now: State { state.withLock { $0 } }

  func stop() {
    state.withLock { $0.isStopping = true }
    waiter.close()
  }

  /// `run 3, none failed so far`; `trying other orders, 5 orders tried, run 27`
  var progressLine: String {
    state.withLock { state in
      state.search?.progressLine
        ?? "run \(grouped(state.freeRuns + 1)) of \(grouped(plan.runs)), "
        + (state.freeFailures == 0 ? "none failed so far" : "looking for one that passes")
    }
  }

  // MARK: - Working

  private func work() {
    do throws(RepeatedProgram.Failure) {
      try find()
    } catch {
      let sentence = error.sentence(about: plan)
      state.withLock { $0.problem = sentence }
    }
    keepFiles()
    state.withLock { state in
      state.duration = .nanoseconds(EventWaiter.now - begin)
      state.isOver = true
    }
    changed()
  }

  private func find() throws(RepeatedProgram.Failure) {
    var free = FreeRuns(plan)
    let start: RecordedStart?
    if let file = plan.schedule {
      start = try startOfFile(file, &free)
    } else {
      start = try firstFailure(&free)
    }
    guard let start else { return }
    let fails = start.run.fails
    // Runs with the other result show where to begin.
    while !free.hasResult(!fails), free.count < free.most, let run = try makeFree(&free) {
      free.add(run)
    }
    var search = ScheduleSearch(
      from: start.starts, fails: fails, guides: free.guides(fails: !fails),
      longest: min(2_000_000_000, plan.limit.nanoseconds / 2))
    state.withLock { $0.search = search }
    var number = free.count
    var traces: [JobSchedule: String] = [:]
    while search.runs < plan.runs, let schedule = search.next() {
      number += 1
      guard let file = kept.write(schedule, forRun: number) else { throw .output(errno) }
      let result = try make(number, schedule: file, seed: nil)
      unlink(file)
      let order = ScheduleReader(result.events)
      search.add(
        .init(fails: result.run.fails, steps: order.schedule.steps, misses: order.missed),
        of: schedule)
      if let trace = result.trace, result.run.fails != fails, traces[schedule] == nil {
        traces[schedule] = kept.setAside(trace, ofRun: number)
      }
      kept.deleteTraces(ofRun: number)
      state.withLock { [search] state in
        state.search = search
        if state.miss == nil { state.miss = order.missed.first }
      }
      changed()
    }
    if let finding = search.finding {
      let trace = traces[finding.schedule] ?? traces.values.first
      state.withLock { [search] state in
        state.search = search
        state.files[OrderResult(fails: !fails)] = Files(trace: trace)
      }
    }
    state.withLock { [search] in $0.search = search }
  }

  /// Makes runs until one fails; `nil` if none does.
  private func firstFailure(
    _ free: inout FreeRuns
  ) throws(RepeatedProgram.Failure) -> RecordedStart? {
    while free.count < plan.runs, let run = try makeFree(&free) {
      free.add(run)
      guard run.run.fails else { continue }
      keep(run)
      return run
    }
    return nil
  }

  /// Makes a run with the order of a file, several times if it does not keep the order.
  private func startOfFile(
    _ file: String, _ free: inout FreeRuns
  ) throws(RepeatedProgram.Failure) -> RecordedStart? {
    var best: RecordedStart?
    for _ in 0..<3 {
      free.count += 1
      let result = try make(free.count, schedule: file, seed: nil)
      let starts = RunStarts(result.events)
      if best.map({ starts.missed.count < $0.starts.missed.count }) ?? true {
        let trace = result.trace.flatMap { kept.setAside($0, ofRun: free.count) }
        best = RecordedStart(run: result.run, starts: starts, trace: trace)
      }
      kept.deleteTraces(ofRun: free.count)
      if starts.missed.isEmpty { break }
    }
    guard let best else { return nil }
    state.withLock { [count = free.count] state in
      state.freeRuns = count
      state.startMisses = best.starts.missed
    }
    free.most = free.count + FreeRuns.mostGuides
    keep(best)
    return best
  }

  /// Notes the run whose order is changed.
  private func keep(_ start: RecordedStart) {
    state.withLock { state in
      state.start = start.run
      state.files[OrderResult(fails: start.run.fails)] = Files(trace: start.trace)
    }
  }

  /// Makes a run that keeps no order; `nil` if it recorded nothing that could be compared.
  private func makeFree(
    _ free: inout FreeRuns
  ) throws(RepeatedProgram.Failure) -> RecordedStart? {
    free.count += 1
    let result = try make(free.count, schedule: nil, seed: free.seed)
    let isFirst = state.withLock { [count = free.count] state in
      state.freeRuns = count
      if result.run.fails { state.freeFailures += 1 }
      return state.start == nil
    }
    let needsTrace = isFirst && result.run.fails
    let trace = needsTrace ? result.trace.flatMap { kept.setAside($0, ofRun: free.count) } : nil
    kept.deleteTraces(ofRun: free.count)
    changed()
    return RecordedStart(run: result.run, starts: RunStarts(result.events), trace: trace)
  }

  private func make(
    _ number: Int, schedule: String?, seed: UInt64?
  ) throws(RepeatedProgram.Failure) -> RepeatedProgram.Result {
    guard !state.withLock({ $0.isStopping }) else { throw .stopped }
    var plan = plan
    plan.seed = seed.map { $0 &- UInt64(number - 1) }
    plan.schedule = nil
    let program = RepeatedProgram(
      plan: plan, kept: kept, number: number, schedule: schedule)
    do throws(RepeatedProgram.Failure) {
      return try program.make(waiter)
    } catch {
      kept.deleteTraces(ofRun: number)
      throw error
    }
  }

  /// Writes the orders that were found next to the traces of runs with them.
  private func keepFiles() {
    state.withLock { state in
      guard let search = state.search else { return }
      let orders = [
        OrderResult(fails: search.baseFails): search.base.schedule,
        OrderResult(fails: !search.baseFails): search.finding?.schedule,
      ]
      for case (let result, let schedule?) in orders {
        let comment = [plan.program, search.sentence].compactMap { $0 }.joined(separator: "\n")
        let (file, trace) = kept.keep(
          schedule, comment: comment, trace: state.files[result]?.trace, as: result)
        state.files[result] = Files(schedule: file, trace: trace)
      }
    }
  }
}
