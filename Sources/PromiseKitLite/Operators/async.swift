extension Thenable where Self: CatchMixin {
  /// Returns the value to a task that awaits it.
  ///
  /// The task resumes where Swift concurrency lets it, not on the promise's default queue. An error
  /// counts as handled.
  ///
  /// A task that is cancelled stops waiting and throws `CancellationError`. The promise goes on, since
  /// others may wait for it too, unless `cancelsContext` asks for its ``CancelContext`` to be cancelled as
  /// well. A promise that is freed while pending, or whose parent is, can never settle: the task throws
  /// ``PMKError/deadlock``. The task itself does not keep the promise alive.
  ///
  /// ```swift
  /// let items = try await fetch("token").async()
  /// ```
  ///
  /// - Parameter cancelsContext: Whether the promise's context is cancelled when the task is.
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if the task is cancelled
  ///   while it waits; ``PMKError/deadlock`` if the promise can never settle.
  public consuming func async(cancelsContext: Bool = false) async throws -> Value {
    if let settled {
      whenSettled { _ in }
      return try settled.value(Value.self)
    }
    let context = cancelsContext ? self.context : nil
    let wait = TaskWait(for: self)
    // From here on nothing of the task refers to the promise.
    _ = consume self
    let settled = try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        wait.suspend { continuation.resume(with: $0.result) }
      }
    } onCancel: {
      if wait.cancel() { context?.cancel() }
    }
    return try settled.value(Value.self)
  }
}

extension Guarantee {
  /// Returns the value to a task that awaits it.
  ///
  /// A guarantee cannot fail, and neither can the task: it goes on waiting when it is cancelled. A guarantee
  /// that its ``CancelContext`` cancels, or that is freed while pending, has no value, and the task awaits it for
  /// ever: make a promise of it, `Promise(guarantee)`, and await that where either can happen.
  ///
  /// ```swift
  /// await after(seconds: 0.1).async()
  /// ```
  @discardableResult
  public func async() async -> Value {
    if case .success(let value)? = settled?.result(Value.self) { return value }
    let wait = TaskWait(for: self)
    return await withUnsafeContinuation { continuation in
      wait.suspend { outcome in
        if case .success(.fulfilled(let fulfillment)) = outcome.result {
          continuation.resume(returning: fulfillment.value(Value.self))
        }
      }
    }
  }
}
