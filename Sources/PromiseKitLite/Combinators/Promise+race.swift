extension Promise {
  /// Settles as the first that settles, value or error: the same as `race(_:)`, with JavaScript's word.
  /// (rule 8)
  ///
  /// ```swift
  /// Promise.race([fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
  /// ```
  ///
  /// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public static func race<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.race, .race, Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Settles as the first that settles, one by one, promises and guarantees mixed.
  ///
  /// ```swift
  /// Promise.race(fetch(page), after(seconds: 5).map { start }).done { page in show(page) }
  /// ```
  ///
  /// Otherwise as ``race(label:_:file:line:column:)``.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public static func race(
    label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.race, .race, [first] + others, .named(label), CallSite(file, line, column))
  }
}
