/// A dispatcher that runs handlers on an actor. Created by ``Dispatcher/actor(_:label:)``.
///
/// ```swift
/// let stock: ActorDispatcher = .actor(counter, label: "stock")
/// fetch(token).done(on: stock) { items in counter.assumeIsolated { $0.count = items.count } }
/// ```
///
/// An actor that conforms to ``Dispatcher`` needs none: `on: counter`.
public struct ActorDispatcher: Dispatcher {
  /// The actor that runs the handlers.
  public let actor: any Actor
  /// The label that the program gave the queue; `nil` for the name of the actor's type.
  let ownLabel: String?

  /// Creates a dispatcher for `actor`.
  ///
  /// - Parameters:
  ///   - actor: The actor that runs the handlers.
  ///   - label: The name of the queue on the screen. By default it is the name of the actor's type;
  ///     the second actor of the same type is shown with a 2 after the name, and so on.
  public init(_ actor: any Actor, label: String? = nil) {
    (self.actor, ownLabel) = (actor, label)
  }

  /// Runs `body` on the actor, after everything that was dispatched to it earlier.
  public func dispatch(_ body: @escaping @Sendable () -> Void) {
    if let main = actor as? MainActor { return main.dispatch(body) }
    ActorMailbox.dispatch(body, on: actor, key: ObjectIdentifier(actor))
  }

  /// The label that the program gave the queue, or the name of the actor's type.
  public var label: String {
    if let ownLabel { return ownLabel }
    return (actor as? any Dispatcher)?.label ?? "\(type(of: actor))"
  }
  /// `serial`.
  public var kind: PromiseEvent.QueueKind? { .serial }
}

extension Dispatcher where Self == ActorDispatcher {
  /// Runs handlers on an actor: one at a time, in the order in which they are dispatched.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done(on: .actor(counter)) { items in counter.assumeIsolated { $0.count += items.count } }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// A handler is not an actor's method: with `assumeIsolated`, it uses the actor's state without
  /// `await`. Between two handlers, the actor may run its other work. A simulation runs the handlers
  /// on a simulated queue with the same label, not on the actor, so `assumeIsolated` traps there.
  ///
  /// - Parameters:
  ///   - actor: The actor that runs the handlers.
  ///   - label: The name of the queue on the screen. By default it is the name of the actor's type;
  ///     the second actor of the same type is shown with a 2 after the name, and so on.
  public static func actor(_ actor: any Actor, label: String? = nil) -> ActorDispatcher {
    ActorDispatcher(actor, label: label)
  }
}

extension Dispatcher where Self: Actor {
  /// Runs `body` on the actor, after everything that was dispatched to it earlier, so that an actor
  /// needs no code to be a dispatcher.
  ///
  /// ```swift
  /// actor Stock: Dispatcher { var count = 0 }
  /// let stock = Stock()
  /// fetch(token).done(on: stock) { items in stock.assumeIsolated { $0.count += items.count } }
  /// ```
  public nonisolated func dispatch(_ body: @escaping @Sendable () -> Void) {
    ActorMailbox.dispatch(body, on: self, key: ObjectIdentifier(self))
  }

  /// `serial`.
  public nonisolated var kind: PromiseEvent.QueueKind? { .serial }
}
