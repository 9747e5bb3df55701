import Dispatch
import PromiseKitLite
import Synchronization

extension SimulationExecutor {
  /// Runs the main program, outside any job. Returns false inside a step, without running it.
  func runMain(
    in environment: PromiseEnvironment, choose chooser: some StepChooser, _ body: () throws -> Void
  ) rethrows -> Bool {
    guard begin(Limits(), chooser) else { return false }
    defer {
      environment.postFreed()
      end()
    }
    if environment.bus.isObserved { postThreadNames(in: environment) }
    let main = environment.queue(of: Self.mainQueue)
    let worker = state.withLock { state in
      state.scheduler.add(
        main, width: 1, line: environment.accessTracker?.line(of: "main") ?? .nowhere,
        first: ThreadNumbers.main,
        isDrained: !undrainedQueues.contains("main"), rank: rank(of: "main"))
      state.step?.busy = 0
      return state.scheduler.occupy(main)
    }
    defer { if let worker { leave(worker, in: environment) } }
    try PromiseEnvironment.apart { try environment.run(body) }
    endTurn(in: environment)
    return true
  }

  /// Reports to the dialect that a turn has ended, if no microtask is left.
  private func endTurn(in environment: PromiseEnvironment) {
    guard let dialect, dialect.hasEventLoop, state.withLock({ $0.scheduler.isTurnOver }) else {
      return
    }
    dialect.endTurn(in: environment)
  }

  /// Runs one step. Returns false if nothing can happen, if `chooser` picks nothing, and inside a
  /// step.
  func step(in environment: PromiseEnvironment, choose chooser: some StepChooser) -> Bool {
    guard begin(Limits(), chooser) else { return false }
    defer { end() }
    return PromiseEnvironment.apart {
      step(on: .current, in: environment, choose: chooser) == .done
    }
  }

  /// Runs steps until nothing is left, a limit is reached, or `chooser` ends the run. Returns `nil`
  /// inside a step.
  func run(
    _ limits: Limits, in environment: PromiseEnvironment, choose chooser: some StepChooser
  ) -> SimulationEnding? {
    guard begin(limits, chooser) else { return nil }
    defer { end() }
    return PromiseEnvironment.apart {
      let mark = ThreadMark.current
      while step(on: mark, in: environment, choose: chooser) == .done {}
      return state.withLock { $0.ending }
    }
  }

  /// The main queue's object; on Linux, each use of `.main` creates another one.
  private static let mainQueue: any Dispatcher = DispatchQueue.main

  private func begin(_ limits: Limits, _ chooser: some StepChooser) -> Bool {
    state.withLock { state in
      guard case .nobody = state.control else { return false }
      state.control = .caller
      state.limits = limits
      state.chooser = chooser
      state.caller = .current
      state.step = RunningStep(mark: .current, thread: ThreadNumbers.main)
      return true
    }
  }

  private func end() {
    state.withLock { state in
      state.control = .nobody
      state.caller = nil
      state.chooser = nil
      state.step = nil
    }
  }
}

/// Why a run stopped; see ``Simulation/Ending``.
enum SimulationEnding: Sendable {
  case finished, stepLimit, timeLimit
}

extension SimulationExecutor.State {
  /// The reason why nothing more happens.
  var ending: SimulationEnding {
    guard let next = scheduler.nextTime else { return .finished }
    return next > limits.time ? .timeLimit : .stepLimit
  }
}

// MARK: - One step

extension SimulationExecutor {
  /// How a step ended.
  enum Stepped {
    /// Something happened.
    case done
    /// Nothing can happen, or a limit is reached.
    case nothing
    /// A job resumed that had waited on another thread, which runs the steps from now on.
    case handedOver
  }

  /// What a step must do.
  private enum Next {
    case nothing
    case act(Scheduler.Action)
    case choose(first: Choice, isOnly: Bool)
  }

  /// Runs one step on this thread, which is the stepping thread, and returns how it ended.
  func step(
    on mark: ThreadMark, in environment: PromiseEnvironment, choose chooser: some StepChooser
  ) -> Stepped {
    if dialect?.hasStopped == true { return .nothing }
    if let overrides, overrides.isSettlingDue {
      state.withLock { $0.step = RunningStep(mark: mark, thread: ThreadNumbers.main) }
      environment.bind(queue: nil) { overrides.settleByHand() }
      environment.postFreed()
      return .done
    }
    let (stepped, queue) = perform(
      next(on: mark, isAsked: chooser.decidesAlways), in: environment, choose: chooser)
    guard stepped != .handedOver else { return .handedOver }
    if environment.bus.isObserved, state.withLock({ !$0.unnamed.isEmpty }) {
      environment.bind(queue: queue) { postThreadNames(in: environment) }
    }
    environment.postFreed(on: queue)
    endTurn(in: environment)
    return stepped
  }

