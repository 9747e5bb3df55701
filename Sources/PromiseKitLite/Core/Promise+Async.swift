extension Promise {
  /// A promise for what an `async` function returns; what it throws rejects it.
  ///
  /// `body` runs in a task of its own, where Swift concurrency lets it: neither on this thread nor
  /// on a queue of the promise's. If the chain's ``CancelContext`` cancels the promise, the task is
  /// cancelled.
  ///
  /// ```swift
  /// Promise(async: { try await session.data(from: url).0 })
  ///   .map { data in try parse(data) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @preconcurrency
  @inlinable
  public convenience init(
    label: String? = nil, async body: @escaping @Sendable () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .async, label: .named(label), at: CallSite(file, line, column))
    runTask { .value(try await body()) }
  }
}

extension Guarantee {
  /// A guarantee of what an `async` function returns, which runs in a task of its own.
  ///
  /// ```swift
  /// Guarantee(async: { await counter.next() }).done { number in show(number) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @preconcurrency
  @inlinable
  public convenience init(
    label: String? = nil, async body: @escaping @Sendable () async -> Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .async, label: .named(label), at: CallSite(file, line, column))
    runTask { .value(await body()) }
  }
}

extension PromiseCore {
  /// Settles the promise with what `body` makes in a task, or with what it throws.
  @usableFromInline
  func runTask(_ body: @escaping @Sendable () async throws -> Settled) {
    guard !isCancelledAlready else { return }
    witness?.leavesSimulation()
    // A task takes the context over from where it is made; it is on no queue of the library's.
    let task = inContext(onQueue: nil) {
      Task { [self] in
        if let observed { observed.post(.bodyStarted(promise: id)) }
        let settled: Settled
        do { settled = try await body() } catch { settled = .error(error) }
        if let observed { observed.post(.bodyEnded(promise: id, threw: settled.error != nil)) }
        settle(settled)
      }
    }
    onCancel { task.cancel() }
  }
}
