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
  @inlinable
  public convenience init(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), nil, CallSite(file, line, column))
  }

  /// ``init(_:file:line:column:)`` with a label.
  @inlinable
  public convenience init(
    _ label: String, _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), Label(label), CallSite(file, line, column))
  }

  /// A promise that is settled already, with a result whose errors are of one type.
  ///
  /// ```swift
  /// let checked: Result<String, LoginError> = .failure(.wrongPassword)
  /// Promise(checked).done { token in show(token) }.catch { error in alert(error) }
  /// ```
  @inlinable
  public convenience init<Failure: Error>(
    _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), nil, CallSite(file, line, column))
  }

  /// A promise that is settled already, with a result whose errors are of one type, and a label.
  @inlinable
  public convenience init<Failure: Error>(
    _ label: String, _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: Settled(result), Label(label), CallSite(file, line, column))
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
  @inlinable
  public convenience init<U: Thenable>(
    from thenable: U,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    self.init(thenable, file: file, line: line, column: column)
  }

  /// ``init(from:file:line:column:)`` with a label.
  @inlinable
  public convenience init<U: Thenable>(
    _ label: String, from thenable: U,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    self.init(.pending, of: thenable, label: Label(label), at: CallSite(file, line, column))
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
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: .value(()), nil, CallSite(file, line, column))
  }

  /// ``init(file:line:column:)`` with a label.
  @inlinable
  public convenience init(
    _ label: String,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(settled: .value(()), Label(label), CallSite(file, line, column))
  }
}
