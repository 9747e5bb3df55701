/// Runs a handler inline, on the thread that settles the promise or attaches the handler: the same
/// as `on: nil`, where a dispatcher has to be named.
public struct ImmediateDispatcher: Dispatcher {
  public init() {}
  public func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
  public var label: String { "inline" }
  public var kind: PromiseEvent.QueueKind? { .immediate }
}

extension Dispatcher where Self == ImmediateDispatcher {
  /// Inline, as `on: nil`.
  public static var immediate: ImmediateDispatcher { ImmediateDispatcher() }
}
