/// Settles as the first of several that settles, value or error; the others go on, and what they do
/// later is told as ignored. (rule 8)
///
/// No inputs: rejected with ``PMKError/badInput``.
///
/// ```swift
/// race(fetch(page, from: near), fetch(page, from: far)).done { page in show(page) }
/// ```
///
/// - Parameter label: The name of the promise in events and on the screen.
///
/// Complexity: O(n) in all.
public func race<Inputs: Sequence>(
  label: String? = nil, _ thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Inputs.Element.Value> where Inputs.Element: Thenable {
  _race(.race, .race, Array(thenables), .named(label), CallSite(file, line, column))
}

/// A race of promises and guarantees that lie in one array.
///
/// ```swift
/// race([load(id), after(seconds: 1).map { start }]).done { page in show(page) }
/// ```
///
/// Otherwise, this is the same as ``race(label:_:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func race<Value: Sendable>(
  label: String? = nil, _ thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, thenables, .named(label), CallSite(file, line, column))
}

/// ``race(label:_:file:line:column:)`` with the contestants one by one, promises and guarantees mixed.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, [first] + others, .named(label), CallSite(file, line, column))
}

/// A race of guarantees, which cannot fail: so neither can the result. (rule 8)
///
/// ```swift
/// race(tapped(button), after(seconds: 5)).done { dismiss() }
/// ```
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, _ first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Value> {
  _race([first] + others, .named(label), CallSite(file, line, column))
}

/// A race of guarantees that lie in an array.
///
/// ```swift
/// race(guarantees: views.map { tapped($0) }).done { dismiss() }
/// ```
///
/// No inputs: it stays pending, for a guarantee cannot be rejected; nothing traps. It is told as freed
/// while pending, with those that wait for it. Make promises of the guarantees where there may be none:
/// `race(guarantees.map { Promise($0) })` is rejected then.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, guarantees: [Guarantee<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Value> {
  _race(guarantees, .named(label), CallSite(file, line, column))
}

/// Settles as the first of several that is *fulfilled*; rejected with ``PMKError/noWinner(_:)``, with
/// every error in the order of the inputs, if all are rejected. What JavaScript calls *any*. (rule 8)
///
/// ```swift
/// race(fulfilled: [fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
/// ```
///
/// No inputs: rejected with ``PMKError/badInput``. Complexity: O(n) in all.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Inputs.Element.Value> where Inputs.Element: Thenable {
  _race(.any, .any, Array(thenables), .named(label), CallSite(file, line, column))
}

/// A race for the first fulfilled of promises and guarantees that lie in one array.
///
/// ```swift
/// race(fulfilled: [load(id), after(seconds: 1).map { start }]).done { page in show(page) }
/// ```
///
/// Otherwise, this is the same as ``race(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func race<Value: Sendable>(
  label: String? = nil, fulfilled thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.any, .any, thenables, .named(label), CallSite(file, line, column))
}

/// ``race(label:fulfilled:file:line:column:)`` with the contestants one by one, promises and guarantees mixed.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, fulfilled first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.any, .any, [first] + others, .named(label), CallSite(file, line, column))
}

func _race<Value: Sendable>(
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

private func _race<Value: Sendable>(
  _ inputs: [Guarantee<Value>], _ label: Label?, _ site: CallSite
) -> Guarantee<Value> {
  let guarantee = Guarantee<Value>(.race, of: inputs, label: label, at: site)
  guard !inputs.isEmpty else { return guarantee }
  FanIn.join(.race, inputs, into: guarantee) { _ in .error(PMKError.badInput) }
  return guarantee
}
