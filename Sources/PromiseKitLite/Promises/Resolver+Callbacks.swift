// What completion handlers of every shape bring. The forms without a place are the ones that can be
// handed over as functions.

extension Resolver {
  /// Fulfils or rejects the promise with a result whose errors are of one type.
  ///
  /// ```swift
  /// let (promise, seal) = Promise<String>.pending()
  /// seal.resolve(Result<String, LoginError>.failure(.wrongPassword))
  /// promise.done { token in show(token) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func resolve<Failure: Error>(_ result: Result<Value, Failure>) {
    promise.resolve(Settled(result))
  }

  /// ``resolve(_:)``, which remembers where it was called.
  @inlinable
  public func resolve<Failure: Error>(
    _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(result), at: CallSite(file, line, column))
  }

  /// ``tryResolve(_:file:line:column:)`` with a result whose errors are of one type.
  @inlinable
  @discardableResult
  public func tryResolve<Failure: Error>(
    _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(result), at: CallSite(file, line, column))
  }

  /// Rejects the promise if there is an error, else fulfils it with the value: the shape of many
  /// completion handlers, so that `api.load(completion: seal.resolve)` compiles. With neither it is
  /// rejected with ``PMKError/invalidCallingConvention``.
  ///
  /// ```swift
  /// let answer = Promise<Data> { seal in
  ///   session.load(url, seal.resolve)
  /// }
  /// answer.done { data in show(data) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    promise.resolve(Settled(value, error))
  }

  /// ``resolve(_:_:)``, which remembers where it was called.
  @inlinable
  public func resolve(
    _ value: Value?, _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(value, error), at: CallSite(file, line, column))
  }

  /// ``tryResolve(_:file:line:column:)`` with what a completion handler brings.
  @inlinable
  @discardableResult
  public func tryResolve(
    _ value: Value?, _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(value, error), at: CallSite(file, line, column))
  }

  /// ``resolve(_:_:)`` for completion handlers that name the error first.
  @inlinable
  @_disfavoredOverload
  public func resolve(_ error: (any Error)?, _ value: Value?) {
    promise.resolve(Settled(value, error))
  }

  /// ``resolve(_:_:)``, which remembers where it was called.
  @inlinable
  public func resolve(
    _ error: (any Error)?, _ value: Value?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(value, error), at: CallSite(file, line, column))
  }

  /// ``tryResolve(_:file:line:column:)`` for completion handlers that name the error first.
  @inlinable
  @discardableResult
  public func tryResolve(
    _ error: (any Error)?, _ value: Value?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(value, error), at: CallSite(file, line, column))
  }
}

extension Resolver where Value == Void {
  /// Rejects the promise if there is an error, else fulfils it.
  ///
  /// ```swift
  /// func save(_ done: @escaping @Sendable ((any Error)?) -> Void) { done(nil) }
  /// let saved = Promise<Void> { seal in save(seal.resolve) }
  /// saved.done { showNext() }.catch { error in alert(error) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func resolve(_ error: (any Error)?) {
    promise.resolve(error.map { .error($0) } ?? .value(()))
  }

  /// ``resolve(_:)``, which remembers where it was called.
  @inlinable
  public func resolve(
    _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(error.map { .error($0) } ?? .value(()), at: CallSite(file, line, column))
  }

  /// ``tryResolve(_:file:line:column:)`` with an error, or none.
  @inlinable
  @discardableResult
  public func tryResolve(
    _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(error.map { .error($0) } ?? .value(()), at: CallSite(file, line, column))
  }
}

extension Settled {
  /// A settlement with the error if there is one, else with the value.
  @inlinable
  package init<Value: Sendable>(_ value: Value?, _ error: (any Error)?) {
    if let error {
      self = .error(error)
    } else if let value {
      self = .value(value)
    } else {
      self = .error(PMKError.invalidCallingConvention)
    }
  }

  /// A settlement with the value or the error of `result`.
  @inlinable
  package init<Value: Sendable, Failure: Error>(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }
}
