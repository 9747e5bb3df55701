extension Thenable where Self: CatchMixin {
  /// The value, for a task that awaits it.
  ///
  /// The task goes on where Swift concurrency lets it, not on the promise's default queue. An error
  /// counts as handled. Cancelling the task does not cancel the promise.
  ///
  /// ```swift
  /// let items = try await fetch("token").async()
  /// ```
  ///
  /// - Throws: The error that the promise is rejected with.
  public func async() async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      whenSettled { continuation.resume(with: $0.result(Value.self)) }
    }
  }
}

extension Guarantee {
  /// The value, for a task that awaits it. A guarantee that its ``CancelContext`` cancels has none, and
  /// the task awaits it for ever.
  ///
  /// ```swift
  /// await after(seconds: 0.1).async()
  /// ```
  @discardableResult
  public func async() async -> Value {
    await withUnsafeContinuation { continuation in
      whenSettled { settled in
        if case .success(let value) = settled.result(Value.self) {
          continuation.resume(returning: value)
        }
      }
    }
  }
}
