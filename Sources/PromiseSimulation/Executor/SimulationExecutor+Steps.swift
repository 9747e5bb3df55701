import PromiseKitLite
import Synchronization

extension SimulationExecutor {
  /// Runs the main program, outside any job. Answers false, without having run it, inside a step.
  func runMain(in environment: PromiseEnvironment, _ body: () throws -> Void) rethrows -> Bool {
    guard begin() else { return false }
    defer {
      environment.tellFreed()
      end()
    }
    tellNames(in: environment)
    let main = environment.queue(of: .main)
    let worker = state.withLock { state in
      state.scheduler.add(main, width: 1, first: ThreadNumbers.main)
      state.step?.busy = 0
      return state.scheduler.occupy(main)
    }
    defer { if let worker { leave(worker, as: nil, in: environment) } }
    try PromiseEnvironment.apart { try environment.run(body) }
    return true
  }

  /// Lets one thing happen: what `choose` picks, which is given the first that is possible, and whether
  /// it is the only one. Answers false if there is none, if it picks none, and inside a step.
  func step(
    in environment: PromiseEnvironment, choose: (_ first: Choice, _ isOnly: Bool) -> Choice?
  ) -> Bool {
    guard begin() else { return false }
    defer { end() }
    let possible = state.withLock { $0.scheduler.advance() }
    let choice = possible.flatMap { choose($0.first, $0.isOnly) }
    let queue = choice.flatMap { choice in
      PromiseEnvironment.apart { perform(choice, in: environment) }
    }
    environment.bind(queue: queue) {
      tellNames(in: environment)
      environment.tellFreed()
    }
    return choice != nil
  }

  /// Does what was chosen, and answers the queue on which it happened. Everything that the job held
  /// is let go before it returns, so that what it frees is told in the same step.
  private func perform(_ choice: Choice, in environment: PromiseEnvironment) -> QueueID? {
    switch state.withLock({ $0.take(choice) }) {
    case .start(let id, let job, let worker)?:
      environment.bind(queue: worker.queue) {
        let complete = job.run()
        let busy = takeBusy()
        if busy > 0 {
          keep(worker, busy: busy, as: id, then: complete)
        } else {
          complete()
          leave(worker, as: id, in: environment)
        }
      }
      return worker.queue
    case .end(let id, let worker, let complete)?:
      environment.bind(queue: worker.queue) {
        complete()
        leave(worker, as: id, in: environment)
      }
      return worker.queue
    case .fire(let action)?:
      environment.bind(queue: nil, action)
      return nil
    case nil:
      return nil
    }
  }

  /// The worker is free, as soon as the time that inline handlers of its job asked for is over.
  private func leave(_ worker: Worker, as id: JobID?, in environment: PromiseEnvironment) {
    let busy = takeBusy()
    if busy > 0 {
      keep(worker, busy: busy, as: id ?? environment.bus.nextJob()) {}
    } else {
      state.withLock { $0.scheduler.release(worker) }
    }
  }

  private func keep(
    _ worker: Worker, busy: Int64, as id: JobID, then complete: @escaping @Sendable () -> Void
  ) {
    state.withLock { state in
      let end = state.scheduler.now.saturatingPlus(busy)
      state.scheduler.add(Due(time: end, what: .end(id, worker, complete)))
    }
  }

  /// How long the code that has just run asked to be busy.
  private func takeBusy() -> Int64 {
    state.withLock { state in
      defer { state.step?.busy = 0 }
      return state.step?.busy ?? 0
    }
  }

  /// Lets things happen on other queues while the running job waits: the first that is possible, each
  /// time. Answers false when nothing is left before `isOver` does.
  ///
  /// The waiting job keeps its queue, and the thread that steps the simulation: a job that begins
  /// meanwhile and waits too has to go on first.
  func run(in environment: PromiseEnvironment, until isOver: () -> Bool) -> Bool {
    let waiting = state.withLock { $0.step }
    defer { state.withLock { $0.step = waiting } }
    while !isOver() {
      state.withLock { $0.step = nil }
      guard step(in: environment, choose: { first, _ in first }) else { return false }
    }
    return true
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard state.step == nil else { return false }
      state.step = Step(mark: .current, thread: ThreadNumbers.main, busy: nil)
      return true
    }
  }

  private func end() { state.withLock { $0.step = nil } }

  /// Tells the names of the threads that were used for the first time.
  private func tellNames(in environment: PromiseEnvironment) {
    let unnamed = state.withLock { state in
      defer { state.unnamed = [] }
      return state.unnamed
    }
    for thread in unnamed { environment.post(.threadNamed(thread: thread.id, name: thread.name)) }
  }
}
