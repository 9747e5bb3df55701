package import PromiseKitLite
import Synchronization

/// Applies the rules of a dialect to the promises of one run.
package final class DialectMachine: DialectRules {
  package let dialect: Dialect
  package let handlerQueue: (any Dispatcher)?
  package let runsErrorHandlersInline: Bool
  package let locksIn: Bool
  package let isDepthFirst: Bool
  package let rejectsItself: Bool
  /// The steps that take jobs, with their number.
  private let jobs: [DialectStep: Int]
  private let rejections = Mutex(Rejections())

  /// The rejections of promises without a handler.
  private struct Rejections {
    /// Those of the running turn, in order.
    var open: [(promise: PromiseID, rejection: Rejection)] = []
    /// Those that were reported.
    var reported: Set<PromiseID> = []
    /// Whether the program has stopped.
    var hasStopped = false
  }

  package init(_ dialect: Dialect) {
    self.dialect = dialect
    let isLoop = dialect.simulated(.handlers) == .microtask
    handlerQueue = isLoop ? LoopQueue.microtasks : nil
    runsErrorHandlersInline = dialect.simulated(.errorHandlers) == .settlingThread
    locksIn = dialect.simulated(.lockIn) == .locked
    isDepthFirst = dialect.simulated(.order) == .depth
    rejectsItself = dialect.simulated(.ownPromise) == .rejected
    var jobs: [DialectStep: Int] = [:]
    jobs[.attaching] = dialect.jobs(.attaching)
    jobs[.skipping] = dialect.jobs(.skipping)
    jobs[.adopting] = dialect.jobs(.adoption) / 2
    jobs[.adopted] = dialect.jobs(.adoption) / 2
    jobs[.receivingInput] = dialect.jobs(.inputs)
    jobs[.cleaningUp] = dialect.simulated(.cleanup) == .waits ? 2 : 0
    self.jobs = jobs
  }

  /// Whether the queues are those of an event loop, which share one thread.
  package var hasEventLoop: Bool { handlerQueue != nil }

  /// Sets what the promises of `environment` take from there.
  package func configure(_ environment: PromiseEnvironment) {
    if dialect.simulated(.handlers) == .settlingThread {
      environment.defaults.map = nil
      environment.defaults.return = nil
    }
    if dialect.simulated(.cancellation) == .runsCatch { environment.catchPolicy = .allErrors }
  }

  /// Whether the program has stopped, because the library stops it.
  package var hasStopped: Bool { rejections.withLock { $0.hasStopped } }
}

extension Dialect {
  /// The number of jobs that a rule's answer takes.
  fileprivate func jobs(_ rule: Rule) -> Int {
    switch simulated(rule) {
    case .oneJob: 1
    case .twoJobs: 2
    default: 0
    }
  }
}

// MARK: - Jobs

extension DialectMachine {
  package func perform(
    _ step: DialectStep, of promise: PromiseCore, _ action: @escaping @Sendable () -> Void
  ) {
    let count = jobs[step] ?? 0
    guard count > 0 else { return action() }
    let label = "\(step.verb) \(promise.shownName)"
    enqueue(label, in: promise.environment, count: count, action)
  }

  /// Runs `action` at the end of the last of `count` jobs, each of which enqueues the next.
  private func enqueue(
    _ label: String, in environment: PromiseEnvironment, count: Int,
    _ action: @escaping @Sendable () -> Void
  ) {
    let dispatcher = handlerQueue ?? .main
    let queue = environment.queue(of: dispatcher)
    let id = environment.bus.nextJob()
    environment.post(.jobEnqueued(job: id, child: nil, queue: queue, label: label))
    let job = ClosureJob(id: id) { [self] in
      environment.post(.jobStarted(job: id, child: nil, queue: queue))
      return { [self] in
        environment.post(.jobEnded(job: id, child: nil, queue: queue, ending: .returned))
        guard count > 1 else { return action() }
        enqueue(label, in: environment, count: count - 1, action)
      }
    }
    environment.executor.enqueue(job, on: dispatcher, queue: queue, in: environment)
  }
}