  /// Advances the clock to the next time at which something can happen, and takes the next choice
  /// if it is the only one, unless the chooser `isAsked` even then.
  private func next(on mark: ThreadMark, isAsked: Bool) -> Next {
    state.withLock { state in
      let next =
        state.limits.steps > 0 ? state.scheduler.advance(until: state.limits.time) : nil
      state.step = RunningStep(mark: mark, thread: ThreadNumbers.main)
      guard let (first, isOnly) = next else { return .nothing }
      state.limits.steps -= 1
      if state.isCutShort {
        // A wait that cannot fail has no way to end early, so it continues until it is settled, to
        // avoid losing its thread.
        guard state.scheduler.parked > 0 else { return .nothing }
      } else if isAsked || !isOnly {
        return .choose(first: first, isOnly: isOnly)
      }
      return state.take(first).map { .act($0) } ?? .nothing
    }
  }

  private func perform(
    _ next: Next, in environment: PromiseEnvironment, choose chooser: some StepChooser
  ) -> (Stepped, QueueID?) {
    switch next {
    case .nothing: return (.nothing, nil)
    case .act(let action): return perform(action, in: environment)
    case .choose(let first, let isOnly):
      let choice = chooser.choose(first, isOnly)
      let action = state.withLock { state in
        state.isCutShort = choice == nil
        return state.take(choice ?? first, unless: choice == nil && state.scheduler.parked == 0)
      }
      guard let action else { return (choice == nil ? .nothing : .done, nil) }
      if case .fire(let timer)? = choice { environment.accessTracker?.touch(.timer(timer)) }
      return perform(action, in: environment)
    }
  }

  /// Performs an action, and returns the queue on which it happened. Everything that the job
  /// retained is released before this returns, so that deallocations are posted in the same step.
  private func perform(
    _ action: Scheduler.Action, in environment: PromiseEnvironment
  ) -> (Stepped, QueueID?) {
    switch action {
    case .resume(let waiting): return (resume(waiting), nil)
    case .start(let id, let job, let worker):
      environment.bind(queue: worker.queue, job: id) {
        let complete = job.run()
        applyOverride(to: id, of: environment)
        guard !keep(worker, as: id, then: complete) else { return }
        complete()
        leave(worker, in: environment)
      }
      return (.done, worker.queue)
    case .end(let id, let worker, let complete):
      environment.bind(queue: worker.queue, job: id) {
        complete()
        leave(worker, in: environment)
      }
      return (.done, worker.queue)
    case .fire(let action):
      environment.bind(queue: nil, action)
      return (.done, nil)
    }
  }

  /// Applies an override of the job's length.
  private func applyOverride(to job: JobID, of environment: PromiseEnvironment) {
    guard let overrides else { return }
    let planned = state.withLock { $0.step?.busy ?? 0 }
    guard let length = overrides.length(of: job, planned: planned, in: environment) else {
      return
    }
    state.withLock { $0.step?.busy = length }
  }

  /// Frees the worker once the time requested by inline handlers of its job has passed.
  private func leave(_ worker: Worker, in environment: PromiseEnvironment) {
    let isBusy = state.withLock { state in
      guard state.step?.busy ?? 0 == 0 else { return true }
      state.scheduler.release(worker)
      return false
    }
    guard isBusy else { return }
    let job = state.withLock { $0.step?.job } ?? environment.bus.nextJob()
    _ = keep(worker, as: job) {}
  }

  /// Keeps the worker busy for as long as the code that just ran has requested. Returns whether it
  /// requested any time.
  private func keep(
    _ worker: Worker, as id: JobID, then complete: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      guard let busy = state.step?.busy, busy > 0 else { return false }
      state.step?.busy = 0
      let end = state.scheduler.now.saturatingPlus(busy)
      state.scheduler.add(Due(time: end, what: .end(id, worker, complete)))
      return true
    }
  }

  /// Posts the names of the threads that were used for the first time.
  private func postThreadNames(in environment: PromiseEnvironment) {
    let unnamed = state.withLock { state in
      defer { state.unnamed = [] }
      return state.unnamed
    }
    for thread in unnamed { environment.post(.threadNamed(thread: thread.id, name: thread.name)) }
  }
}
