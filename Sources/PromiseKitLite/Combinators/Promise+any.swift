extension Promise {
  /// Settles as the first that is *fulfilled*: the same as `race(fulfilled:)`, with JavaScript's word, for
  /// what AYPromise calls *race*. If all are rejected it is rejected with ``PMKError/noWinner(_:)``, with every
  /// error in the order of the inputs. (rule 8)
  ///
  /// ```swift
  /// Promise.any([fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
  /// ```
  ///
  /// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
  public static func any<Inputs: Sequence>(
    _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.any, .any, Array(thenables), nil, CallSite(file, line, column))
  }

  /// Settles as the first that is fulfilled, with a label.
  public static func any<Inputs: Sequence>(
    _ label: String, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.any, .any, Array(thenables), Label(label), CallSite(file, line, column))
  }

  /// Settles as the first that is fulfilled, one by one, promises and guarantees mixed.
  ///
  /// ```swift
  /// Promise.any(fetch(page, from: near), fetch(page, from: far)).done { page in show(page) }
  /// ```
  ///
  /// Otherwise as ``any(_:file:line:column:)``.
  public static func any(
    _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.any, .any, [first] + others, nil, CallSite(file, line, column))
  }

  /// Settles as the first that is fulfilled, one by one, with a label.
  public static func any(
    _ label: String, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.any, .any, [first] + others, Label(label), CallSite(file, line, column))
  }
}
