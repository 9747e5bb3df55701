/// Waits for all, whatever becomes of them: never fails. What the field calls *allSettled*. (rule 8)
///
/// ```swift
/// when(resolved: uploads).done { results in report(results) }
/// ```
///
/// Complexity: O(n) in all.
public func when<U: Thenable>(
  resolved thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<U.Value, any Error>]> {
  _allSettled(thenables, nil, CallSite(file, line, column))
}

/// ``when(resolved:file:line:column:)`` with a label.
public func when<U: Thenable>(
  _ label: String, resolved thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<U.Value, any Error>]> {
  _allSettled(thenables, Label(label), CallSite(file, line, column))
}

/// ``when(resolved:file:line:column:)`` with the inputs one by one, promises and guarantees mixed.
public func when<Value: Sendable>(
  resolved first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled([first] + others, nil, CallSite(file, line, column))
}

/// ``when(resolved:file:line:column:)`` with the inputs one by one and a label.
public func when<Value: Sendable>(
  _ label: String, resolved first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled([first] + others, Label(label), CallSite(file, line, column))
}

private func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite
) -> Guarantee<[Result<Value, any Error>]> {
  let guarantee = Guarantee<[Result<Value, any Error>]>(
    .allSettled, of: inputs, label: label, at: site)
  FanIn.join(.allSettled, inputs, into: guarantee) { settled in
    .value(settled.map { $0.result(Value.self) })
  }
  return guarantee
}
