public import Dispatch

extension Thenable where Value: Sequence {
  /// Chains a step that makes a value of each element, or says by `nil` that there is none: these
  /// are left out, and nothing is rejected.
  ///
  /// ```swift
  /// readLines(of: file).compactMapValues { line in Int(line) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job, once this promise is fulfilled.
  ///     What it throws rejects the new promise, and it does not run for the rest.
  /// - Returns: A new promise for the values, in the order of the elements.
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

  /// Chains a step that takes a property of each element that has it.
  ///
  /// ```swift
  /// fetchUsers().compactMapValues(\.email)
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new promise for the properties that are there, in the order of the elements.
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
  /// Chains a step that makes a value of each element or leaves it out, and cannot fail.
  ///
  /// ```swift
  /// when(guarantees: [Guarantee.value("1"), Guarantee.value("x")])
  ///   .compactMapValues { word in Int(word) }
  ///   .done { numbers in show(numbers) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of the values, in the order of the elements.
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

  /// Chains a step that takes a property of each element that has it.
  ///
  /// ```swift
  /// Guarantee.value([user]).compactMapValues(\.email).done { addresses in show(addresses) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new guarantee of the properties that are there, in the order of the elements.
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
