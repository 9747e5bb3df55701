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
    let work = BodyWork(promise: self, site: site, work: work)
    let name = observed.map { _ in id }
    guard let dispatcher else {
      return RunningJob.run(work, settling: name, label: label, in: environment)
    }
    RunningJob.enqueue(
      work, settling: name, on: dispatcher, queue: environment.queue(of: dispatcher), label: label,
      called: shuffleName("job"), in: environment)
  }

  /// Code of the program that settles a promise, run in an environment that is observed or tracked.
  private struct BodyWork: JobWork {
    let promise: PromiseCore
    let site: CallSite?
    let work: @Sendable (PromiseCore) -> Reaction?

    var core: PromiseCore? { promise }
    var read: Settled? { nil }

    func run(in environment: PromiseEnvironment) -> JobOutcome {
      let core = promise
      guard !core.isCancelledAlready else { return .skipped }
      if let accessTracker = environment.accessTracker { core.trackBegin(accessTracker) }
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

/// A job that settles a promise, from when it is enqueued until it ends.
struct RunningJob<Work: JobWork>: Sendable {
  private let work: Work
  private let id: JobID
  private let child: PromiseID?
  private let queue: QueueID
  private let environment: PromiseEnvironment
  /// The stamp of the job's last event.
  private var lastStamp: UInt64 = 0

  private init(
    _ work: Work, settling child: PromiseID?, queue: QueueID, in environment: PromiseEnvironment
  ) {
    self.work = work
    id = environment.bus.nextJob()
    self.child = child
    self.queue = queue
    self.environment = environment
  }

  /// Runs `work`, which will settle `child`, immediately, on behalf of the running queue. The child
  /// has a name only if there is an observer.
  static func run(
    _ work: Work, settling child: PromiseID?, label: String? = nil, declared: DeclaredAccess? = nil,
    queue: QueueID? = nil, in environment: PromiseEnvironment
  ) {
    var job = RunningJob(
      work, settling: child, queue: queue ?? environment.inlineQueue, in: environment)
    job.postEnqueued(label)
    environment.bindAgain { [job] in job.end(job.start(declared: declared)) }
  }

  /// Enqueues `work`, which will settle `child`, on the queue with the given name. `name` identifies
  /// the job if the environment shuffles.
  static func enqueue(
    _ work: Work, settling child: PromiseID?, on dispatcher: any Dispatcher, queue: QueueID,
    label: String? = nil, called name: @autoclosure () -> UInt64, in environment: PromiseEnvironment
  ) {
    let declared = dispatcher.declaredAccess
    guard !dispatcher.isInline else {
      return run(
        work, settling: child, label: label, declared: declared, queue: queue, in: environment)
    }
    var job = RunningJob(work, settling: child, queue: queue, in: environment)
    job.postEnqueued(label)
    let delay = environment.shuffle.map { $0.delay(of: name()) } ?? 0
    let run: @Sendable () -> @Sendable () -> Void = { [job] in
      if delay > 0 { job.delayStart(delay) }
      let outcome = job.start(declared: declared)
      return { job.end(outcome) }
    }
    #if PROMISE_NO_GATE
      let queued = Job(id: job.id, run: run)
    #else
      // A gate that follows a schedule waits until the start of a job is posted.
      let gated = environment.gate.map { job.running(delay, declared, startingAt: $0) }
      let describe: @Sendable () -> GateSubject = {
        GateSubject(work.core, reading: work.read, on: queue)
      }
      let subject = environment.gate == nil ? nil : describe
      let queued = Job(id: job.id, subject: subject, run: gated ?? run)
    #endif
    environment.executor.enqueue(queued, on: dispatcher, queue: queue, in: environment)
  }

  private mutating func postEnqueued(_ label: String?) {
    if environment.bus.isObserved {
      environment.bus.postEnqueued(environment.stamp(after: &lastStamp), id, child, queue, label)
    }
  }

  /// Delays the start, which keeps the queue busy.
  private func delayStart(_ delay: Int64) {
    let longest = environment.executor.isOnMain ? Shuffle.longestOnMain : .max
    environment.executor.work(for: min(delay, longest))
  }

  #if !PROMISE_NO_GATE
    /// Returns what runs the job, and informs the gate when the job has started.
    private func running(
      _ delay: Int64, _ declared: DeclaredAccess?, startingAt gate: Gate
    ) -> @Sendable () -> @Sendable () -> Void {
      { [self] in
        if delay > 0 { delayStart(delay) }
        let outcome = start(declared: declared) { gate.began() }
        return { end(outcome) }
      }
    }
  #endif

  /// Starts the job. `began` is called before the program's closure runs.
  private func start(
    declared: DeclaredAccess?, _ began: (() -> Void)? = nil
  ) -> JobOutcome {
    environment.accessTracker?.runsCode(accessing: declared)
    if environment.bus.isObserved {
      var cause = lastStamp
      environment.bus.postStarted(environment.stamp(after: &cause), id, child, queue)
    }
    if case .only(let names)? = declared, !names.isEmpty {
      environment.post(.touched(job: id, names: names.sorted()))
    }
    began?()
    return work.run(in: environment)
  }

  /// Posts the end of the job and its outcome, and then applies the outcome.
  private func end(_ outcome: JobOutcome) {
    if environment.bus.isObserved {
      environment.bus.postEnded(
        environment.stamp(), id, child, queue, outcome.ending(after: work.read))
    }
    work.finish(outcome)
  }
}

/// The work of a job that settles a promise.
protocol JobWork: Sendable {
  /// The promise that the job settles.
  var core: PromiseCore? { get }
  /// The settlement that the program's closure reads; `nil` if it reads none.
  var read: Settled? { get }
  /// Runs the program's closure, unless the chain was canceled in the meantime.
  func run(in environment: PromiseEnvironment) -> JobOutcome
  /// Applies the outcome to the promise, after the job has ended.
  func finish(_ outcome: JobOutcome)
}

/// The outcome of a job.
enum JobOutcome: Sendable {
  /// The program's closure did not run.
  case skipped
  /// The reaction to apply to the promise; `nil` if a resolver settled it, or will.
  case ran(Reaction?)

  /// Returns how a job that read `settled` ended.
  func ending(after settled: Settled?) -> PromiseEvent.JobEnding {
    switch self {
    case .skipped: .skipped
    case .ran(let reaction): reaction?.ending(after: settled) ?? .returned
    }
  }
}
