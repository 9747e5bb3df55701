/// A dispatcher whose handlers have declared what they touch; ``Dispatcher/accessing(_:)`` makes it.
///
/// ```swift
/// let net: AccessingDispatcher = DispatchQueue(label: "net").accessing("cart")
/// fetch(token).done(on: net) { items in show(items) }
/// ```
///
/// It has the name and the kind of the dispatcher that it stands for, and runs the handlers as that does:
/// on real queues nothing is different.
public struct AccessingDispatcher: Dispatcher {
  /// What runs the handlers; never one of these itself.
  let base: any Dispatcher
  package let touches: DeclaredAccess

  /// A dispatcher that has declared something already touches that as well.
  init(_ base: any Dispatcher, _ accessing: DeclaredAccess) {
    if let base = base as? AccessingDispatcher {
      (self.base, touches) = (base.base, base.touches.union(accessing))
    } else {
      (self.base, touches) = (base, accessing)
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
  ///   .map(on: queue.accessing()) { items in items.count }
  ///   .done(on: queue.accessing("badge")) { count in show(count) }
  /// ```
  ///
  /// ``DeclaredAccess`` says what is promised with that, and what it is for. What a dispatcher has declared
  /// before is added.
  ///
  /// - Parameter names: What the program calls the state.
  public func accessing(_ names: String...) -> AccessingDispatcher {
    AccessingDispatcher(self, .only(Set(names)))
  }

  /// The same queue for handlers that touch what `accessing` says.
  ///
  /// ```swift
  /// fetch(token).map(on: .main.accessing(.nothing)) { items in items.count }
  /// ```
  ///
  /// - Parameter touching: The state; it is added to what the dispatcher has declared before.
  public func accessing(_ accessing: DeclaredAccess) -> AccessingDispatcher {
    AccessingDispatcher(self, accessing)
  }

  /// It stands for no queue, but for inline, with something that was declared.
  var isInline: Bool { (self as? AccessingDispatcher)?.base is ImmediateDispatcher }
}

/// What the handlers of a dispatcher touch: the state that they share with other handlers, by names of
/// the program's own choice.
///
/// ```swift
/// let order: DeclaredAccess = ["cart", "stock"]
/// fetch(token).done(on: queue.accessing(order)) { items in show(items) }
/// ```
///
/// It is read where the schedules of a simulation are explored: two handlers that declare what they touch
/// and have no name in common give the same in either order, so that one of the two is enough. What is
/// not declared may touch ``anything``, and is in the way of every other handler.
///
/// A declaration speaks for the handler's closure and for all that it calls at once: **it reads and writes
/// no state that it shares with other handlers but what it names.** State is whatever another handler may
/// change: variables, objects, files, the answers of a server. Promises, resolvers, ``PromiseTrace/note(_:)``, timers
/// and ``PromiseEnvironment/work(for:)`` are known to the library and are not named; neither is what never changes. A wrong
/// declaration makes an exploration blind for the orders that matter: where you are not sure, leave it out.
public enum DeclaredAccess: Hashable, Sendable {
  /// Nothing is declared: it may touch whatever there is.
  case anything
  /// What these names stand for, and nothing else.
  case only(Set<String>)

  /// No state but the library's own: promises, notes, timers.
  public static let nothing = DeclaredAccess.only([])
}

extension DeclaredAccess: ExpressibleByArrayLiteral {
  /// The names, written out; an empty list is ``nothing``.
  ///
  /// ```swift
  /// let order: DeclaredAccess = ["cart", "stock"]
  /// ```
  public init(arrayLiteral elements: String...) { self = .only(Set(elements)) }
}

extension DeclaredAccess: CustomStringConvertible {
  /// `anything`, `nothing`, or the names in their order: `cart, stock`.
  public var description: String {
    guard case .only(let names) = self else { return "anything" }
    return names.isEmpty ? "nothing" : names.sorted().joined(separator: ", ")
  }
}

extension DeclaredAccess {
  /// What either of them touches.
  package func union(_ other: DeclaredAccess) -> DeclaredAccess {
    guard case (.only(let names), .only(let others)) = (self, other) else { return .anything }
    return .only(names.union(others))
  }
}
