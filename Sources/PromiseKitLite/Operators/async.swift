extension Thenable where Self: CatchMixin {
  /// Returns the value to an awaiting task.
  ///
  /// The task resumes on the actor on which it awaits the promise, not on the promise's default
  /// queue. An error counts as handled.
  ///
  /// A canceled task stops waiting and throws `CancellationError`. The promise continues, because
  /// other code may be waiting for it, unless `cancelsContext` is `true`, which also cancels its
  /// ``CancelContext``. A promise that is freed while pending, or whose parent is, can never
  /// settle; the task then throws ``PMKError/deadlock``. The task does not keep the promise alive.
  ///
  /// ```swift
  /// let items = try await fetch("token").async()
  /// ```
  ///
  /// Observers see the task as a node that waits for the promise, with the place of the call and the
  /// actor; a task that `Promise(async:)` has created is that promise.
  ///
  /// **Value.** Returned to the task.
  /// **Error.** Thrown; it is handled.
  /// **Cancellation.** Thrown.
  /// **Queue.** The actor of the task.
  /// **Elsewhere.** PromiseKit `async`; google –; JavaScript `await`; Bolts –.
  ///
  /// - Parameters:
  ///   - cancelsContext: Whether to cancel the promise's context when the task is canceled.
  ///   - isolation: The actor on which the task awaits the promise: the caller's.
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with; `CancellationError` if the task is
  ///   canceled while waiting; ``PMKError/deadlock`` if the promise can never settle.
  public consuming func async(
    cancelsContext: Bool = false, isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    try await _async(cancelsContext, on: isolation, at: CallSite(file, line, column))
  }

  /// The form of ``async(cancelsContext:isolation:file:line:column:)`` without parameters.
  @_disfavoredOverload
  public consuming func async() async throws -> Value {
    try await _async(false, on: nil, at: .unknown)
  }

  consuming func _async(
    _ cancelsContext: Bool, on isolation: isolated (any Actor)?, at site: CallSite
  ) async throws -> Value {
    if let settled {
      whenSettled { _ in }
      postAwait(on: isolation, at: site)
      return try settled.value(Value.self)
    }
    let context = cancelsContext ? self.context : nil
    let wait = TaskWait(for: self, on: isolation, at: site)
    // From here on, the task holds no reference to the promise.
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
  /// Returns the value to an awaiting task.
  ///
  /// A guarantee cannot fail, and neither can this call: it continues to wait even when the task is
  /// canceled. A guarantee that its ``CancelContext`` cancels, or that is freed while pending, has
  /// no value, so the task waits forever. If either can happen, create a promise,
  /// `Promise(guarantee)`, and await that.
  ///
  /// ```swift
  /// await after(seconds: 0.1).async()
  /// ```
  ///
  /// - Parameter isolation: The actor on which the task awaits the guarantee: the caller's.
  @discardableResult
  public func async(
    isolation: isolated (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) async -> Value {
    await _async(on: isolation, at: CallSite(file, line, column))
  }

  /// The form of ``async(isolation:file:line:column:)`` without parameters.
  @discardableResult
  @_disfavoredOverload
  public func async() async -> Value { await _async(on: nil, at: .unknown) }

  func _async(on isolation: isolated (any Actor)?, at site: CallSite) async -> Value {
    if case .success(let value)? = settled?.result(Value.self) {
      postAwait(on: isolation, at: site)
      return value
    }
    let wait = TaskWait(for: self, on: isolation, at: site)
    return await withUnsafeContinuation { continuation in
      wait.suspend { outcome in
        if case .success(.fulfilled(let fulfillment)) = outcome.result {
          continuation.resume(returning: fulfillment.value(Value.self))
        }
      }
    }
  }
}

extension Thenable where Self: CatchMixin {
  /// Blocks the current thread until the promise settles.
  ///
  /// A blocked thread does nothing else. On a serial queue, nothing else runs until the promise
  /// settles; if the chain needs that queue, the promise never settles. Before the thread blocks,
  /// observers receive an event that names its queue; together with the preceding events, it shows
  /// whether the chain needs that queue. A wait on the main queue is always reported as a warning,
  /// to ``PMKConfiguration/logHandler``. (rule 12) This method is intended for command-line
  /// programs and tests.
  ///
  /// ```swift
  /// let items = try fetch("token").wait()
  /// ```
  ///
  /// **Value.** Returned.
  /// **Error.** Thrown; it is handled.
  /// **Cancellation.** Thrown.
  /// **Queue.** Blocks the calling thread.
  /// **Elsewhere.** PromiseKit `wait`; google `awaitPromise`; JavaScript –; Bolts
  /// `waitUntilFinished`.
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with, which then counts as handled;
  ///   ``PMKError/deadlock`` in a simulation in which nothing can settle the promise.
  @_disfavoredOverload
  public func wait() throws -> Value { try wait(at: .unknown) }

  /// The form of ``wait()`` that records its call site.
  public func wait(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    try wait(at: CallSite(file, line, column))
  }

  private func wait(at site: CallSite) throws -> Value {
    guard let settled = waitUntilSettled(canFail: true, at: site) else { throw PMKError.deadlock }
    whenSettled { _ in }
    return try settled.value(Value.self)
  }
}

extension Guarantee {
  /// Blocks the current thread until the guarantee is fulfilled; see ``Thenable/wait()``.
  ///
  /// ```swift
  /// after(seconds: 0.1).wait()
  /// ```
  ///
  /// A guarantee that its ``CancelContext`` cancels has no value, so this call never returns. The
  /// same is true in a simulation in which nothing can fulfill the guarantee. Other jobs of the
  /// simulation continue, and the blocked thread is lost.
  ///
  /// - Returns: The value.
  @discardableResult
  @_disfavoredOverload
  public func wait() -> Value { wait(at: .unknown) }

  /// The form of ``wait()`` that records its call site.
  @discardableResult
  public func wait(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Value {
    wait(at: CallSite(file, line, column))
  }

  private func wait(at site: CallSite) -> Value {
    if let settled = waitUntilSettled(canFail: false, at: site),
      case .success(let value) = settled.result(Value.self)
    {
      return value
    }
    waitForEver()
  }
}

extension Thenable {
  /// Passes the value or the error to `receive`, inline: on the thread that settles the promise, or
  /// immediately if the promise is already settled.
  ///
  /// ```swift
  /// let (promise, seal) = Promise<Data>.pending()
  /// download(url).pipe(to: seal.resolve)
  /// promise.done { data in show(data) }.catch { error in alert(error) }
  /// ```
  ///
  /// Prefer `then` or `map` in most cases: a pipe ends the chain, and an error counts as handled,
  /// because `receive` gets it. PromiseKit builds its own operators on `pipe`.
  ///
  /// **Value.** `receive` gets it. The chain ends.
  /// **Error.** `receive` gets it; it is handled.
  /// **Cancellation.** As an error.
  /// **Queue.** Inline.
  /// **Elsewhere.** PromiseKit `pipe(to:)`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - receive: The closure to run when this promise settles, including by cancellation.
  @preconcurrency
  @inlinable
  @_disfavoredOverload
  public func pipe(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    to receive: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    _pipe(.named(label), CallSite(file, line, column), receive)
  }

  @inlinable
  func _pipe(
    _ label: Label?, _ site: CallSite,
    _ receive: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let child = Guarantee<Void>(.done, of: self, label: label, at: site)
    attach(.all(.allErrors), on: nil, child: child) { settled in
      .value(receive(settled.result(Value.self)))
    }
  }
}
