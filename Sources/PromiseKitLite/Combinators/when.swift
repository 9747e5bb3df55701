/// Waits for all inputs. The returned promise is fulfilled with their values in the order of the
/// inputs, whatever the order in which they settle, or rejected with the first error. The other
/// inputs continue, and their later results are reported as ignored. (rule 8)
///
/// Without inputs, it is fulfilled immediately with an empty array. An input can occur more than
/// once. Promises without values result in a promise without a value. Other libraries call this
/// *all*.
///
/// ```swift
/// when(fulfilled: ids.map { load($0) }).done { pages in show(pages) }
/// ```
///
/// **Value.** All values, in the order of the inputs.
/// **Error.** The first error; the other inputs continue.
/// **Cancellation.** As an error.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `when(fulfilled:)`; google `all`; JavaScript `Promise.all`; Bolts
/// `taskForCompletionOfAllTasks`, which waits for all.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - thenables: Promises or guarantees. They are already running; this function only waits for
///     them.
/// - Returns: A promise for all values.
/// - Complexity: O(n), where n is the number of inputs.
@inlinable
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[Inputs.Element.Value]> where Inputs.Element: Thenable {
  _all(Array(thenables), .named(label), CallSite(file, line, column))
}

/// Waits for any number of promises without values.
///
/// ```swift
/// when(fulfilled: ids.map { load($0).asVoid() }).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where Inputs.Element: Thenable, Inputs.Element.Value == Void {
  _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - Separate arguments

/// Waits for inputs of one type, passed as separate arguments. Two to eight inputs result in a
/// tuple, unless an array is expected.
///
/// ```swift
/// let pages: Promise<[Page]> = when(fulfilled: load(1), load(2), load(3))
/// pages.done { pages in show(pages) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
// So that four inputs of one type are not ambiguous with a tuple of four.
@_disfavoredOverload
public func when<U: Thenable>(
  label: String? = nil, fulfilled first: U, _ others: U...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[U.Value]> {
  _all([first] + others, .named(label), CallSite(file, line, column))
}

/// Waits for promises without values, passed as separate arguments.
///
/// ```swift
/// when(fulfilled: save(text).asVoid(), save(image).asVoid()).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<U: Thenable>(
  label: String? = nil, fulfilled first: U, _ others: U...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where U.Value == Void {
  _all([first] + others, .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - Arrays of mixed inputs

/// Waits for an array that mixes promises and guarantees of one type.
///
/// ```swift
/// let pages: [any Thenable<Page>] = [load(id), Guarantee.value(start)]
/// when(fulfilled: pages).done { pages in show(pages) }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<Value: Sendable>(
  label: String? = nil, fulfilled thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[Value]> {
  _all(thenables, .named(label), CallSite(file, line, column)) { try $0.map { try $0.value() } }
}

/// Waits for an array of inputs of any types. The returned promise has no value, because the values
/// have no common type.
///
/// ```swift
/// when(fulfilled: [login(user), fetch(page)] as [any Thenable]).done { begin() }
/// ```
///
/// Otherwise, this is the same as ``when(label:fulfilled:file:line:column:)->Promise<[Inputs.Element.Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<Inputs: Sequence>(
  label: String? = nil, fulfilled thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<Void> where Inputs.Element == any Thenable {
  _all(Array(thenables), .named(label), CallSite(file, line, column)) { _ in }
}

// MARK: - Shared

@inlinable
func _all<U: Thenable>(_ inputs: [U], _ label: Label?, _ site: CallSite) -> Promise<[U.Value]> {
  _all(inputs, label, site) { settled in try settled.map { try $0.value(U.Value.self) } }
}

/// Waits for `inputs`. When all are fulfilled, `value` computes the result from their settlements.
@usableFromInline
package func _all<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) throws -> Value
) -> Promise<Value> {
  _join(inputs, into: Promise(.all, of: inputs, label: label, at: site), value)
}

/// Makes `result`, a promise or a guarantee, wait until all `inputs` are fulfilled.
func _join<Result: Thenable>(
  _ inputs: [PromiseCore], into result: Result,
  _ value: @escaping @Sendable ([Settled]) throws -> Result.Value
) -> Result {
  FanIn.join(.all, inputs, into: result) { settled in
    do { return .value(try value(settled)) } catch { return .error(error) }
  }
  return result
}

/// Waits until all inputs have settled, and never fails. Other libraries call this *allSettled*.
/// (rule 8)
///
/// ```swift
/// when(resolved: uploads).done { results in report(results) }
/// ```
///
/// **Value.** All results, in the order of the inputs.
/// **Error.** One of the results; it is handled.
/// **Cancellation.** One of the results.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `when(resolved:)`; google `any`, which fails if all fail; JavaScript
/// `Promise.allSettled`; Bolts –.
///
/// - Parameter label: The name of the promise in events and on the screen.
/// - Returns: A guarantee for the results in the order of the inputs; an empty array without
///   inputs.
/// - Complexity: O(n), where n is the number of inputs.
@_disfavoredOverload
public func when<Inputs: Sequence>(
  label: String? = nil, resolved thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Inputs.Element.Value, any Error>]> where Inputs.Element: Thenable {
  _allSettled(Array(thenables), .named(label), CallSite(file, line, column))
}

/// Waits until an array that mixes promises and guarantees has settled.
///
/// ```swift
/// when(resolved: [load(id), after(seconds: 1).map { start }]).done { results in report(results) }
/// ```
///
/// Otherwise, this is the same as ``when(label:resolved:file:line:column:)->Guarantee<[Result<Inputs.Element.Value,Error>]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<Value: Sendable>(
  label: String? = nil, resolved thenables: [any Thenable<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(thenables, .named(label), CallSite(file, line, column))
}

/// The form of ``when(label:resolved:file:line:column:)->Guarantee<[Result<Inputs.Element.Value,Error>]>`` that takes its inputs as separate
/// arguments, promises and guarantees mixed.
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

/// Waits until `inputs` have settled. `value` computes the result from their settlements.
package func _allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) -> Value
) -> Guarantee<Value> {
  let guarantee = Guarantee<Value>(.allSettled, of: inputs, label: label, at: site)
  FanIn.join(.allSettled, inputs, into: guarantee) { .value(value($0)) }
  return guarantee
}
