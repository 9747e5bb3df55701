extension PromiseCore {
  /// Runs a body immediately, between its start and end events. An error that it throws rejects the
  /// promise, or is a second resolution if the body has already resolved the promise. (rule 1)
  @usableFromInline
  package func runBody(_ body: () throws -> Void) {
    guard !isCancelledAlready else { return }
    if let observed { observed.post(.bodyStarted(promise: id)) }
    var thrown: (any Error)?
    do {
      try CarriedContext.isAny ? CarriedContext.bind(for: self, body) : body()
    } catch { thrown = error }
    if let observed { observed.post(.bodyEnded(promise: id, threw: thrown != nil)) }
    if let thrown { resolve(.error(thrown), at: site) }
  }

  /// Runs a body as a job of `dispatcher`. An error that it throws rejects the promise when the job
  /// ends, or is a second resolution if the body has already resolved the promise. (rule 1)
  func enqueueBody(
    on dispatcher: (any Dispatcher)?, _ body: @escaping @Sendable (PromiseCore) throws -> Void
  ) {
    enqueueJob(on: dispatcher, label: nil, resolvesAt: site) { core in
      core.postBody(.bodyStarted(promise: core.id))
      var thrown: (any Error)?
      do { try body(core) } catch { thrown = error }
      core.postBody(.bodyEnded(promise: core.id, threw: thrown != nil))
      return thrown.map { .error($0) }
    }
  }

  /// Runs `work` as a job of `dispatcher`. When the job ends, the reaction that `work` returned is
  /// applied to this promise; `nil` has no effect.
  ///
  /// - Parameter resolvesAt: The call site that created the promise, if `work` can resolve the
  ///   promise before it returns; `nil` if no other code resolves it.
  @usableFromInline
  package func enqueueJob(
    on dispatcher: (any Dispatcher)?, label: String?, resolvesAt site: CallSite? = nil,
    _ work: @escaping @Sendable (PromiseCore) -> Reaction?
  ) {
    let dispatcher = resolved(dispatcher)
    guard let environment = ownEnvironment else {
      let run: @Sendable () -> Void = { [self] in
        if !isCancelledAlready, let reaction = inContext({ work(self) }) {
          finish(reaction, at: site)
        }
      }
      return dispatcher?.dispatchOnce(run) ?? run()
    }
    let work = JobWork.body(BodyWork(promise: self, site: site, work: work))
    let name = observed.map { _ in id }
    guard let dispatcher else {
      return RunningJob.run(work, settling: name, label: label, in: environment)
    }
    RunningJob.enqueue(
      work, settling: name, on: dispatcher, queue: environment.queue(of: dispatcher), label: label,
      in: environment
    ) { dispatcher.dispatchOnce($0) }
  }

  /// The work of a body's job, in an environment that is observed or has hooks.
  struct BodyWork: Sendable {
    let promise: PromiseCore
    let site: CallSite?
    let work: @Sendable (PromiseCore) -> Reaction?

    func run(in environment: PromiseEnvironment) -> JobOutcome {
      let core = promise
      guard !core.isCancelledAlready else { return .skipped }
      environment.hooks?.begins(core, isHandler: false)
      return .ran(core.inContext { work(core) })
    }

    func finish(_ outcome: JobOutcome) {
      if case .ran(let reaction?) = outcome { promise.finish(reaction, at: site) }
    }
  }

  /// Whether the context was canceled before the body started.
  var isCancelledAlready: Bool { context != nil && settled != nil }

  /// Runs `body` in the environment and the context of the chain, as part of the running job.
  func inContext<R>(_ body: () -> R) -> R {
    guard Activity.isAny || CarriedContext.isAny else { return body() }
    return inContext(onQueue: Activity.isAny ? environment.runningQueue : nil, body)
  }

  /// Runs `body` in the environment and the context of the chain, as if in a job of `queue`.
  func inContext<R>(onQueue queue: QueueID?, _ body: () -> R) -> R {
    guard CarriedContext.isAny else { return inEnvironment(onQueue: queue, body) }
    return CarriedContext.bind(for: self) { inEnvironment(onQueue: queue, body) }
  }

  private func inEnvironment<R>(onQueue queue: QueueID?, _ body: () -> R) -> R {
    guard Activity.isAny else { return body() }
    func bound() -> R {
      environment.bind(queue: queue, job: environment.runningJob, cancellation: context, body)
    }
    return metadata?.tag.map { $0.bind(bound) } ?? bound()
  }

  /// Returns the reaction of a handler that passed on the resolver of this promise and then threw
  /// `error`: a rejection, which is a second resolution if the promise was resolved before.
  /// (rule 1)
  @usableFromInline
  package func reaction(toThrown error: any Error) -> Reaction {
    guard observed == nil else { return .error(error) }
    // No observer sees how the job ends, so its result need not differ from its resolution.
    resolve(.error(error), at: site)
    return .later
  }

  private func finish(_ reaction: Reaction, at site: CallSite?) {
    if let site, case .settle(let settled) = reaction { return resolve(settled, at: site) }
    var core = self
    PromiseCore.apply(reaction, to: &core)
  }

  /// Posts an event about the body, if there is an observer.
  private func postBody(_ kind: @autoclosure () -> PromiseEvent.Kind) {
    if let observed { observed.post(kind()) }
  }
}
