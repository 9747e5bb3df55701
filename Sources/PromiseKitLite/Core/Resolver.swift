/// Settles one promise. The first call counts, every later one is ignored (and told to observers, with
/// the place that tried); the forms that begin with `try` answer whether they counted.
///
/// It may be used from any thread and kept as long as needed. A resolver that is given up unused
/// leaves its promise pending for ever.
public struct Resolver<Value: Sendable>: Sendable {
  @usableFromInline let promise: PromiseCore

  @usableFromInline
  init(_ promise: PromiseCore) { self.promise = promise }
}

extension Resolver {
  /// Fulfils the promise.
  @_disfavoredOverload
  public func fulfill(_ value: Value) { promise.settle(.value(value)) }

  /// Rejects the promise.
  @_disfavoredOverload
  public func reject(_ error: any Error) { promise.settle(.error(error)) }

  /// Fulfils or rejects the promise.
  @_disfavoredOverload
  public func resolve(_ result: Result<Value, any Error>) { tryResolve(result) }

  /// Fulfils with the value if there is one, else rejects with the error: the shape of many
  /// completion handlers, so that `api.load(completion: seal.resolve)` compiles.
  @_disfavoredOverload
  public func resolve(_ value: Value?, _ error: (any Error)?) {
    if let value {
      promise.settle(.value(value))
    } else {
      promise.settle(.error(error ?? PMKError.invalidCallingConvention))
    }
  }

  /// Locks the promise in to `other`: it settles as that does. (Promises/A+ 2.3.2)
  @_disfavoredOverload
  public func resolve<U: Thenable>(_ other: U) where U.Value == Value { tryResolve(other) }
}

extension Resolver {
  /// ``fulfill(_:)``, which remembers where it was called.
  public func fulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.settle(.value(value), at: CallSite(file, line, column))
  }

  /// ``reject(_:)``, which remembers where it was called.
  public func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.settle(.error(error), at: CallSite(file, line, column))
  }

  /// ``resolve(_:)``, which remembers where it was called.
  public func resolve(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    tryResolve(result, file: file, line: line, column: column)
  }
}

extension Resolver {
  /// Fulfils the promise. Answers whether it was pending until now.
  @discardableResult
  public func tryFulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(.value(value), at: CallSite(file, line, column))
  }

  /// Rejects the promise. Answers whether it was pending until now.
  @discardableResult
  public func tryReject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(.error(error), at: CallSite(file, line, column))
  }

  /// Fulfils or rejects the promise. Answers whether it was pending until now.
  @discardableResult
  public func tryResolve(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    switch result {
    case .success(let value): tryFulfill(value, file: file, line: line, column: column)
    case .failure(let error): tryReject(error, file: file, line: line, column: column)
    }
  }

  /// Locks the promise in to `other`. Answers whether it was pending until now.
  @discardableResult
  public func tryResolve<U: Thenable>(
    _ other: U, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool where U.Value == Value {
    var outer = promise
    return PromiseCore.adopt(other, by: &outer, at: CallSite(file, line, column))
  }
}

extension Resolver where Value == Void {
  /// Fulfils the promise.
  public func fulfill(file: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    promise.settle(.value(()), at: CallSite(file, line, column))
  }

  /// Rejects the promise if there is an error, else fulfils it.
  public func resolve(_ error: (any Error)?) {
    promise.settle(error.map { .error($0) } ?? .value(()))
  }
}
