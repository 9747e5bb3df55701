extension Promise {
  /// A promise that is settled already: fulfilled with the value of `result`, or rejected with its
  /// error.
  ///
  /// ```swift
  /// let page = Promise(Result { try JSONDecoder().decode(Page.self, from: data) })
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  ///
  /// JPromise's `promiseWithValue:` takes a value or an error likewise.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public convenience init(
    label: String? = nil, _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), .named(label), CallSite(file, line, column))
  }

  /// A promise that is settled already, with a result whose errors are of one type.
  ///
  /// ```swift
  /// let checked: Result<String, LoginError> = .failure(.wrongPassword)
  /// Promise(checked).done { token in show(token) }.catch { error in alert(error) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
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
  /// A promise that settles as `thenable` does: the same as `Promise(thenable)`, in words.
  ///
  /// ```swift
  /// let promise = Promise(from: after(seconds: 1))
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
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
  /// A promise of nothing that is fulfilled already.
  ///
  /// ```swift
  /// func prepare(_ urls: [URL]) -> Promise<Void> {
  ///   urls.isEmpty ? Promise() : download(urls[0]).asVoid()
  /// }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: .value(()), .named(label), CallSite(file, line, column))
  }
}

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
    accessTracker?.leavesSimulation()
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
