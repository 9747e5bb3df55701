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

extension Interest {
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
