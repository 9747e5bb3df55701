extension Promise {
  /// Waits for all, whatever becomes of them: the same as `when(resolved:)`, with JavaScript's word. It
  /// never fails. (rule 8)
  ///
  /// ```swift
  /// Promise.allSettled(uploads).done { results in report(results) }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  ///
  /// Complexity: O(n) in all.
  public static func allSettled<Inputs: Sequence>(
    label: String? = nil, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]>
  where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _allSettled(Array(thenables), .named(label), CallSite(file, line, column))
  }

  /// Waits for all, one by one, promises and guarantees mixed, whatever becomes of them.
  ///
  /// ```swift
  /// Promise.allSettled(load(id), Guarantee.value(start)).done { results in report(results) }
  /// ```
  ///
  /// Otherwise as ``allSettled(label:_:file:line:column:)``.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  public static func allSettled(
    label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]> {
    _allSettled([first] + others, .named(label), CallSite(file, line, column))
  }
}