extension DialectStep {
  /// What the job does, for its label.
  fileprivate var verb: String {
    switch self {
    case .attaching: "attach"
    case .skipping: "pass on to"
    case .adopting: "adopt for"
    case .adopted: "settle"
    case .receivingInput: "input of"
    case .cleaningUp: "pass on to"
    }
  }
}

extension PromiseCore {
  /// The label, or the identity.
  fileprivate var shownName: String { labelText ?? "\(id)" }
}

// MARK: - Settlements

extension DialectMachine {
  package func settlement(_ settled: Settled) -> Settled {
    guard dialect.simulated(.errorAsValue) == .rejected, case .fulfilled(let value) = settled,
      let error = value.heldError
    else { return settled }
    return .error(error)
  }

  package func settlement(afterCleanup settled: Settled, of promise: PromiseCore) -> Settled {
    guard dialect.simulated(.cleanup) == .replaces else { return settled }
    return promise.standIn(among: []) ?? settled
  }

  package func due(_ due: Int64, now: Int64) -> Int64 {
    // A timer of node waits a millisecond at least.
    hasEventLoop ? max(due, now &+ 1_000_000) : due
  }
}

/// A box whose value may be an error.
private protocol ErrorBox {
  var heldError: (any Error)? { get }
}

extension Box: ErrorBox {
  fileprivate var heldError: (any Error)? { value as? any Error }
}

extension Fulfillment {
  /// The value, if it is an error.
  fileprivate var heldError: (any Error)? {
    switch self {
    case .boxed(let box): (box as? any ErrorBox)?.heldError
    case .word(let word, let type):
      (type as? any Error.Type).flatMap { Self.error(word, as: $0) }
    }
  }

  private static func error<Held: Error>(_ word: UInt, as _: Held.Type) -> (any Error)? {
    withUnsafeBytes(of: word) { $0.load(as: Held.self) }
  }
}

// MARK: - Unhandled errors

extension DialectMachine {
  package func noteRejection(
    _ rejection: Rejection, of promise: PromiseCore, hasHandlers: Bool
  ) {
    guard dialect.simulated(.unhandled) != .whenLost else { return }
    // The end of a promise reports nothing.
    rejection.handle()
    guard dialect.simulated(.unhandled) == .afterTurn, !hasHandlers else { return }
    rejections.withLock { $0.open.append((promise.id, rejection)) }
  }

  package func noteHandler(of promise: PromiseCore, settling child: PromiseCore?) {
    let id = promise.id
    let wasReported = rejections.withLock { rejections in
      rejections.open.removeAll { $0.promise == id }
      return rejections.reported.remove(id) != nil
    }
    guard wasReported, let child else { return }
    promise.environment.post(.errorHandled(promise: id, by: child.id))
  }

  package func noteSecondResolution(of promise: PromiseCore) -> Bool {
    switch dialect.simulated(.secondResolution) {
    case .stops:
      stopProgram("a second resolution", in: promise.environment)
      return false
    case .ignored: return false
    default: return true
    }
  }

  /// Stops the program, because the library does.
  func stopProgram(_ reason: String, in environment: PromiseEnvironment) {
    let isFirst = rejections.withLock { rejections in
      defer { rejections.hasStopped = true }
      return !rejections.hasStopped
    }
    if isFirst { environment.post(.note("the program stops: \(reason)")) }
  }

  /// Reports the rejections that still have no handler, because all microtasks have run.
  package func endTurn(in environment: PromiseEnvironment) {
    let open = rejections.withLock { rejections in
      defer { rejections.open = [] }
      rejections.reported.formUnion(rejections.open.map(\.promise))
      return rejections.open
    }
    for (promise, rejection) in open {
      environment.post(
        .errorUnhandled(
          promise: promise, origin: rejection.origin(orFirst: promise, on: environment.bus),
          error: environment.bus.values.text(of: rejection.error)))
    }
  }
}
