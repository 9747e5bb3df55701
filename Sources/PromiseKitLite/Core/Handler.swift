/// What a handler does to its child.
@usableFromInline
package enum Reaction: Sendable {
  /// The child settles with this settlement.
  case settle(Settled)
  /// The child is locked in to this promise.
  case adopt(PromiseCore)
  /// The child is settled by a resolver that the handler has passed on.
  case later
}

extension Reaction {
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Reaction { .settle(.value(value)) }
  @inlinable
  package static func error(_ error: any Error) -> Reaction { .settle(.error(error)) }

  /// Returns how the job that produced this reaction ended, given the settlement that it read.
  func ending(after settled: Settled?) -> PromiseEvent.JobEnding {
    switch self {
    case .adopt: return .returnedPromise
    case .settle(.fulfilled), .later: return .returned
    case .settle(.rejected(let rejection)):
      if case .rejected(let read) = settled, read === rejection { return .returned }
      return .threw
    }
  }
}

/// One reader of a promise.
///
/// All of it is constant except the child, which belongs to the owner of the handler: first the
/// parent, under its lock; then the thread that notifies it; then the job. No other code accesses
/// the child, so it needs no lock of its own.
class Handler: @unchecked Sendable {
  @exclusivity(unchecked) private final var child: PromiseCore?

  init(child: PromiseCore?) { self.child = child }

  /// Receives the settlement of the parent, on the thread that delivers it.
  func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {}

  /// Enqueues the handler, the only one of `parent`, and ends the drain if nothing else must be done, which is the
  /// usual case: `parent` is fulfilled and has no observer, and the handler runs on a Dispatch queue. Returns `false` if
  /// the handler has to be notified in the general way.
  func enqueueAlone(_ settled: Settled, of parent: PromiseCore) -> Bool { false }

  /// Whether the program attached the handler, so that it has an attach number.
  var isCounted: Bool { false }

  /// The promise that waits for the handler's promise: the child, or the fan-in.
  var waiting: PromiseCore? { child }

  /// Notes that the handler's promise was freed while pending. Returns the promise that now waits
  /// forever; `nil` if that promise also waits for others.
  func abandon() -> PromiseCore? { waiting }

  /// Ends the wait of a task, because the promise that it waits for never settles. Never called
  /// under a lock.
  func giveUp() {}

  /// Whether the handler is a waiting thread or task rather than part of a chain.
  var isOutside: Bool { false }

  /// Removes and returns the child.
  final func takeChild() -> PromiseCore? { child.take() }
}

/// A handler whose child is locked in to the promise.
final class Adoption: Handler, @unchecked Sendable {
  /// Settles the child; also the promise that is locked in to the child, if it has no other reader;
  /// and so on. Promises without other references are replaced by their adopters, and the order of
  /// handlers must not depend on whether there are such references. Therefore, each of them takes
  /// no extra step of the drain. (rule 4)
  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    var (source, adoption) = (parent, self)
    Step.reached(.adopted)
    while let child = adoption.takeChild(),
      let batch = child.settleAsAdopted(settled, from: source)
    {
      guard batch.others == nil, let next = batch.first as? Adoption else {
        return thread.handOut(batch, of: child, settled)
      }
      // Handlers that were attached in the meantime are notified later.
      if let more = child.locked({ $0.nextBatch() }) { thread.handOut(more, of: child, settled) }
      (source, adoption) = (child, next)
    }
  }
}

/// A handler for a reader outside the chain: a blocked thread or a task.
final class Waiter: Handler, @unchecked Sendable {
  private let resume: @Sendable (Settled) -> Void

  init(_ resume: @escaping @Sendable (Settled) -> Void) {
    self.resume = resume
    super.init(child: nil)
  }

  override var isOutside: Bool { true }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if case .rejected(let rejection) = settled { rejection.handle() }
    thread.resume(after: parent) { [resume] in resume(settled) }
  }
}

/// Which settlements a handler runs for. Others skip it.
@usableFromInline
package enum HandlerFilter: Sendable {
  /// Values, for then, map, done, and get.
  case values
  /// Rejections that the policy includes, for catch and recover. They count as handled.
  case errors(CatchPolicy)
  /// The rejections that `only:` names, for catch and recover. They count as handled.
  case only(NamedErrors)
  /// Values, and rejections that the policy includes, for then with two handlers. The rejections
  /// count as handled.
  case all(CatchPolicy)
  /// Everything, for tap, ensure, and finally. An error stays unhandled.
  case everything
  /// Cancellations, for cancelled. They stay unhandled.
  case cancellations
}

/// The errors that a handler handles. It is a class, so that ``HandlerFilter`` stays small.
@usableFromInline
package final class NamedErrors: Sendable {
  let policy: CatchPolicy
  /// Runs code of the program (`==`), so it is never called under a lock.
  let includes: @Sendable (any Error) -> Bool

  @usableFromInline
  package init(_ policy: CatchPolicy, _ includes: @escaping @Sendable (any Error) -> Bool) {
    self.policy = policy
    self.includes = includes
  }
}

extension HandlerFilter {
  /// Returns why a settlement skips such a handler; `nil` if the handler runs.
  func skips(_ settled: Settled) -> PromiseEvent.SkipReason? {
    switch (self, settled) {
    case (.everything, _), (.values, .fulfilled), (.all, .fulfilled): nil
    case (.values, .rejected): .errorPassesValueHandler
    case (.errors, .fulfilled), (.only, .fulfilled), (.cancellations, .fulfilled):
      .valuePassesErrorHandler
    case (.errors(let policy), .rejected(let rejection)),
      (.all(let policy), .rejected(let rejection)):
      policy == .allErrorsExceptCancellation && rejection.isCancelled
        ? .cancellationPassesByPolicy : nil
    case (.only(let named), .rejected(let rejection)):
      if !named.includes(rejection.error) {
        .errorNotNamed
      } else if named.policy == .allErrorsExceptCancellation && rejection.isCancelled {
        .cancellationPassesByPolicy
      } else {
        nil
      }
    case (.cancellations, .rejected(let rejection)):
      rejection.isCancelled ? nil : .errorNotNamed
    }
  }

  /// Whether a rejection that the handler runs for counts as handled.
  var handlesErrors: Bool {
    switch self {
    case .errors, .only, .all: true
    case .values, .cancellations, .everything: false
    }
  }

  /// Whether the handler passes on the settlement that it reads.
  var passesOn: Bool {
    if case .everything = self { true } else { false }
  }

  /// Whether the handler handles every error, including cancellations.
  var takesAllErrors: Bool {
    switch self {
    case .errors(let policy), .all(let policy): policy == .allErrors
    case .only, .values, .everything, .cancellations: false
    }
  }

  /// Whether the handler runs even if the chain is canceled or its owner is gone.
  var outlivesCancellation: Bool {
    switch self {
    case .everything, .cancellations: true
    case .values, .errors, .only, .all: false
    }
  }
}
