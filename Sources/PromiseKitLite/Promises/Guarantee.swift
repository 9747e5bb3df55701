/// A promise that cannot fail, so there is no error to catch.
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

  /// Creates a guarantee that `body` fulfills, immediately or later, by calling the closure that it
  /// receives. `body` runs on the calling thread before the initializer returns.
  ///
  /// ```swift
  /// let answer = Guarantee<Bool> { fulfill in
  ///   loop.post { fulfill(true) }
  /// }
  /// answer.done { answer in show(answer) }
  /// ```
  ///
  /// Only the first call counts; later calls are ignored and reported to observers. (rule 1)
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    resolver body: (@escaping @Sendable (Value) -> Void) -> Void
  ) {
    self.init(root: .body, label: .named(label), at: CallSite(file, line, column))
    runBody { body { self.resolve(.value($0)) } }
  }

  /// Returns a guarantee that is fulfilled with `value`.
  ///
  /// ```swift
  /// let start: Guarantee<Int> = .value(0)
  /// start.map { $0 + 1 }.done { count in show(count) }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public static func value(
    label: String? = nil, _ value: Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee {
    let guarantee = Guarantee(root: .value, label: .named(label), at: CallSite(file, line, column))
    guarantee.settle(.value(value))
    return guarantee
  }

  /// The form of ``value(label:_:file:line:column:)`` that can be passed as a function. It does not
  /// record its call site.
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

  /// Returns a pending guarantee and the closure that fulfills it.
  ///
  /// ```swift
  /// let (closed, close) = Guarantee<Void>.pending()
  /// closed.done { showNext() }
  /// close(())
  /// ```
  ///
  /// If the closure is released without being called, the guarantee stays pending forever and is
  /// reported as freed while pending. (rule 11)
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
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
  /// A guarantee that is already fulfilled.
  @inlinable
  public static var value: Guarantee { .value(()) }
}

extension Guarantee: CustomStringConvertible, CustomDebugStringConvertible {
  /// `Guarantee(7)` when fulfilled, `Guarantee(…Int)` while pending, and `Guarantee(error)` with
  /// the cancellation error if its ``CancelContext`` canceled it.
  public var description: String {
    switch result {
    case nil: "Guarantee(…\(Value.self))"
    case .success(let value)?: "Guarantee(\(value))"
    case .failure(let error)?: "Guarantee(\(error))"
    }
  }

  /// `Guarantee<Int>.pending(handlers: 2)`, `Guarantee<Int>.fulfilled(7)`, or, if it was canceled,
  /// the error with its type.
  public var debugDescription: String {
    switch result {
    case nil: "Guarantee<\(Value.self)>.pending(handlers: \(handlerCount))"
    case .success(let value)?: "Guarantee<\(Value.self)>.fulfilled(\(value))"
    case .failure(let error)?: "Guarantee<\(Value.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}

extension Guarantee where Value == Void {
  /// Creates a guarantee without a value that is already fulfilled.
  ///
  /// ```swift
  /// let faded = views.isEmpty ? Guarantee() : fadeOut(view)
  /// faded.done { showNext() }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .value, label: .named(label), at: CallSite(file, line, column))
    settle(.value(()))
  }
}
