extension OperationHandler {
  /// Enqueues the handler on its queue, together with the others of the drain, or runs it immediately.
  func dispatch(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if target.isInline { thread.enqueueCollected() }
    guard parent.hasEnvironment else {
      if target.isInline { return run(settled) }
      return thread.collect(target) { latch in
        {
          latch?.wait()
          self.run(settled)
        }
      }
    }
    if let pen = parent.pen, dispatchRecorded(settled, of: parent, pen, in: thread) { return }
    let environment = parent.environment
    let name = waiting.flatMap { $0.observed == nil ? nil : $0.id }
    let work = JobWork.handler(HandlerWork(self, settled))
    let target = target(in: environment)
    guard let dispatcher = target.dispatcher else {
      guard let hooks = environment.hooks else {
        return RunningJob.run(work, settling: name, in: environment)
      }
      return hooks.runInline { RunningJob.run(work, settling: name, in: environment) }
    }
    RunningJob.enqueue(
      work, settling: name, on: dispatcher, queue: environment.queue(of: target),
      in: environment
    ) { block in
      thread.collect(target) { latch in
        {
          latch?.wait()
          block()
        }
      }
    }
  }

  /// Where the handler runs in `environment`.
  func target(in environment: PromiseEnvironment) -> Target {
    environment.hooks?.target(of: self) ?? target
  }

  /// The work of the handler's job, in an environment that is observed or has hooks.
  struct HandlerWork: Sendable {
    private let handler: OperationHandler
    let settled: Settled

    init(_ handler: OperationHandler, _ settled: Settled) {
      (self.handler, self.settled) = (handler, settled)
    }

    /// The promise that the job settles.
    var core: PromiseCore? { handler.waiting }

    func run(in environment: PromiseEnvironment) -> JobOutcome {
      guard !handler.isRefused(settled) else { return .skipped }
      if let hooks = environment.hooks, let child = handler.waiting {
        hooks.begins(child, isHandler: true)
      }
      return .ran(handler.call(settled, in: environment))
    }

    func finish(_ outcome: JobOutcome) {
      switch outcome {
      case .ran(let reaction?):
        if handler.waiting?.hooks?.finish(handler, reaction, after: settled) == true { return }
        handler.finish(reaction, after: settled)
      default: handler.finish(handler.refuse(settled), after: settled)
      }
    }
  }
}
