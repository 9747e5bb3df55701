/// A promise that cannot fail: there is nothing to catch.
///
/// ```swift
/// after(seconds: 0.3).done { hideSpinner() }
/// ```
public final class Guarantee<Value: Sendable>: PromiseCore, GuaranteeMixin, @unchecked Sendable {
  @inlinable
  package override init(
    root operation: PromiseEvent.Operation, label: Label?, at site: CallSite
  ) {
    super.init(root: operation, label: label, at: site)
  }

  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parents, label: label, at: site)
  }

  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parent, label: label, at: site)
  }

  override var isGuarantee: Bool { true }

  package override func standIn(among known: [Settled]) -> Settled? {
    .standIn(for: Value.self, among: known)
  }

  /// A guarantee that `body` fulfils by calling what it is given, at once or later. `body` runs before
  /// the initialiser returns, on the calling thread.
  ///
  /// ```swift
  /// let answer = Guarantee<Bool> { fulfill in
  ///   loop.post { fulfill(true) }
  /// }
  /// answer.done { answer in show(answer) }
  /// ```
  ///
  /// The first call counts; later ones are ignored, and told to observers. (rule 1)
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    resolver body: (@escaping @Sendable (Value) -> Void) -> Void
  ) {
    self.init(root: .body, label: .named(label), at: CallSite(file, line, column))
    runBody { body { self.resolve(.value($0)) } }
  }

  /// A guarantee that is fulfilled with `value`.
  ///
  /// ```swift
  /// let start: Guarantee<Int> = .value(0)
  /// start.map { $0 + 1 }.done { count in show(count) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public static func value(
    label: String? = nil, _ value: Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee {
    let guarantee = Guarantee(root: .value, label: .named(label), at: CallSite(file, line, column))
    guarantee.settle(.value(value))
    return guarantee
  }

  /// ``value(label:_:file:line:column:)`` as a function to hand over, which does not know its place.
  ///
  /// ```swift
  /// when(guarantees: [1, 2].map(Guarantee.value)).done { numbers in show(numbers) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public static func value(_ value: Value) -> Guarantee {
    let guarantee = Guarantee(root: .value, label: nil, at: .unknown)
    guarantee.settle(.value(value))
    return guarantee
  }

  /// A pending guarantee and what fulfils it.
  ///
  /// ```swift
  /// let (closed, close) = Guarantee<Void>.pending()
  /// closed.done { showNext() }
  /// close(())
  /// ```
  ///
  /// If what fulfils it is given up unused, the guarantee stays pending for ever, and is told as freed while
  /// pending. (rule 11)
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public static func pending(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> (guarantee: Guarantee, resolve: @Sendable (Value) -> Void) {
    let guarantee = Guarantee(
      root: .pending, label: .named(label), at: CallSite(file, line, column))
    return (guarantee, { guarantee.resolve(.value($0)) })
  }
}

extension Guarantee where Value == Void {
  /// A guarantee that is fulfilled already.
  @inlinable
  public static var value: Guarantee { .value(()) }
}

extension Guarantee: CustomStringConvertible, CustomDebugStringConvertible {
  /// `Guarantee(7)` for a value, `Guarantee(…Int)` while it is pending, and `Guarantee(error)` with the
  /// error of the cancellation if its ``CancelContext`` cancelled it.
  public var description: String {
    switch result {
    case nil: "Guarantee(…\(Value.self))"
    case .success(let value)?: "Guarantee(\(value))"
    case .failure(let error)?: "Guarantee(\(error))"
    }
  }

  /// `Guarantee<Int>.pending(handlers: 2)`, `Guarantee<Int>.fulfilled(7)`, and where it was
  /// cancelled the error with its type.
  public var debugDescription: String {
    switch result {
    case nil: "Guarantee<\(Value.self)>.pending(handlers: \(handlerCount))"
    case .success(let value)?: "Guarantee<\(Value.self)>.fulfilled(\(value))"
    case .failure(let error)?: "Guarantee<\(Value.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}

extension Guarantee where Value == Void {
  /// A guarantee of nothing that is fulfilled already.
  ///
  /// ```swift
  /// let faded = views.isEmpty ? Guarantee() : fadeOut(view)
  /// faded.done { showNext() }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .value, label: .named(label), at: CallSite(file, line, column))
    settle(.value(()))
  }
}
