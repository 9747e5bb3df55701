public import Dispatch

extension Thenable where Value: Sequence {
  /// Attaches a handler that transforms each element, or returns `nil` to leave it out. A `nil`
  /// does not reject the new promise.
  ///
  /// ```swift
  /// readLines(of: file).compactMapValues { line in Int(line) }
  /// ```
  ///
  /// **Value.** `body` transforms each element; `nil` drops it.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `compactMapValues`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for the transformed elements, in the order of the elements.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func compactMapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) throws -> U?
  ) -> Promise<[U]> {
    _link(
      .compactMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value(try $0.compactMap(body))
    }
  }

  /// Attaches a step that reads an optional property of each element and leaves out `nil`.
  ///
  /// ```swift
  /// fetchUsers().compactMapValues(\.email)
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new promise for the properties that are not `nil`, in the order of the elements.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func compactMapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, U?> & Sendable
  ) -> Promise<[U]> {
    _link(
      .compactMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value($0.compactMap { $0[keyPath: keyPath] })
    }
  }
}

extension GuaranteeMixin where Value: Sequence {
  /// Attaches a handler that transforms each element or leaves it out, and cannot fail.
  ///
  /// ```swift
  /// when(guarantees: [Guarantee.value("1"), Guarantee.value("x")])
  ///   .compactMapValues { word in Int(word) }
  ///   .done { numbers in show(numbers) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for the transformed elements, in the order of the elements.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func compactMapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> U?
  ) -> Guarantee<[U]> {
    _link(
      .compactMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value($0.compactMap(body))
    }
  }

  /// Attaches a step that reads an optional property of each element and leaves out `nil`.
  ///
  /// ```swift
  /// Guarantee.value([user]).compactMapValues(\.email).done { addresses in show(addresses) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new guarantee for the properties that are not `nil`, in the order of the
  ///   elements.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func compactMapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, U?> & Sendable
  ) -> Guarantee<[U]> {
    _link(
      .compactMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value($0.compactMap { $0[keyPath: keyPath] })
    }
  }
}
