import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One exploration in progress: its parts, the threads that run them, and the results so far.
///
/// A part with many schedules leaves some of them to other threads, as new parts. The parts are kept
/// in the order in which a single thread would run them, and their results are added in this order,
/// so the result does not depend on the number of threads.
final class Explorer: Sendable {
  let setup: ExplorationSetup
  private let jobs: Int
  /// The number of runs after which a part leaves some of the others to other threads.
  private let runsBetweenSplits: Int
  let start = ContinuousClock.now
  let state: Mutex<State>
  let isRunning = Atomic<Bool>(true)
  /// Signaled for each part that a thread can take.
  let news = DispatchSemaphore(value: 0)
  private let helpers = DispatchGroup()

  struct State {
    /// The parts that have not been added to the result, in order.
    var parts: [Part]
    /// The number of parts so far.
    var count: Int
    /// The results of the parts that were added.
    var result: Tally
    /// The same for each section, if they are needed.
    var sections: [Section]?
    var coverage = Coverage.running
    /// A Boolean value that indicates whether parts were dropped, because a limit was reached before
    /// them.
    var hasDropped = false
    /// The coverage if nothing stops the exploration before its end; `nil` if all schedules are run.
    var ending: Coverage?
    var hasHelpers = false
    /// The handlers that ran by the first schedules of the outcomes; `nil` for a schedule that led to
    /// another outcome when it was run again.
    var orders: [Schedule: [String]?] = [:]
  }

  /// Some of the schedules.
  struct Part: Sendable {
    var number = 0
    /// The section of the exploration to which it belongs.
    let section: Int
    /// The search at its beginning.
    let search: PartSearch
    /// A Boolean value that indicates whether it contains the first schedule of all.
    var isFirst = false
    /// The results, if they are known from the beginning.
    var tally: Tally?
    /// Runs it; `nil` until a thread takes it.
    var runner: PartRunner?
    var limits: PartRunner.Limits?

    init(section: Int, search: PartSearch, isFirst: Bool = false, tally: Tally? = nil) {
      (self.section, self.search) = (section, search)
      (self.isFirst, self.tally) = (isFirst, tally)
    }

    /// The results, if it has ended.
    var result: Tally? {
      tally ?? runner.flatMap { $0.isOver ? $0.tally : nil }
    }
  }

  /// The results of one section of an exploration.
  typealias Section = ShardResult.Section

  /// The part that one thread runs.
  private final class Worker: Sendable {
    let current = Mutex<Current?>(nil)

    struct Current {
      let part: Int
      let runner: PartRunner
      /// The number of runs since the part began, or left some of its runs to others.
      var runs = 0
    }

    func finishLostRun() { current.withLock { $0 }?.runner.finishLostRun() }
  }

  /// How long to run schedules before looking at the results.
  private static let slice = Duration.milliseconds(50)

  /// Explores `parts`, or everything, on up to `jobs` threads at a time.
  init(
    _ setup: ExplorationSetup, jobs: Int, parts: [Part]? = nil, keepsSections: Bool = false,
    ending: Coverage? = nil, runsBetweenSplits: Int = 1024
  ) {
    (self.setup, self.jobs) = (setup, max(1, jobs))
    self.runsBetweenSplits = runsBetweenSplits
    var parts = parts ?? [Part(section: 0, search: setup.whole, isFirst: true)]
    for place in parts.indices { parts[place].number = place }
    state = Mutex(
      State(
        parts: parts, count: parts.count, result: setup.nothing,
        sections: keepsSections ? [] : nil, ending: ending))
  }

  var limits: PartRunner.Limits {
    PartRunner.Limits(schedules: max(1, setup.budget.schedules))
  }
}

// MARK: - Running

