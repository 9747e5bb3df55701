/// Runs a handler inline, on the thread that settles the promise or attaches the handler: the same
/// as `on: nil`, where a dispatcher has to be named.
///
/// ```swift
/// let dispatcher: any Dispatcher = ImmediateDispatcher()
/// fetch(token).map(on: dispatcher) { items in items.count }
/// fetch(token).map(on: .immediate) { items in items.count }
/// ```
///
/// What runs inline runs inside the call that attaches it or that resolves: the one exception to rule 2.
/// Where a handler that itself runs inline makes that call, it runs once that handler has returned and
/// what it came to was handed out, so that chains of any length use no stack. Bolts calls it the immediate
/// executor.
public struct ImmediateDispatcher: Dispatcher {
  /// The dispatcher; one is as good as another.
  public init() {}
  /// Runs `body` at once, inside the call: the one dispatcher that does.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
  /// `inline`.
  public var label: String { "inline" }
  /// Immediate.
  public var kind: PromiseEvent.QueueKind? { .immediate }
}

extension Dispatcher where Self == ImmediateDispatcher {
  /// Inline, as `on: nil`.
  public static var immediate: ImmediateDispatcher { ImmediateDispatcher() }
}
