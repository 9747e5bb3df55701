public import Dispatch

extension Thenable {
  /// The value or the error; `nil` while the promise is pending.
  public var result: PromiseKit.Result<Value>? {
    settled.map { PromiseKit.Result($0.result(Value.self)) }
  }

  /// Passes the value or the error to `receive`, inline: on the thread that settles the promise, or
  /// immediately if it is settled.
  ///
  /// ```swift
  /// extension Promise {
  ///   func orElse(_ other: Promise<Value>) -> Promise<Value> {
  ///     let (promise, seal) = Promise<Value>.pending()
  ///     pipe { (result: PromiseKit.Result<Value>) in
  ///       result.isFulfilled ? seal.resolve(result) : other.pipe(to: seal.resolve)
  ///     }
  ///     return promise
  ///   }
  /// }
  /// ```
  ///
  /// A pipe ends the chain, and an error counts as handled.
  ///
  /// - Parameter receive: Runs once this promise is settled, for a cancellation too.
  @preconcurrency
  public func pipe(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    to receive: @escaping @Sendable (PromiseKit.Result<Value>) -> Void
  ) {
    pipe(file: file, line: line, column: column) { (result: Swift.Result<Value, any Error>) in
      receive(PromiseKit.Result(result))
    }
  }

  /// Chains a step that looks at the value or the error and passes it on; an error stays unhandled.
  ///
  /// ```swift
  /// fetch(token)
  ///   .tap { (result: PromiseKit.Result<[Int]>) in
  ///     if case .rejected(let error) = result { report(error) }
  ///   }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: Runs once this promise is settled, for a cancellation too. What it throws becomes the error.
  /// - Returns: A new promise that settles the same way.
  @preconcurrency
  public func tap(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (PromiseKit.Result<Value>) throws -> Void
  ) -> Promise<Value> {
    tap(on: dispatcher, flags: flags, file: file, line: line, column: column) {
      (result: Swift.Result<Value, any Error>) in try body(PromiseKit.Result(result))
    }
  }
}
