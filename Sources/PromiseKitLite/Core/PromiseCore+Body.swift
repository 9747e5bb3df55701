extension PromiseCore {
  /// Runs a body here and now, between the two events that say so; a throw rejects.
  @usableFromInline
  package func runBody(_ body: () throws -> Void) {
    guard !isCancelledAlready else { return }
    if let observed { observed.post(.bodyStarted(promise: id)) }
    var thrown: (any Error)?
    do { try body() } catch { thrown = error }
    if let observed { observed.post(.bodyEnded(promise: id, threw: thrown != nil)) }
    if let thrown { settle(.error(thrown)) }
  }

  /// Runs a body as a job of `dispatcher`; a throw rejects when the job is over.
  func enqueueBody(
    on dispatcher: (any Dispatcher)?, _ body: @escaping @Sendable (PromiseCore) throws -> Void
  ) {
    enqueueJob(on: dispatcher, label: nil) { core in
      core.tellBody(.bodyStarted(promise: core.id))
      var thrown: (any Error)?
      do { try body(core) } catch { thrown = error }
      core.tellBody(.bodyEnded(promise: core.id, threw: thrown != nil))
      return thrown.map { .error($0) }
    }
  }

  /// Runs `work` as a job of `dispatcher`; what it answers is done to this promise when the job is
  /// over, nothing if it answers nothing.
  @usableFromInline
  package func enqueueJob(
    on dispatcher: (any Dispatcher)?, label: String?,
    _ work: @escaping @Sendable (PromiseCore) -> Reaction?
  ) {
    let dispatcher = resolved(dispatcher)
    guard let environment = ownEnvironment else {
      let run: @Sendable () -> Void = { [self] in
        if !isCancelledAlready, let reaction = inContext({ work(self) }) { finish(reaction) }
      }
      return dispatcher?.dispatchOnce(run) ?? run()
    }
    let job = RunningJob(settling: observed.map { _ in id }, on: dispatcher, in: environment) {
      [self] job in
      guard !isCancelledAlready else { return { job.end(.skipped) } }
      let reaction = inContext { work(self) }
      return { [self] in
        job.end(reaction?.ending(after: nil) ?? .returned)
        if let reaction { finish(reaction) }
      }
    }
    job.enqueue(label: label)
  }

  /// The context was cancelled before the body began.
  var isCancelledAlready: Bool { context != nil && settled != nil }

  /// Runs `body` in the environment and the context of the chain, on the running job's time.
  func inContext<R>(_ body: () -> R) -> R {
    guard Activity.isAny else { return body() }
    return inContext(onQueue: environment.runningQueue, body)
  }

  /// Runs `body` in the environment and the context of the chain, as a job of `queue` runs.
  func inContext<R>(onQueue queue: QueueID?, _ body: () -> R) -> R {
    guard Activity.isAny else { return body() }
    return environment.bind(queue: queue, cancellation: context, body)
  }

  private func finish(_ reaction: Reaction) {
    var core = self
    PromiseCore.apply(reaction, to: &core)
  }

  /// Tells about the body, if somebody observes.
  private func tellBody(_ kind: @autoclosure () -> PromiseEvent.Kind) {
    if let observed { observed.post(kind()) }
  }
}
