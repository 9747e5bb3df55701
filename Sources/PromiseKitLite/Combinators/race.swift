/// Returns a promise that settles as the first of several inputs does, with its value or its error.
/// The other inputs continue, and their later results are reported as ignored. (rule 8)
///
/// Without inputs, the promise is rejected with ``PMKError/badInput``.
///
/// ```swift
/// race(fetch(page, from: near), fetch(page, from: far)).done { page in show(page) }
/// ```
///
/// **Value.** The first input that settles.
/// **Error.** The first input that settles; later errors are ignored.
/// **Cancellation.** As an error.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `race`; google `race`; JavaScript `Promise.race`; Bolts
/// `Task.whenAny`.
///
/// - Parameter label: The name of the promise in events and on the screen.
///
/// - Complexity: O(n), where n is the number of inputs.
public func race<Inputs: Sequence>(
  label: String? = nil, _ thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Inputs.Element.Value> where Inputs.Element: Thenable {
  _race(.race, .race, Array(thenables), .named(label), CallSite(file, line, column))
}

/// The form of ``race(label:_:file:line:column:)->Promise<Inputs.Element.Value>`` for an array that mixes promises and guarantees.
///
/// ```swift
/// race([load(id), after(seconds: 1).map { start }]).done { page in show(page) }
/// ```
///
/// Otherwise, this is the same as ``race(label:_:file:line:column:)->Promise<Inputs.Element.Value>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func race<Value: Sendable>(
  label: String? = nil, _ thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, thenables, .named(label), CallSite(file, line, column))
}

/// The form of ``race(label:_:file:line:column:)->Promise<Inputs.Element.Value>`` that takes its inputs as separate arguments,
/// promises and guarantees mixed.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, _ first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.race, .race, [first] + others, .named(label), CallSite(file, line, column))
}

/// Returns a guarantee that is fulfilled as the first of several guarantees is. It cannot fail,
/// because its inputs cannot. (rule 8)
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

/// Returns a guarantee that is fulfilled as the first guarantee of an array is.
///
/// ```swift
/// race(guarantees: views.map { tapped($0) }).done { dismiss() }
/// ```
///
/// Without inputs, the guarantee stays pending, because it cannot be rejected; nothing traps. When
/// freed, it is reported as freed while pending, together with the promises that wait for it. If
/// the array can be empty, convert the guarantees to promises:
/// `race(guarantees.map { Promise($0) })` is then rejected.
///
/// **Value.** The first guarantee that is fulfilled.
/// **Error.** Never.
/// **Cancellation.** Cancels the guarantee.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `race` of guarantees; google –; JavaScript –; Bolts –.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Value: Sendable>(
  label: String? = nil, guarantees: [Guarantee<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Value> {
  _race(guarantees, .named(label), CallSite(file, line, column))
}

/// Returns a promise that settles as the first *fulfilled* input does. If all inputs are rejected,
/// it is rejected with ``PMKError/noWinner(_:)``, which has every error in the order of the inputs.
/// JavaScript calls this *any*. (rule 8)
///
/// ```swift
/// race(fulfilled: [fetch(page, from: near), fetch(page, from: far)]).done { page in show(page) }
/// ```
///
/// Without inputs, the promise is rejected with ``PMKError/badInput``.
///
/// **Value.** The first input that is fulfilled.
/// **Error.** `PMKError.noWinner` with all errors, if no input is fulfilled.
/// **Cancellation.** As an error.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `race(fulfilled:)`; google –; JavaScript `Promise.any`; Bolts
/// `taskForCompletionOfAnyTask`.
///
/// - Complexity: O(n), where n is the number of inputs.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func race<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Inputs.Element.Value> where Inputs.Element: Thenable {
  _race(.any, .any, Array(thenables), .named(label), CallSite(file, line, column))
}

/// The form of ``race(label:fulfilled:file:line:column:)->Promise<Inputs.Element.Value>`` for an array that mixes promises and
/// guarantees.
///
/// ```swift
/// race(fulfilled: [load(id), after(seconds: 1).map { start }]).done { page in show(page) }
/// ```
///
/// Otherwise, this is the same as ``race(label:fulfilled:file:line:column:)->Promise<Inputs.Element.Value>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func race<Value: Sendable>(
  label: String? = nil, fulfilled thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Value> {
  _race(.any, .any, thenables, .named(label), CallSite(file, line, column))
}

/// The form of ``race(label:fulfilled:file:line:column:)->Promise<Inputs.Element.Value>`` that takes its inputs as separate
/// arguments, promises and guarantees mixed.
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