extension Explorer {
  /// Runs schedules until the exploration has ended. Calls `progress` about twenty times a second
  /// with the results so far; if it returns false, the exploration stops.
  func explore(progress: (Exploration) -> Bool) -> Exploration {
    if let coverage = setup.repeatability(of: []) { stop(coverage) }
    if jobs > 1, state.withLock({ $0.parts.count > 1 }) { startHelpers() }
    addFinishedParts()
    let worker = Worker()
    while isRunning.load(ordering: .relaxed) {
      let end = min(.now + Self.slice, start + setup.budget.duration)
      // A run may block its thread permanently; the exploration then continues on another one.
      if Simulation.onSpareThread({ self.work(worker, until: end) }) == nil {
        worker.finishLostRun()
      }
      addFinishedParts()
      if isRunning.load(ordering: .relaxed), .now - start >= setup.budget.duration {
        stop(.timeLimit)
      }
      let exploration = exploration
      guard isRunning.load(ordering: .relaxed) else { break }
      if !progress(exploration) { stop(.stopped) }
    }
    helpers.wait()
    return exploration
  }

  /// Stops the exploration.
  func stop(_ coverage: Coverage) {
    state.withLock { state in
      guard state.coverage == .running else { return }
      state.coverage = coverage
    }
    end()
  }

  /// Lets all threads end, because the exploration has ended.
  func end() {
    guard isRunning.exchange(false, ordering: .relaxed) else { return }
    for _ in 1..<max(2, jobs) { news.signal() }
  }

  /// Runs schedules until the given time, or until the exploration has ended.
  private func work(_ worker: Worker, until end: ContinuousClock.Instant) {
    while isRunning.load(ordering: .relaxed) {
      if var current = worker.current.withLock({ $0 }) {
        guard run(&current, worker, until: end) else { return }
        worker.current.withLock { $0 = current.runner.isOver ? nil : current }
      } else if let next = take() {
        worker.current.withLock { $0 = next }
        continue
      } else if jobs == 1 {
        return
      } else {
        addFinishedParts()
        let left = max(.zero, end - .now) / .nanoseconds(1)
        _ = news.wait(timeout: .now() + .nanoseconds(Int(left)))
      }
      if .now >= end { return }
    }
  }

  /// Runs schedules of the part that the thread has taken. Returns false if the thread was given up
  /// for lost meanwhile, so that another one runs the part.
  private func run(
    _ current: inout Worker.Current, _ worker: Worker, until end: ContinuousClock.Instant
  ) -> Bool {
    while isRunning.load(ordering: .relaxed), !current.runner.isOver {
      guard current.runner.runOnce() else { return false }
      current.runs += 1
      if current.runs >= runsBetweenSplits, jobs > 1 {
        add(current.runner.split(points: 3, keeping: runsBetweenSplits), after: current.part)
        current.runs = 0
      }
      if .now >= end { break }
    }
    return true
  }

  /// Returns the first part that no thread has taken; `nil` if there is none.
  private func take() -> Worker.Current? {
    state.withLock { state in
      let place = state.parts.firstIndex { $0.runner == nil && $0.tally == nil }
      guard let place else { return nil }
      let limits = limits.after(state.result)
      let runner = PartRunner(
        state.parts[place].search, setup, limits, isFirst: state.parts[place].isFirst)
      state.parts[place].limits = limits
      state.parts[place].runner = runner
      return Worker.Current(part: state.parts[place].number, runner: runner)
    }
  }

  /// Adds parts that follow the part with the given number.
  private func add(_ searches: [PartSearch], after number: Int) {
    guard !searches.isEmpty else { return }
    let isNews = state.withLock { state in
      guard let place = state.parts.firstIndex(where: { $0.number == number }) else { return false }
      for search in searches.reversed() {
        var part = Part(section: state.parts[place].section, search: search)
        part.number = state.count
        state.count += 1
        state.parts.insert(part, at: place + 1)
      }
      return true
    }
    guard isNews else { return }
    startHelpers()
    for _ in searches { news.signal() }
  }

  /// Starts the other threads, unless they have started.
  private func startHelpers() {
    let isFirst = state.withLock { state in
      defer { state.hasHelpers = true }
      return !state.hasHelpers
    }
    guard isFirst else { return }
    for _ in 1..<jobs {
      helpers.enter()
      Simulation.onOtherThread { [self] in
        let worker = Worker()
        while isRunning.load(ordering: .relaxed) {
          let end = ContinuousClock.now + Self.slice
          if Simulation.onSpareThread({ self.work(worker, until: end) }) == nil {
            worker.finishLostRun()
          }
        }
        helpers.leave()
      }
    }
  }
}
