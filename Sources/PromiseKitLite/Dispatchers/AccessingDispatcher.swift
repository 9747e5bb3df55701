/// A dispatcher whose handlers have declared the state that they access. Created by
/// ``Dispatcher/accessing(_:)-(String...)``.
///
/// ```swift
/// let net: AccessingDispatcher = DispatchQueue(label: "net").accessing("cart")
/// fetch(token).done(on: net) { items in show(items) }
/// ```
///
/// It has the label and the kind of the underlying dispatcher, and runs handlers the same way. On
/// real queues, it makes no difference.
public struct AccessingDispatcher: Dispatcher {
  /// The dispatcher that runs the handlers. It is never another `AccessingDispatcher`.
  let base: any Dispatcher
  package let touches: DeclaredAccess

  /// Creates a dispatcher with `accessing`, in addition to what `base` has already declared.
  init(_ base: any Dispatcher, _ accessing: DeclaredAccess) {
    if let base = base as? AccessingDispatcher {
      (self.base, touches) = (base.base, base.touches.union(accessing))
    } else {
      (self.base, touches) = (base, accessing)
    }
  }

  /// Runs `body` on the underlying dispatcher.
  public func dispatch(_ body: @escaping @Sendable () -> Void) { base.dispatch(body) }
  /// The label of the underlying dispatcher.
  public var label: String { base.label }
  /// The kind of the underlying dispatcher.
  public var kind: PromiseEvent.QueueKind? { base.kind }
}

extension Dispatcher {
  /// Returns the same queue for handlers that access only the shared state that `names` identify.
  /// Without names, the handlers access no shared state.
  ///
  /// ```swift
  /// fetch(token)
  ///   .map(on: queue.accessing()) { items in items.count }
  ///   .done(on: queue.accessing("badge")) { count in show(count) }
  /// ```
  ///
  /// See ``DeclaredAccess`` for the meaning and the purpose of the declaration. It is added to what
  /// the dispatcher has already declared.
  ///
  /// - Parameter names: The program's names for the state.
  public func accessing(_ names: String...) -> AccessingDispatcher {
    AccessingDispatcher(self, .only(Set(names)))
  }

  /// Returns the same queue for handlers that access the state in `accessing`.
  ///
  /// ```swift
  /// fetch(token).map(on: .main.accessing(.nothing)) { items in items.count }
  /// ```
  ///
  /// - Parameter accessing: The state. It is added to what the dispatcher has already declared.
  public func accessing(_ accessing: DeclaredAccess) -> AccessingDispatcher {
    AccessingDispatcher(self, accessing)
  }

  /// Whether the handlers run inline, on no queue, with declared access.
  var isInline: Bool {
    Self.self == AccessingDispatcher.self
      && (self as? AccessingDispatcher)?.base is ImmediateDispatcher
  }
}

/// The state that the handlers of a dispatcher share with other handlers, by names that the program
/// chooses.
///
/// ```swift
/// let order: DeclaredAccess = ["cart", "stock"]
/// fetch(token).done(on: queue.accessing(order)) { items in show(items) }
/// ```
///
/// The declaration is used when the schedules of a simulation are explored. Two handlers that
/// declare their access and have no name in common give the same result in either order, so only
/// one order is explored. A handler without a declaration may access ``anything``, and conflicts
/// with every other handler.
///
/// A declaration applies to the handler's closure and to everything that it calls synchronously:
/// **the code reads and writes no state that it shares with other handlers, except the state that
/// it names.** State is anything that another handler can change: variables, objects, files, the
/// responses of a server. Promises, resolvers, ``PromiseEvents/PromiseTrace/note(_:)``, timers, and
/// ``PromiseEnvironment/work(for:)`` are known to the library and need no name; neither does
/// anything that never changes. A wrong declaration hides orders that matter from an exploration.
/// If in doubt, leave it out.
public enum DeclaredAccess: Hashable, Sendable {
  /// No declaration: the handler may access any state.
  case anything
  /// Only the state that these names identify.
  case only(Set<String>)

  /// No state except the library's own: promises, notes, timers.
  public static let nothing = DeclaredAccess.only([])
}

extension DeclaredAccess: ExpressibleByArrayLiteral {
  /// Creates a declaration from a list of names. An empty list is ``nothing``.
  ///
  /// ```swift
  /// let order: DeclaredAccess = ["cart", "stock"]
  /// ```
  public init(arrayLiteral elements: String...) { self = .only(Set(elements)) }
}

extension DeclaredAccess: CustomStringConvertible {
  /// `anything`, `nothing`, or the names in alphabetical order: `cart, stock`.
  public var description: String {
    guard case .only(let names) = self else { return "anything" }
    return names.isEmpty ? "nothing" : names.sorted().joined(separator: ", ")
  }
}

extension DeclaredAccess {
  /// Returns the state that either declaration includes.
  package func union(_ other: DeclaredAccess) -> DeclaredAccess {
    guard case (.only(let names), .only(let others)) = (self, other) else { return .anything }
    return .only(names.union(others))
  }
}

extension Dispatcher {
  /// The declared access of the handlers that it runs; `nil` without a declaration.
  var declaredAccess: DeclaredAccess? {
    type(of: self) == AccessingDispatcher.self ? (self as? AccessingDispatcher)?.touches : nil
  }
}
