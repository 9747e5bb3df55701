import Synchronization

/// The rules of another promise library, which the promises of a simulated run follow.
///
/// The environment of an ordinary program has none. The rules themselves are in PromiseSimulation.
package protocol DialectRules: AnyObject, Sendable {
  /// The queue of every handler, whatever queue the program names; `nil` if its queue counts.
  var handlerQueue: (any Dispatcher)? { get }
  /// Whether handlers for errors and for every outcome run inline, whatever queue they name.
  var runsErrorHandlersInline: Bool { get }
  /// Whether a promise that waits for another one can only settle as that one does.
  var locksIn: Bool { get }
  /// Whether what follows from a promise runs before the next handler of that promise.
  var isDepthFirst: Bool { get }
  /// Whether a promise that adopts itself is rejected; otherwise it stays pending.
  var rejectsItself: Bool { get }

  /// Performs a step that is due for `promise`: immediately, or in jobs of its own.
  func perform(
    _ step: DialectStep, of promise: PromiseCore, _ action: @escaping @Sendable () -> Void)
  /// Returns the settlement of a promise that its program settles with `settled`.
  func settlement(_ settled: Settled) -> Settled
  /// Returns the settlement that follows a cleanup handler of `promise`, given what it passes on.
  func settlement(afterCleanup settled: Settled, of promise: PromiseCore) -> Settled
  /// Returns when and with what a fan-in of `count` inputs settles; `nil` if it never does.
  func plan(_ plan: FanInPlan, of promise: PromiseCore, inputs count: Int) -> FanInPlan?
  /// Returns when a timer fires that is to fire at `due`.
  func due(_ due: Int64, now: Int64) -> Int64

  /// Receives each rejection of a promise.
  func noteRejection(_ rejection: Rejection, of promise: PromiseCore, hasHandlers: Bool)
  /// Receives each promise to which a handler is attached, as an adoption or a fan-in does too, and the
  /// promise that the handler settles.
  func noteHandler(of promise: PromiseCore, settling child: PromiseCore?)
  /// Receives each promise that its program settles a second time. Returns whether to report that.
  func noteSecondResolution(of promise: PromiseCore) -> Bool
}

/// A step of a promise that takes a job of its own in some libraries.
package enum DialectStep: Hashable, Sendable, CaseIterable {
  /// An operator attaches its handler.
  case attaching
  /// A link whose handler is skipped passes the settlement on.
  case skipping
  /// A promise that is resolved with another one attaches itself to it.
  case adopting
  /// The adopted promise has settled.
  case adopted
  /// An input of a fan-in has settled.
  case receivingInput
  /// A cleanup handler has ended.
  case cleaningUp
}

// MARK: - Handlers

extension OperationHandler {
  /// Where the handler runs by the rules of `dialect`.
  func target(as dialect: any DialectRules) -> Target {
    if dialect.runsErrorHandlersInline, interest.isForErrors { return .inline }
    guard let queue = dialect.handlerQueue else { return target }
    return .other(OtherDispatcher(queue))
  }
}

extension HandlerFilter {
  /// Whether the handler is for errors, or for every outcome.
  fileprivate var isForErrors: Bool {
    switch self {
    case .errors, .only, .everything, .cancellations: true
    case .values, .all: false
    }
  }
}

extension DialectRules {
  /// Runs `body`; if the dialect is depth first, with everything that follows from it.
  func nested(_ body: () -> Void) {
    isDepthFirst ? ThreadState.current.apart(body) : body()
  }
}

extension PromiseCore {
  /// Attaches a handler by the rules of `dialect`.
  func attach(
    _ handler: OperationHandler, settling child: PromiseCore, on queue: QueueID,
    as dialect: any DialectRules
  ) {
    dialect.noteHandler(of: self, settling: child)
    dialect.perform(.attaching, of: child) { [self] in
      append(handler, settling: child, on: queue)
      guard dialect.isDepthFirst, let settled, let left = locked({ $0.remove(handler) }) else {
        return
      }
      // Another handler of this promise is running, and attached this one.
      left.deliver(settled, from: self, in: ThreadState.current)
    }
  }

