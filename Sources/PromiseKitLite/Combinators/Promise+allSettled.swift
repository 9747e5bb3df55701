extension Promise {
  /// Waits for all, whatever becomes of them: the same as `when(resolved:)`, with JavaScript's word. It
  /// never fails. (rule 8)
  ///
  /// ```swift
  /// Promise.allSettled(uploads).done { results in report(results) }
  /// ```
  ///
  /// Complexity: O(n) in all.
  public static func allSettled<Inputs: Sequence>(
    _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]>
  where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _allSettled(Array(thenables), nil, CallSite(file, line, column))
  }

  /// Waits for all, whatever becomes of them, with a label.
  public static func allSettled<Inputs: Sequence>(
    _ label: String, _ thenables: Inputs,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]>
  where Inputs.Element: Thenable, Inputs.Element.Value == Value {
    _allSettled(Array(thenables), Label(label), CallSite(file, line, column))
  }

  /// Waits for all, one by one, promises and guarantees mixed, whatever becomes of them.
  ///
  /// ```swift
  /// Promise.allSettled(load(id), Guarantee.value(start)).done { results in report(results) }
  /// ```
  ///
  /// Otherwise as ``allSettled(_:file:line:column:)``.
  public static func allSettled(
    _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]> {
    _allSettled([first] + others, nil, CallSite(file, line, column))
  }

  /// Waits for all, one by one, whatever becomes of them, with a label.
  public static func allSettled(
    _ label: String, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Result<Value, any Error>]> {
    _allSettled([first] + others, Label(label), CallSite(file, line, column))
  }
}
