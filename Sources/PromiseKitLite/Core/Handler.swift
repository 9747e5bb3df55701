/// What a handler makes of a settlement: what is done to its child.
@usableFromInline
package enum Reaction: Sendable {
  /// The child settles with this.
  case settle(Settled)
  /// The child is locked in to this promise.
  case adopt(PromiseCore)
  /// Nothing: the handler has given away what settles the child.
  case later
}

extension Reaction {
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Reaction { .settle(.value(value)) }
  @inlinable
  package static func error(_ error: any Error) -> Reaction { .settle(.error(error)) }

  /// How the job that produced it is said to have ended, given what it read.
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
/// Everything in it is fixed but the child, which belongs to whoever has the handler: first the parent,
/// under its lock; then the one who hands it out; then the job. Nobody else touches it, so that it
/// needs no lock of its own.
class Handler: @unchecked Sendable {
  @exclusivity(unchecked) private final var child: PromiseCore?

  init(child: PromiseCore?) { self.child = child }

  /// The parent has settled: does what there is to do, on the thread that hands out.
  func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {}

  /// The program attached it, so that it has an attach number.
  var isCounted: Bool { false }

  /// The promise that waits for this handler's: the child, which stays, or the fan-in.
  var waiting: PromiseCore? { child }

  /// The handler's promise was freed while pending, and never settles. Answers the promise that waits
  /// for ever for it; none if that waits for others too.
  func abandon() -> PromiseCore? { waiting }

  /// What it waits for never settles: a task that waits stops waiting. Never called under a lock.
  func giveUp() {}

  /// It is no part of a chain, but a thread or a task that waits.
  var isOutside: Bool { false }

  /// The child, which the handler then has no longer.
  final func takeChild() -> PromiseCore? { child.take() }
}

/// The child is locked in to the promise.
final class Adoption: Handler, @unchecked Sendable {
  /// Settles the child; and the one that is locked in to that, if nobody else reads it, and so on. For
  /// the places of these pass on where nobody keeps them: the order of handlers would depend on that,
  /// if it took a step of the drain where somebody does. (rule 4)
  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    var (source, adoption) = (parent, self)
    while let child = adoption.takeChild(),
      let batch = child.settleAsAdopted(settled, from: source)
    {
      guard batch.others == nil, let next = batch.first as? Adoption else {
        return thread.handOut(batch, of: child, settled)
      }
      // What was attached meanwhile comes later.
      if let more = child.locked({ $0.nextBatch() }) { thread.handOut(more, of: child, settled) }
      (source, adoption) = (child, next)
    }
  }
}

/// Somebody outside the chain waits for the settlement: a thread that is blocked, or a task.
final class Waiter: Handler, @unchecked Sendable {
  private let resume: @Sendable (Settled) -> Void

  init(_ resume: @escaping @Sendable (Settled) -> Void) {
    self.resume = resume
    super.init(child: nil)
  }

  override var isOutside: Bool { true }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if case .rejected(let rejection) = settled { rejection.handle() }
    resume(settled)
  }
}

/// Which settlements a handler runs for; the others pass it.
@usableFromInline
package enum HandlerFilter: Sendable {
  /// then, map, done, get: values.
  case values
  /// catch, recover: rejections that the policy lets through. They count as handled.
  case errors(CatchPolicy)
  /// catch and recover with `only:`: rejections that they name. They count as handled.
  case only(NamedErrors)
  /// then with two handlers: values, and rejections that the policy lets through. These count as
  /// handled.
  case all(CatchPolicy)
  /// tap, ensure, finally: everything, and an error stays unhandled.
  case everything
  /// cancelled: cancellations, which stay what they are.
  case cancellations
}

/// The errors that a handler is for. A reference, so that ``HandlerFilter`` stays as small as it is.
@usableFromInline
package final class NamedErrors: Sendable {
  let policy: CatchPolicy
  /// Runs the program's code (`==`), so never under a lock.
  let includes: @Sendable (any Error) -> Bool

  @usableFromInline
  package init(_ policy: CatchPolicy, _ includes: @escaping @Sendable (any Error) -> Bool) {
    self.policy = policy
    self.includes = includes
  }
}

extension HandlerFilter {
  /// Why a settlement passes such a handler; none if the handler runs.
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

  /// A rejection that the handler runs for is taken care of.
  var handlesErrors: Bool {
    switch self {
    case .errors, .only, .all: true
    case .values, .cancellations, .everything: false
    }
  }

  /// The handler passes on what it read.
  var passesOn: Bool {
    if case .everything = self { true } else { false }
  }

  /// The handler takes every error, cancellations too.
  var takesAllErrors: Bool {
    switch self {
    case .errors(let policy), .all(let policy): policy == .allErrors
    case .only, .values, .everything, .cancellations: false
    }
  }

  /// The handler runs also where the chain is cancelled or its owner is gone.
  var outlivesCancellation: Bool {
    switch self {
    case .everything, .cancellations: true
    case .values, .errors, .only, .all: false
    }
  }
}
