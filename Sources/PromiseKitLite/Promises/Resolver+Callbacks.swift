// Completion handlers of every shape. The overloads without a call site can be passed as functions.

extension Resolver {
  /// Fulfills or rejects the promise with a result whose errors have a specific type.
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

  /// The form of ``resolve(_:)-(Result<Value,Failure>)`` that records its call site.
  @inlinable
  public func resolve<Failure: Error>(
    _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(result), at: CallSite(file, line, column))
  }

  /// The form of ``tryResolve(_:file:line:column:)-(Result<Value,Error>,_,_,_)`` for a result whose errors have a specific
  /// type.
  @inlinable
  @discardableResult
  public func tryResolve<Failure: Error>(
    _ result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(result), at: CallSite(file, line, column))
  }

  /// Rejects the promise if there is an error, and fulfills it with the value otherwise. Many
  /// completion handlers have this shape, so `api.load(completion: seal.resolve)` compiles. With
  /// neither a value nor an error, the promise is rejected with
  /// ``PMKError/invalidCallingConvention``.
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

  /// The form of ``resolve(_:_:)-(Value?,_)`` that records its call site.
  @inlinable
  public func resolve(
    _ value: Value?, _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(value, error), at: CallSite(file, line, column))
  }

  /// The form of ``tryResolve(_:file:line:column:)-(Result<Value,Error>,_,_,_)`` for the parameters of a completion handler.
  @inlinable
  @discardableResult
  public func tryResolve(
    _ value: Value?, _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(value, error), at: CallSite(file, line, column))
  }

  /// The form of ``resolve(_:_:)-(_,Value?)`` for completion handlers that pass the error first.
  @inlinable
  @_disfavoredOverload
  public func resolve(_ error: (any Error)?, _ value: Value?) {
    promise.resolve(Settled(value, error))
  }

  /// The form of ``resolve(_:_:)-(_,Value?)`` that records its call site.
  @inlinable
  public func resolve(
    _ error: (any Error)?, _ value: Value?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(value, error), at: CallSite(file, line, column))
  }

  /// The form of ``tryResolve(_:file:line:column:)-(Result<Value,Error>,_,_,_)`` for completion handlers that pass the error
  /// first.
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
  /// Rejects the promise if there is an error, and fulfills it otherwise.
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

  /// The form of ``resolve(_:)-3qevy`` that records its call site.
  @inlinable
  public func resolve(
    _ error: (any Error)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(error.map { .error($0) } ?? .value(()), at: CallSite(file, line, column))
  }

  /// The form of ``tryResolve(_:file:line:column:)-(Result<Value,Error>,_,_,_)`` for an optional error.
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
  /// Creates a settlement with the error if there is one, and with the value otherwise.
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

  /// Creates a settlement with the value or the error of `result`.
  @inlinable
  package init<Value: Sendable, Failure: Error>(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .error(error)
    }
  }
}
