/// The default queue for handlers that produce a value (then, map, recover, tap). It is the one in
/// ``PromiseEnvironment/defaults`` of the promise's own environment when the handler is attached.
///
/// ```swift
/// fetch(token).map(on: .defaultMap) { items in items.count }
/// ```
public struct DefaultMapDispatcher: Dispatcher {
  /// Runs `body` on this default queue of the current environment.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    PromiseEnvironment.current.dispatch(body, on: PromiseEnvironment.current.defaults.map)
  }
  /// The label of this default queue in the current environment.
  public var label: String { PromiseEnvironment.current.defaults.map?.label ?? "inline" }
  /// The kind of this default queue in the current environment.
  public var kind: PromiseEvent.QueueKind? {
    PromiseEnvironment.current.defaults.map.map { $0.kind } ?? .immediate
  }
}

/// The default queue for handlers that end a chain (done, get, catch, ensure, finally). It is the
/// one in ``PromiseEnvironment/defaults`` of the promise's own environment when the handler is
/// attached.
///
/// ```swift
/// fetch(token).done(on: .defaultReturn) { items in show(items) }
/// ```
public struct DefaultReturnDispatcher: Dispatcher {
  /// Runs `body` on this default queue of the current environment.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    PromiseEnvironment.current.dispatch(body, on: PromiseEnvironment.current.defaults.return)
  }
  /// The label of this default queue in the current environment.
  public var label: String { PromiseEnvironment.current.defaults.return?.label ?? "inline" }
  /// The kind of this default queue in the current environment.
  public var kind: PromiseEvent.QueueKind? {
    PromiseEnvironment.current.defaults.return.map { $0.kind } ?? .immediate
  }
}

/// The queue for work that should not run on main. It is the one in ``PromiseEnvironment/defaults``
/// of the promise's own environment when the handler is attached: Dispatch's global queue by
/// default.
///
/// ```swift
/// fetch(token).map(on: .background) { items in parse(items) }
/// ```
public struct BackgroundDispatcher: Dispatcher {
  /// Runs `body` on this default queue of the current environment.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    PromiseEnvironment.current.dispatch(body, on: PromiseEnvironment.current.defaults.background)
  }
  /// The label of this default queue in the current environment.
  public var label: String { PromiseEnvironment.current.defaults.background?.label ?? "inline" }
  /// The kind of this default queue in the current environment.
  public var kind: PromiseEvent.QueueKind? {
    PromiseEnvironment.current.defaults.background.map { $0.kind } ?? .immediate
  }
}

extension Dispatcher where Self == BackgroundDispatcher {
  /// The default background queue.
  ///
  /// ```swift
  /// fetch(token).map(on: .background) { items in parse(items) }
  /// ```
  public static var background: BackgroundDispatcher { BackgroundDispatcher() }
}

extension Dispatcher where Self == DefaultMapDispatcher {
  /// The default queue of then, map, recover, and tap.
  public static var defaultMap: DefaultMapDispatcher { DefaultMapDispatcher() }
}

extension Dispatcher where Self == DefaultReturnDispatcher {
  /// The default queue of done, get, catch, ensure, and finally.
  public static var defaultReturn: DefaultReturnDispatcher { DefaultReturnDispatcher() }
}
