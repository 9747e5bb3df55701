/// Waits for all, whatever becomes of them: never fails. What the field calls *allSettled*. (rule 8)
///
/// ```swift
/// when(resolved: uploads).done { results in report(results) }
/// ```
///
/// - Parameter label: What the events and the screen call the promise.
/// - Returns: A guarantee for the results, in the order of the inputs; none for no inputs.
///
/// Complexity: O(n) in all.
@_disfavoredOverload
public func when<Inputs: Sequence>(
  label: String? = nil, resolved thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Inputs.Element.Value, any Error>]> where Inputs.Element: Thenable {
  _allSettled(Array(thenables), .named(label), CallSite(file, line, column))
}

/// Waits for promises and guarantees that lie in one array, however they settle.
///
/// ```swift
/// when(resolved: [load(id), after(seconds: 1).map { start }]).done { results in report(results) }
/// ```
///
/// Otherwise as ``when(label:resolved:file:line:column:)``.
///
/// - Parameter label: What the events and the screen call the promise.
@_disfavoredOverload
public func when<Value: Sendable>(
  label: String? = nil, resolved thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(thenables, .named(label), CallSite(file, line, column))
}

/// ``when(label:resolved:file:line:column:)`` with the inputs one by one, promises and guarantees mixed.
///
/// - Parameter label: What the events and the screen call the promise.
@_disfavoredOverload
public func when<Value: Sendable>(
  label: String? = nil, resolved first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled([first] + others, .named(label), CallSite(file, line, column))
}

func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(inputs, label, site) { settled in settled.map { $0.result(Value.self) } }
}

/// Waits for `inputs`; `value` makes the value of the settlements.
package func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) -> Value
) -> Guarantee<Value> {
  let guarantee = Guarantee<Value>(.allSettled, of: inputs, label: label, at: site)
  FanIn.join(.allSettled, inputs, into: guarantee) { .value(value($0)) }
  return guarantee
}
