public import Dispatch

extension Thenable {
  /// The value or the error; `nil` while pending.
  public var result: PromiseKit.Result<Value>? {
    settled.map { PromiseKit.Result($0.result(Value.self)) }
  }

  /// Passes the value or the error to `receive`, inline: on the thread that settles the promise, or
  /// immediately if the promise is already settled.
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
  /// - Parameter receive: The closure to run when this promise settles, including by cancellation.
  @preconcurrency
  public func pipe(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    to receive: @escaping @Sendable (PromiseKit.Result<Value>) -> Void
  ) {
    pipe(file: file, line: line, column: column) { (result: Swift.Result<Value, any Error>) in
      receive(PromiseKit.Result(result))
    }
  }

  /// Attaches a handler that receives the value or the error, and passes it on. An error stays
  /// unhandled.
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
  ///   - body: The closure to run when this promise settles, including by cancellation. An error
  ///     that it throws becomes the new error.
  /// - Returns: A new promise that settles in the same way as this one.
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
