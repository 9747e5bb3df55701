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

extension Thenable where Self: CatchMixin {
  /// Blocks the thread until the promise is settled.
  ///
  /// A thread that waits does nothing else: on a serial queue nothing runs until the promise is settled,
  /// and if the chain needs that queue, that is never. Before it blocks, an observer is told on which
  /// queue: with the events up to there, that says whether the chain needs it. A wait
  /// on main always warns, through ``PMKConfiguration/logHandler``. (rule 12) Meant for command-line
  /// programs and tests.
  ///
  /// ```swift
  /// let items = try fetch("token").wait()
  /// ```
  ///
  /// - Returns: The value.
  /// - Throws: The error that the promise is rejected with, which counts as handled;
  ///   ``PMKError/deadlock`` in a simulation where nothing is left that could settle it.
  public func wait() throws -> Value {
    guard let settled = waitUntilSettled(canFail: true) else { throw PMKError.deadlock }
    whenSettled { _ in }
    return try settled.value(Value.self)
  }
}

extension Guarantee {
  /// Blocks the thread until the guarantee is fulfilled; see ``Thenable/wait()``.
  ///
  /// ```swift
  /// after(seconds: 0.1).wait()
  /// ```
  ///
  /// A guarantee that its ``CancelContext`` cancels has no value: who waits for it waits for ever, as
  /// does who waits in a simulation where nothing is left that could fulfil it. There the other jobs go
  /// on, and the thread that waits is lost.
  ///
  /// - Returns: The value.
  @discardableResult
  public func wait() -> Value {
    if let settled = waitUntilSettled(canFail: false),
      case .success(let value) = settled.result(Value.self)
    {
      return value
    }
    waitForEver()
  }
}

extension Thenable {
  /// Hands the value or the error over to somebody else, inline: on the thread that settles the promise,
  /// or at once if it is settled.
  ///
  /// ```swift
  /// let (promise, seal) = Promise<Data>.pending()
  /// download(url).pipe(to: seal.resolve)
  /// promise.done { data in show(data) }.catch { error in alert(error) }
  /// ```
  ///
  /// A `then` or a `map` is nearly always what is meant: a pipe ends the chain, and an error counts as
  /// handled, since whoever gets it has it. PromiseKit builds its own operators on it.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - receive: Runs once this promise is settled, for a cancellation too.
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
