extension Thenable {
  /// Returns a promise whose chain depends on the lifetime of `owner`: once the owner is
  /// deallocated, the links that follow are canceled.
  ///
  /// The chain does not keep the owner alive and is not notified when the owner is deallocated.
  /// Instead, each following link checks when it receives a value or an error, and again when its
  /// handler is about to start. If the owner is gone, the handler does not run, and the link is
  /// rejected with ``PMKError/cancelled``. `ensure`, `finally`, and `cancelled` still run. The work
  /// that the chain waits for continues. JPromise calls the owner a target.
  ///
  /// ```swift
  /// fetch(token).until(view).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// To stop the work immediately, cancel a ``CancelContext`` in the owner's `deinit`.
  ///
  /// **Value.** Passed on. Later links are canceled once the owner is gone.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit 7: `cancellize`; google –; JavaScript –; Bolts a token passed to a
  /// continuation.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - owner: The object on whose lifetime the handlers depend.
  /// - Returns: A promise that settles in the same way as this one, or is canceled.
  public func until(
    label: String? = nil, _ owner: AnyObject,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _until(.named(label), owner, CallSite(file, line, column))
  }

  /// Returns a promise whose chain also belongs to `context`, so that either that context or the
  /// chain's own cancels it.
  ///
  /// The promise before it is unaffected. Use this method for a chain on a promise that other code
  /// also uses. In Bolts, a token is passed to the continuation for the same purpose.
  ///
  /// ```swift
  /// cachedItems.until(context).done { items in show(items) }.cancelled { hideSpinner() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - context: The context that cancels the returned promise and the links that follow.
  /// - Returns: A promise that settles in the same way as this one, or is canceled.
  public func until(
    label: String? = nil, _ context: CancelContext,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _until(.named(label), context, CallSite(file, line, column))
  }

  private func _until(_ label: Label?, _ owner: AnyObject, _ site: CallSite) -> Promise<Value> {
    var inheritedContext = metadata?.inheritedContext ?? InheritedContext()
    inheritedContext.owners.append(Owner(owner))
    return passed(.until, label, inheritedContext, site)
  }

  private func _until(_ label: Label?, _ added: CancelContext, _ site: CallSite) -> Promise<Value> {
    var inheritedContext = metadata?.inheritedContext ?? InheritedContext()
    if hasLeftContext { inheritedContext.context = nil }
    if inheritedContext.context !== added {
      inheritedContext.context =
        inheritedContext.context.map { CancelContext(within: [$0, added]) } ?? added
    }
    return passed(.until, label, inheritedContext, site)
  }

  /// Returns a promise that settles as this one does, without a queue hop, and whose chain inherits
  /// `inheritedContext`.
  func passed(
    _ operation: PromiseEvent.Operation, _ label: Label?, _ inheritedContext: InheritedContext,
    _ site: CallSite
  ) -> Promise<Value> {
    let child = Promise<Value>(
      operation, of: self, label: label, at: site, inheritedContext: inheritedContext)
    attach(.values, on: nil, child: child) { .settle($0) }
    return child
  }
}

extension Thenable {
  /// The context that cancels the promise's chain; `nil` if the chain began outside any context.
  public var cancelContext: CancelContext? { context }
}

extension Thenable {
  /// Returns a promise that settles in the same way as this one but belongs to no
  /// ``CancelContext``.
  ///
  /// If the context is canceled while this promise is pending, the returned promise is rejected
  /// too. Once this promise is settled, canceling the context stops neither the links that follow
  /// nor the work that their handlers start. Use it if a context covers only part of a chain:
  ///
  /// ```swift
  /// let search = CancelContext()
  /// search.run { fetch(token) }.detached()
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// search.cancel()
  /// ```
  ///
  /// A chain also leaves its context when one of its `ensure` or `tap` handlers cancels the
  /// context, and when a `recover` turns the cancellation into a value. The chain still depends on
  /// the owners that ``Thenable/until(label:_:file:line:column:)-(_,AnyObject,_,_,_)`` named.
  ///
  /// **Value.** Passed on. Later links belong to no context.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit 7: `promise`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: A promise that settles as this one does.
  public func detached(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    var inheritedContext = metadata?.inheritedContext ?? InheritedContext()
    inheritedContext.context = nil
    return passed(.detached, .named(label), inheritedContext, CallSite(file, line, column))
  }
}