  /// Passes the settlement of `parent` on to this promise, whose handler is skipped.
  func skip(
    _ passed: Settled, from source: PromiseCore?, of parent: PromiseCore,
    reason: PromiseEvent.SkipReason, as dialect: any DialectRules
  ) {
    let lease = RejectionLease(passed, for: self)
    dialect.perform(.skipping, of: self) { [self] in
      if let observed = parent.observed {
        observed.post(.handlerSkipped(parent: parent.id, child: id, reason: reason))
      }
      dialect.nested { settle(passed, from: source, by: .parent) }
      withExtendedLifetime(lease) {}
    }
  }

  /// Locks the promise in to `inner` by the rules of `dialect`.
  func adopt(
    _ inner: PromiseCore, at site: CallSite?, isPassingError: Bool, as dialect: any DialectRules
  ) -> Bool {
    if inner === self, dialect.rejectsItself {
      return settle(.error(PMKError.returnedSelf), at: site)
    }
    if !dialect.locksIn { locked { $0.unlock() } }
    guard lockIn(to: inner, at: site) else {
      if locked({ $0.wasCancelled }) { inner.add(Adoption(child: self)) }
      return false
    }
    // Nothing follows the adoptions of a dialect.
    locked { $0.lose(.passUnretained(inner)) }
    guard inner !== self else { return true }
    if !isPassingError { noteDownstream(of: inner) }
    dialect.perform(.adopting, of: self) { [self] in
      dialect.noteHandler(of: inner, settling: self)
      inner.add(PostponedHandler(Adoption(child: self), at: .adopted, as: dialect))
    }
    return true
  }
}

/// A handler that receives the settlement in a step of a dialect.
final class PostponedHandler: Handler, @unchecked Sendable {
  private let handler: Handler
  private let step: DialectStep
  private let dialect: any DialectRules
  private let settlement: (@Sendable (Settled) -> Settled)?

  init(
    _ handler: Handler, at step: DialectStep, as dialect: any DialectRules,
    settlement: (@Sendable (Settled) -> Settled)? = nil
  ) {
    self.settlement = settlement
    self.handler = handler
    self.step = step
    self.dialect = dialect
    super.init(child: nil)
  }

  override var waiting: PromiseCore? { handler.waiting }
  override func abandon() -> PromiseCore? { handler.abandon() }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    guard let waiting else { return handler.deliver(settled, from: parent, in: thread) }
    let lease = RejectionLease(settled, for: waiting)
    let received = settlement?(settled) ?? settled
    dialect.perform(step, of: waiting) { [handler, dialect] in
      dialect.nested {
        handler.deliver(received, from: parent, in: ThreadState.current)
      }
      withExtendedLifetime(lease) {}
    }
  }
}

// MARK: - Settlements

extension OperationHandler {
  /// Applies the reaction of a cleanup handler by the rules of `dialect`. Returns `false` if the
  /// handler is of another kind.
  func finishCleanup(
    _ reaction: Reaction, after settled: Settled, as dialect: any DialectRules
  ) -> Bool {
    guard let child = waiting, interest.passesOn, case .settle(let result) = reaction else {
      return false
    }
    dialect.perform(.cleaningUp, of: child) {
      self.finish(
        .settle(dialect.settlement(afterCleanup: result, of: child)), after: settled)
    }
    return true
  }
}

extension PromiseCore {
  /// Returns the settlement by the rules of `dialect`, and lets it count even if the promise waits
  /// for another one.
  func converted(_ settled: Settled, as dialect: any DialectRules) -> Settled {
    if !dialect.locksIn { locked { $0.unlock() } }
    return dialect.settlement(settled)
  }
}

extension PromiseCore {
  /// The label that the program gave the promise, as text.
  package var labelText: String? { label?.text }
}
