/// Waits for all: fulfilled with the values in the order of the inputs, however they settle, or
/// rejected with the first error. The others go on; what they do later is told as ignored. (rule 8)
///
/// No inputs: fulfilled at once with none. An input may be there several times. Promises of nothing
/// give a promise of nothing. What the field calls *all*.
///
/// ```swift
/// when(fulfilled: ids.map { load($0) }).done { pages in show(pages) }
/// ```
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - thenables: Promises, or guarantees. They run already: this only waits.
/// - Returns: A promise for all values.
///
/// Complexity: O(n) in all.
@inlinable
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[Inputs.Element.Value]> where Inputs.Element: Thenable {
  _all(Array(thenables), .named(label), CallSite(file, line, column))
}

/// Waits for promises of nothing, as many as there are: fulfilled with nothing.
///
/// ```swift
/// when(fulfilled: ids.map { load($0).asVoid() }).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where Inputs.Element: Thenable, Inputs.Element.Value == Void {
  _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - One by one

/// Waits for inputs of one type, one by one, however many. Two to eight are fulfilled with a tuple
/// instead, unless an array is asked for.
///
/// ```swift
/// let pages: Promise<[Page]> = when(fulfilled: load(1), load(2), load(3))
/// pages.done { pages in show(pages) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
// So that four inputs of one type are not ambiguous with the tuple of four.
@_disfavoredOverload
public func when<U: Thenable>(
  label: String? = nil, fulfilled first: U, _ others: U...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[U.Value]> {
  _all([first] + others, .named(label), CallSite(file, line, column))
}

/// Waits for promises of nothing, one by one: fulfilled with nothing.
///
/// ```swift
/// when(fulfilled: save(text).asVoid(), save(image).asVoid()).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<U: Thenable>(
  label: String? = nil, fulfilled first: U, _ others: U...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where U.Value == Void {
  _all([first] + others, .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - Promises and guarantees mixed

/// Waits for promises and guarantees of one type that lie in one array.
///
/// ```swift
/// let pages: [any Thenable<Page>] = [load(id), Guarantee.value(start)]
/// when(fulfilled: pages).done { pages in show(pages) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<Value: Sendable>(
  label: String? = nil, fulfilled thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[Value]> {
  _all(thenables, .named(label), CallSite(file, line, column)) { try $0.map { try $0.value() } }
}

/// Waits for inputs of any types that lie in one array: fulfilled with nothing, for their values are
/// of no common type.
///
/// ```swift
/// when(fulfilled: [login(user), fetch(page)] as [any Thenable]).done { begin() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where Inputs.Element == any Thenable {
  _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - What is the same for all of them

@inlinable
func _all<U: Thenable>(_ inputs: [U], _ label: Label?, _ site: CallSite) -> Promise<[U.Value]> {
  _all(inputs, label, site) { settled in try settled.map { try $0.value(U.Value.self) } }
}

/// Waits for `inputs`; `value` makes the value of the settlements when all are fulfilled.
@usableFromInline
package func _all<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) throws -> Value
) -> Promise<Value> {
  _join(inputs, into: Promise(.all, of: inputs, label: label, at: site), value)
}

/// Lets `result`, a promise or a guarantee, wait until all `inputs` are fulfilled.
func _join<Result: Thenable>(
  _ inputs: [PromiseCore], into result: Result,
  _ value: @escaping @Sendable ([Settled]) throws -> Result.Value
) -> Result {
  FanIn.join(.all, inputs, into: result) { settled in
    do { return .value(try value(settled)) } catch { return .error(error) }
  }
  return result
}

/// Waits for all, whatever becomes of them: never fails. What the field calls *allSettled*. (rule 8)
///
/// ```swift
/// when(resolved: uploads).done { results in report(results) }
/// ```
///
/// - Parameter label: The name of the promise in events and on the screen.
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
/// Otherwise, this is the same as ``when(label:resolved:file:line:column:)``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<Value: Sendable>(
  label: String? = nil, resolved thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(thenables, .named(label), CallSite(file, line, column))
}

/// ``when(label:resolved:file:line:column:)`` with the inputs one by one, promises and guarantees mixed.
///
/// - Parameter label: The name of the promise in events and on the screen.
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
