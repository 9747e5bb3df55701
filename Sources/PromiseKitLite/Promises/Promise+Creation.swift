extension Promise {
  /// Creates a promise that is already settled: fulfilled with the value of `result`, or rejected
  /// with its error.
  ///
  /// ```swift
  /// let page = Promise(Result { try JSONDecoder().decode(Page.self, from: data) })
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  ///
  /// JPromise's `promiseWithValue:` also takes a value or an error.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil, _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), .named(label), CallSite(file, line, column))
  }

  /// Creates a promise that is already settled with a result whose errors have a specific type.
  ///
  /// ```swift
  /// let checked: Result<String, LoginError> = .failure(.wrongPassword)
  /// Promise(checked).done { token in show(token) }.catch { error in alert(error) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init<Failure: Error>(
    label: String? = nil, _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), .named(label), CallSite(file, line, column))
  }

  @usableFromInline
  convenience init(settled: Settled, _ label: Label?, _ site: CallSite) {
    self.init(root: settled.error == nil ? .value : .error, label: label, at: site)
    settle(settled)
  }
}

extension Promise {
  /// Creates a promise that settles in the same way as `thenable`. This is the same as
  /// `Promise(thenable)`.
  ///
  /// ```swift
  /// let promise = Promise(from: after(seconds: 1))
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init<U: Thenable>(
    label: String? = nil, from thenable: U,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    self.init(.pending, of: thenable, label: .named(label), at: CallSite(file, line, column))
    var outer: PromiseCore = self
    PromiseCore.adopt(thenable, by: &outer)
  }
}

extension Promise where Value == Void {
  /// Creates a promise without a value that is already fulfilled.
  ///
  /// ```swift
  /// func prepare(_ urls: [URL]) -> Promise<Void> {
  ///   urls.isEmpty ? Promise() : download(urls[0]).asVoid()
  /// }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: .value(()), .named(label), CallSite(file, line, column))
  }
}

extension Promise {
  /// Creates a promise for the result of an `async` function. An error that the function throws
  /// rejects the promise.
  ///
  /// `body` runs in its own task, on the executor that Swift concurrency chooses: neither on the
  /// calling thread nor on a queue of the promise. If the chain's ``CancelContext`` cancels the
  /// promise, the task is canceled.
  ///
  /// ```swift
  /// Promise(async: { try await session.data(from: url).0 })
  ///   .map { data in try parse(data) }
  /// ```
  ///
  /// While the task awaits another promise with `async()`, observers see that this promise waits for
  /// that one. They also see on which actor `body` runs, if it is declared to run on one:
  ///
  /// ```swift
  /// Promise(async: { @MainActor in try await login().async() }).done { token in show(token) }.cauterize()
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @preconcurrency
  @inlinable
  public convenience init(
    label: String? = nil, async body: @escaping @isolated(any) @Sendable () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .async, label: .named(label), at: CallSite(file, line, column))
    runTask(isolation: body.isolation) { .value(try await body()) }
  }
}

extension Guarantee {
  /// Creates a guarantee for the result of an `async` function, which runs in its own task.
  ///
  /// ```swift
  /// Guarantee(async: { await counter.next() }).done { number in show(number) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @preconcurrency
  @inlinable
  public convenience init(
    label: String? = nil, async body: @escaping @isolated(any) @Sendable () async -> Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .async, label: .named(label), at: CallSite(file, line, column))
    runTask(isolation: body.isolation) { .value(await body()) }
  }
}
