import Synchronization

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

/// Which settlements a handler runs for; the others pass it.
@usableFromInline
package enum Interest: Sendable {
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

/// The errors that a handler is for. A reference, so that ``Interest`` stays as small as it is.
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

/// One reader of a promise. Everything in it is fixed but the child, which the one who runs the
/// handler takes out: so the child lives no longer than somebody needs it.
@usableFromInline
package final class Handler: Sendable {
  enum Role: Sendable {
    /// An operator of the program: runs `body` on the dispatcher; none means inline.
    case operation(Interest, (any Dispatcher)?, body: @Sendable (Settled) -> Reaction)
    /// The child is locked in to the promise.
    case adoption
    /// The promise is an input of a fan-in.
    case input(FanIn, index: Int)
  }

  let role: Role
  private let child: Mutex<PromiseCore?>

  init(_ role: Role, child: PromiseCore?) {
    self.role = role
    self.child = Mutex(child)
  }

  /// The program attached it, so that it has an attach number.
  var isCounted: Bool {
    if case .operation = role { true } else { false }
  }

  /// The promise that waits for this handler's: the child, which stays, or the fan-in.
  func peekChild() -> PromiseCore? {
    if case .input(let fanIn, _) = role { return fanIn.promise }
    return child.withLock { $0 }
  }

  /// The child's name, where somebody observes: a reference would make it look shared.
  var childID: PromiseID? {
    peekChild().flatMap { $0.observed == nil ? nil : $0.id }
  }

  /// The child, which the handler then has no longer.
  func takeChild() -> PromiseCore? {
    child.withLock { slot in
      defer { slot = nil }
      return slot
    }
  }
}
