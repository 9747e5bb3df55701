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
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public static func any<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _race(.any, .any, Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Settles as the first that is fulfilled, one by one, promises and guarantees mixed.
  ///
  /// ```swift
  /// Promise.any(fetch(page, from: near), fetch(page, from: far)).done { page in show(page) }
  /// ```
  ///
  /// Otherwise as ``any(label:_:file:line:column:)``.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public static func any(
    label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    _race(.any, .any, [first] + others, .named(label), CallSite(file, line, column))
  }
}
