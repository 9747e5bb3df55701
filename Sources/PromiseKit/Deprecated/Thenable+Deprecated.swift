public import Dispatch

extension Promise {
  /// The same as `ensure`.
  ///
  /// ```swift
  /// fetch(token).always { hideSpinner() }.done { items in show(items) }.cauterize()
  /// ```
  @available(*, deprecated, message: "Use `ensure`")
  @preconcurrency
  public func always(
    on queue: DispatchQueue = .main,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    execute body: @escaping @Sendable () -> Void
  ) -> Promise {
    ensure(on: queue, file: file, line: line, column: column, body)
  }
}

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// The same as `filterValues`.
  ///
  /// ```swift
  /// fetchNames().filter { !$0.isEmpty }.done { names in show(names) }.cauterize()
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: The queue on which `test` runs: main by default; inline if `nil`.
  ///   - test: A predicate that returns whether to keep an element.
  @available(*, deprecated, message: "Use `filterValues`")
  @preconcurrency
  public func filter(
    on dispatcher: (any Dispatcher)? = .defaultMap,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    test: @escaping @Sendable (Value.Element) -> Bool
  ) -> Promise<[Value.Element]> {
    filterValues(on: dispatcher, file: file, line: line, column: column, test)
  }
}

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// The same as `firstValue`.
  @available(*, deprecated, message: "Use `firstValue`")
  public var first: Promise<Value.Element> { firstValue }

  /// The same as `lastValue`.
  @available(*, deprecated, message: "Use `lastValue`")
  public var last: Promise<Value.Element> { lastValue }
}

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// The same as `sortedValues`.
  ///
  /// ```swift
  /// fetchNames().sorted().done { names in show(names) }.cauterize()
  /// ```
  ///
  /// - Parameter dispatcher: The queue on which the elements are sorted: main by default; inline if
  ///   `nil`.
  @available(*, deprecated, message: "Use `sortedValues`")
  public func sorted(
    on dispatcher: (any Dispatcher)? = .defaultMap,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<[Value.Element]> {
    sortedValues(on: dispatcher, file: file, line: line, column: column)
  }
}
