extension Promise {
  /// Settles as the first that settles, value or error: the same as `race(_:)`, with JavaScript's word.
  /// (rule 8)
  ///
  /// ```swift
  /// Promise.race([fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
  /// ```
  ///
  /// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
  public static func race<Inputs: Sequence>(
    _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.race, .race, Array(thenables), nil, CallSite(file, line, column))
  }

  /// Settles as the first that settles, with a label.
  public static func race<Inputs: Sequence>(
    _ label: String, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.race, .race, Array(thenables), Label(label), CallSite(file, line, column))
  }

  /// Settles as the first that settles, one by one, promises and guarantees mixed.
  ///
  /// ```swift
  /// Promise.race(fetch(page), after(seconds: 5).map { start }).done { page in show(page) }
  /// ```
  ///
  /// Otherwise as ``race(_:file:line:column:)``.
  public static func race(
    _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.race, .race, [first] + others, nil, CallSite(file, line, column))
  }

  /// Settles as the first that settles, one by one, with a label.
  public static func race(
    _ label: String, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.race, .race, [first] + others, Label(label), CallSite(file, line, column))
  }
}
