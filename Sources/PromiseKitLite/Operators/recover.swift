public import Dispatch

extension CatchMixin {
  /// Takes care of an error and goes on with another promise.
  ///
  /// ```swift
  /// fetch(token)
  ///   .recover { error in cachedItems }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// AYPromise and JavaScript mean this by *catch*. (rule 9; Promises/A+ 2.2.7.1)
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected, and returns what the chain goes on with. What it
  ///     throws is the new error.
  /// - Returns: A new promise; a value of this one passes to it without a hop.
  @preconcurrency
  @inlinable
  public func recover<U: Thenable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    let child = Promise<Value>(
      .recover, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
        return .adopt(try body(error))
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension CatchMixin {
  /// Handles an error that `policy` selects and goes on with a guarantee.
  ///
  /// ```swift
  /// fetch(token)
  ///   .recover(policy: .allErrorsExceptCancellation) { _ in .value([]) }
  ///   .done { items in show(items) }
  ///   .catch(policy: .allErrors) { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main by default, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` receives, or passes it.
  ///   - body: Runs once this promise is rejected, and returns what the chain goes on with.
  /// - Returns: A new promise; a value of this one passes to it without a hop.
  @preconcurrency
  @inlinable
  @_disfavoredOverload
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> Guarantee<Value>
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .recover, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(policy), on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
        return .adopt(try body(error))
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension CatchMixin {
  /// Unavailable: a handler of `recover` returns a promise or a guarantee, so that the compiler can name what
  /// to write.
  @available(
    *, unavailable,
    message: "a recover returns a promise or a guarantee: write .value(…) around the value"
  )
  @_disfavoredOverload
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) throws -> Value
  ) -> Guarantee<Value> {
    // Nothing calls it.
    Guarantee(.recover, of: self, label: nil, at: .unknown)
  }
}
