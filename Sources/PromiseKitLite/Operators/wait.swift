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
