/// What a promise was settled with. It is made once and shared by every promise that it reaches: a
/// link that passes it on, an adoption and a fan-in copy a word or a reference, and none of them has to
/// know the value's type.
@usableFromInline
package enum Settled: Sendable {
  case fulfilled(Fulfillment)
  case rejected(Rejection)

  /// The state that the events show.
  package var outcome: PromiseEvent.Outcome {
    switch self {
    case .fulfilled: .fulfilled
    case .rejected(let rejection): rejection.isCancelled ? .cancelled : .rejected
    }
  }

  /// The value or the error, described in a bounded number of characters. Runs the program's code
  /// (`description`), so never under a lock.
  package var description: String {
    switch self {
    case .fulfilled(let fulfillment): fulfillment.description
    case .rejected(let rejection): BoundedText.describing(rejection.error)
    }
  }
}

extension Settled {
  /// A settlement with `value`.
  @inlinable
  package static func value<Value: Sendable>(_ value: Value) -> Settled {
    .fulfilled(Fulfillment(value))
  }

  /// A settlement with `error`, not handled so far.
  @usableFromInline
  package static func error(_ error: any Error) -> Settled { .rejected(Rejection(error)) }

  /// A settlement with `error` by a context that is cancelled.
  static func cancellation(_ error: any Error) -> Settled {
    .rejected(Rejection(error, isFromContext: true))
  }

  /// It is a cancellation: the error says so, or a context was cancelled with it.
  var isCancellation: Bool {
    if case .rejected(let rejection) = self {
      rejection.isCancelled || rejection.isFromContext
    } else {
      false
    }
  }

  /// The value or the error, for a promise of `Value`.
  @inlinable
  package func result<Value: Sendable>(_: Value.Type = Value.self) -> Result<Value, any Error> {
    switch self {
    case .fulfilled(let fulfillment): .success(fulfillment.value(Value.self))
    case .rejected(let rejection): .failure(rejection.error)
    }
  }

  /// The value of a promise of `Value` that is known to be fulfilled; throws what it was rejected
  /// with otherwise.
  @inlinable
  package func value<Value: Sendable>(_: Value.Type = Value.self) throws -> Value {
    try result(Value.self).get()
  }
}

extension Settled {
  /// The error, if it is a rejection.
  @usableFromInline
  package var error: (any Error)? {
    if case .rejected(let rejection) = self { rejection.error } else { nil }
  }
}
