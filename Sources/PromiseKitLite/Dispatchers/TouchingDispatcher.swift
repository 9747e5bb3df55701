/// A dispatcher whose handlers declare what they touch.
package struct TouchingDispatcher: Dispatcher {
  package let base: any Dispatcher
  package let touches: Touching

  package func dispatch(_ body: @escaping @Sendable () -> Void) { base.dispatch(body) }
  package var label: String { base.label }
  package var kind: PromiseEvent.QueueKind? { base.kind }
}

extension Dispatcher {
  /// The queue, for a handler that touches nothing of what handlers share but the state of these names.
  ///
  /// ```swift
  /// let stock = DispatchQueue(label: "stock")
  /// fetch(token).done(on: stock.touching("stock")) { items in show(items) }
  /// fetch(token).map(on: stock.touching()) { items in items.count }
  /// ```
  ///
  /// It runs where and as it would run without. An exploration of schedules takes the declaration at its
  /// word: of two handlers on different queues that touch nothing in common it tries one order alone.
  /// Promises, notes and timers need no declaration. A handler that declares less than it touches makes
  /// an exploration blind, so say nothing where you are not sure.
  public func touching(_ names: String...) -> any Dispatcher {
    let own = self as? TouchingDispatcher
    var all = Set(names)
    if case .only(let more)? = own?.touches { all.formUnion(more) }
    return TouchingDispatcher(base: own?.base ?? self, touches: .only(all))
  }
}
