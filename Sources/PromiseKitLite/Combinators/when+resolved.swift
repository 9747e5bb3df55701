/// Waits for all, whatever becomes of them: never fails. What the field calls *allSettled*. (rule 8)
///
/// ```swift
/// when(resolved: uploads).done { results in report(results) }
/// ```
///
/// - Returns: A guarantee for the results, in the order of the inputs; none for no inputs.
///
/// Complexity: O(n) in all.
public func when<Inputs: Sequence>(
  resolved thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Inputs.Element.Value, any Error>]> where Inputs.Element: Thenable {
  _allSettled(Array(thenables), nil, CallSite(file, line, column))
}

/// ``when(resolved:file:line:column:)`` with a label.
public func when<Inputs: Sequence>(
  _ label: String, resolved thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Inputs.Element.Value, any Error>]> where Inputs.Element: Thenable {
  _allSettled(Array(thenables), Label(label), CallSite(file, line, column))
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

func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(inputs, label, site) { settled in settled.map { $0.result(Value.self) } }
}

/// Waits for `inputs`; `value` makes the value of the settlements.
func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) -> Value
) -> Guarantee<Value> {
  let guarantee = Guarantee<Value>(.allSettled, of: inputs, label: label, at: site)
  FanIn.join(.allSettled, inputs, into: guarantee) { .value(value($0)) }
  return guarantee
}
