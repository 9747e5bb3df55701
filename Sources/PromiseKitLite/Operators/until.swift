extension Thenable {
  /// What follows works for `owner`, and is cancelled when the owner is gone.
  ///
  /// The chain does not keep the owner alive, and nothing tells it when the owner goes: each link that
  /// follows looks when it is handed a value or an error, and again when its handler is about to
  /// begin. If the owner is gone the handler does not run and the link is rejected with
  /// ``PMKError/cancelled``; `ensure`, `finally` and `cancelled` still run. What the chain waits for
  /// goes on. JPromise calls it a target.
  ///
  /// ```swift
  /// fetch(token).until(view).done { items in show(items) }.catch { error in alert(error) }
  /// ```
  ///
  /// To stop the work at once, cancel a ``CancelContext`` in the owner's `deinit`.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - owner: Whose life the handlers depend on.
  /// - Returns: A promise that settles as this one does, or as cancelled.
  public func until(
    label: String? = nil, _ owner: AnyObject,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _until(.named(label), owner, CallSite(file, line, column))
  }

  /// What follows belongs to `context` too, so that either that or the chain's own context cancels it.
  ///
  /// The promise before it is left alone: use it where a chain hangs on a promise that others use as
  /// well. Bolts hands a token to the continuation for the same.
  ///
  /// ```swift
  /// cachedItems.until(context).done { items in show(items) }.cancelled { hideSpinner() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - context: What cancels the promise that is returned, and what follows.
  /// - Returns: A promise that settles as this one does, or as cancelled.
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

  /// A promise that settles as this one does, without a hop, and whose chain inherits `inheritedContext`.
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
  /// What cancels the promise's chain; none if it began outside any context.
  public var cancelContext: CancelContext? { context }
}

extension Thenable {
  /// Returns a promise that settles as this one does and belongs to no ``CancelContext``: the way out of a
  /// context.
  ///
  /// If the context is cancelled while this promise is pending, the returned promise is rejected with it.
  /// Once this promise is settled, cancelling the context stops neither the links that follow nor what
  /// their handlers begin. Use it where a context covers only a part of a chain:
  ///
  /// ```swift
  /// let search = CancelContext()
  /// search.run { fetch(token) }.detached()
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// search.cancel()
  /// ```
  ///
  /// A chain also leaves its context when an `ensure` or a `tap` of the chain cancels it, and when a
  /// `recover` makes a value of the cancellation. The chain still depends on the owners that
  /// ``until(_:file:line:column:)-(AnyObject,_,_,_)`` named.
  ///
  /// - Parameter label: What the promise is called in events.
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
