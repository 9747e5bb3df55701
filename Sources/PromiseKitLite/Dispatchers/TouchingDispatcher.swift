/// A dispatcher whose handlers have declared what they touch; ``Dispatcher/touching(_:)`` makes it.
///
/// ```swift
/// let net: TouchingDispatcher = DispatchQueue(label: "net").touching("cart")
/// fetch(token).done(on: net) { items in show(items) }
/// ```
///
/// It has the name and the kind of the dispatcher that it stands for, and runs the handlers as that does:
/// on real queues nothing is different.
public struct TouchingDispatcher: Dispatcher {
  /// What runs the handlers; never one of these itself.
  let base: any Dispatcher
  package let touches: Touching

  /// A dispatcher that has declared something already touches that as well.
  init(_ base: any Dispatcher, _ touching: Touching) {
    if let base = base as? TouchingDispatcher {
      (self.base, touches) = (base.base, base.touches.union(touching))
    } else {
      (self.base, touches) = (base, touching)
    }
  }

  /// Runs `body` where, and as, the dispatcher does that it stands for.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { base.dispatch(body) }
  /// The name of the dispatcher that it stands for.
  public var label: String { base.label }
  /// The kind of the dispatcher that it stands for.
  public var kind: PromiseEvent.QueueKind? { base.kind }
}

extension Dispatcher {
  /// The same queue for handlers that touch no shared state but what these names stand for; no name at
  /// all for handlers that touch none.
  ///
  /// ```swift
  /// fetch(token)
  ///   .map(on: queue.touching()) { items in items.count }
  ///   .done(on: queue.touching("badge")) { count in show(count) }
  /// ```
  ///
  /// ``Touching`` says what is promised with that, and what it is for. What a dispatcher has declared
  /// before is added.
  ///
  /// - Parameter names: What the program calls the state.
  public func touching(_ names: String...) -> TouchingDispatcher {
    TouchingDispatcher(self, .only(Set(names)))
  }

  /// The same queue for handlers that touch what `touching` says.
  ///
  /// ```swift
  /// fetch(token).map(on: .main.touching(.nothing)) { items in items.count }
  /// ```
  ///
  /// - Parameter touching: The state; it is added to what the dispatcher has declared before.
  public func touching(_ touching: Touching) -> TouchingDispatcher {
    TouchingDispatcher(self, touching)
  }

  /// It stands for no queue, but for inline, with something that was declared.
  var isInline: Bool { (self as? TouchingDispatcher)?.base is ImmediateDispatcher }
}
