/// Settles as the first of several that settles, value or error; the others go on, and what they do
/// later is told as ignored. (rule 8)
///
/// No inputs: rejected with ``PMKError/badInput``.
///
/// ```swift
/// race(fetch(page), timeout(after: 2)).done { page in show(page) }
/// ```
///
/// Complexity: O(n) in all.
public func race<U: Thenable>(
  _ thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<U.Value> {
  _race(.race, .race, thenables, nil, CallSite(file, line, column))
}

/// ``race(_:file:line:column:)`` with a label.
public func race<U: Thenable>(
  _ label: String, _ thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<U.Value> {
  _race(.race, .race, thenables, Label(label), CallSite(file, line, column))
}

/// ``race(_:file:line:column:)`` with the contestants one by one, promises and guarantees mixed.
public func race<Value: Sendable>(
  _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, [first] + others, nil, CallSite(file, line, column))
}

/// ``race(_:file:line:column:)`` with the contestants one by one and a label.
public func race<Value: Sendable>(
  _ label: String, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, [first] + others, Label(label), CallSite(file, line, column))
}

/// Settles as the first of several that is *fulfilled*; rejected with ``PMKError/noWinner(_:)``, with
/// every error in the order of the inputs, if all are rejected. What JavaScript calls *any*. (rule 8)
///
/// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
public func race<U: Thenable>(
  fulfilled thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<U.Value> {
  _race(.any, .any, thenables, nil, CallSite(file, line, column))
}

/// ``race(fulfilled:file:line:column:)`` with a label.
public func race<U: Thenable>(
  _ label: String, fulfilled thenables: [U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<U.Value> {
  _race(.any, .any, thenables, Label(label), CallSite(file, line, column))
}

private func _race<Value: Sendable>(
  _ rule: FanInState.Rule, _ operation: PromiseEvent.Operation, _ inputs: [PromiseCore],
  _ label: Label?, _ site: CallSite
) -> Promise<Value> {
  let promise = Promise<Value>(operation, of: inputs, label: label, at: site)
  FanIn.join(rule, inputs, into: promise) { settled in
    guard !settled.isEmpty else { return .error(PMKError.badInput) }
    return .error(PMKError.noWinner(settled.compactMap(\.error)))
  }
  return promise
}
