public import Dispatch

extension CatchMixin {
  /// Attaches a handler for errors that continues the chain with another promise.
  ///
  /// ```swift
  /// fetch(token)
  ///   .recover { error in cachedItems }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// AYPromise and JavaScript call this *catch*. (rule 9; Promises/A+ 2.2.7.1)
  ///
  /// **Value.** Passed on.
  /// **Error.** `body` returns the promise to continue with.
  /// **Cancellation.** Passed on, unless `policy` is `allErrors` or `body` returns a guarantee.
  /// **Elsewhere.** PromiseKit `recover`; google `recover`; JavaScript `catch`; Bolts
  /// `continueOnErrorWith`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Which errors `body` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run when this promise is rejected. It returns the promise that the
  ///     chain continues with. An error that it throws becomes the new error.
  /// - Returns: A new promise. A value of this one is passed on without a queue hop.
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
  /// Attaches a handler for the errors that `policy` selects and continues the chain with a
  /// guarantee.
  ///
  /// ```swift
  /// fetch(token)
  ///   .recover(policy: .allErrorsExceptCancellation) { _ in .value([]) }
  ///   .done { items in show(items) }
  ///   .catch(policy: .allErrors) { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Which errors `body` handles: all, or all except cancellations.
  ///   - body: The closure to run when this promise is rejected. It returns the guarantee that the
  ///     chain continues with.
  /// - Returns: A new promise. A value of this one is passed on without a queue hop.
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
  /// Unavailable. A handler of `recover` returns a promise or a guarantee. This overload exists so
  /// that the compiler can say what to write.
  @available(
    *, unavailable,
    message: "a recover handler returns a promise or a guarantee: wrap the value in .value(…)"
  )
  @_disfavoredOverload
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (any Error) throws -> Value
  ) -> Guarantee<Value> {
    // Never called.
    Guarantee(.recover, of: self, label: nil, at: .unknown)
  }
}
