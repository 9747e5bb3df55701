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
