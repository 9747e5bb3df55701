/// Waits for guarantees. The returned guarantee cannot fail, because its inputs cannot. Its values
/// are in the order of the inputs, whatever the order in which they settle. Without inputs, it is
/// fulfilled with an empty array. (rule 8)
///
/// ```swift
/// when(guarantees: views.map { fadeOut($0) }).done { _ in showNext() }
/// ```
///
/// **Value.** All values, in the order of the inputs.
/// **Error.** Never.
/// **Cancellation.** Cancels the guarantee.
/// **Queue.** No closure.
/// **Elsewhere.** PromiseKit `when(guarantees:)`; google –; JavaScript –; Bolts –.
///
/// - Parameter label: The name of the promise in events and on the screen.
///
/// - Complexity: O(n), where n is the number of inputs.
public func when<Value: Sendable>(
  label: String? = nil, guarantees: [Guarantee<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed(guarantees, .named(label), CallSite(file, line, column)) {
    try $0.map { try $0.value() }
  }
}

/// Waits for any number of guarantees without values.
///
/// ```swift
/// when(guarantees: views.map { fadeOut($0) }).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when(
  label: String? = nil, guarantees: [Guarantee<Void>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed(guarantees, .named(label), CallSite(file, line, column)) { _ in }
}

/// Waits for guarantees of one type, passed as separate arguments. Two to five result in a tuple,
/// unless an array is expected.
///
/// ```swift
/// let sizes: Guarantee<[Int]> = when(guarantees: Guarantee.value(1), Guarantee.value(2))
/// sizes.done { sizes in show(sizes) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
@_disfavoredOverload
public func when<Value: Sendable>(
  label: String? = nil, guarantees first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed([first] + others, .named(label), CallSite(file, line, column)) {
    try $0.map { try $0.value() }
  }
}

/// Waits for guarantees without values, passed as separate arguments.
///
/// ```swift
/// when(guarantees: fadeOut(view), after(seconds: 1)).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when(
  label: String? = nil, guarantees first: Guarantee<Void>, _ others: Guarantee<Void>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed([first] + others, .named(label), CallSite(file, line, column)) { _ in }
}

/// Waits for two guarantees. A handler receives their values as two parameters.
///
/// ```swift
/// when(guarantees: Guarantee.value(id), tapped(button)).done { id, _ in show(id) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Sendable, B: Sendable>(
  label: String? = nil, guarantees a: Guarantee<A>, _ b: Guarantee<B>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B)> {
  _guaranteed([a, b], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value())
  }
}

/// Waits for three guarantees.
///
/// ```swift
/// when(guarantees: Guarantee.value(id), Guarantee.value(page), tapped(button))
///   .done { id, page, _ in show(id, page) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Sendable, B: Sendable, C: Sendable>(
  label: String? = nil, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C)> {
  _guaranteed([a, b, c], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value())
  }
}

/// Waits for four guarantees.
///
/// ```swift
/// when(guarantees: Guarantee.value(id), Guarantee.value(page), tapped(button), after(seconds: 1))
///   .done { id, page, _, _ in show(id, page) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  label: String? = nil, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  _ d: Guarantee<D>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D)> {
  _guaranteed([a, b, c, d], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
  }
}

/// Waits for five guarantees.
///
/// ```swift
/// when(
///   guarantees: Guarantee.value(id), Guarantee.value(page), Guarantee.value(text), tapped(button),
///   after(seconds: 1)
/// ).done { id, page, text, _, _ in show(id, page, text) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
///
/// - Parameter label: The name of the promise in events and on the screen.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  label: String? = nil, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  _ d: Guarantee<D>, _ e: Guarantee<E>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D, E)> {
  _guaranteed([a, b, c, d, e], .named(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

private func _guaranteed<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) throws -> Value
) -> Guarantee<Value> {
  _join(inputs, into: Guarantee(.all, of: inputs, label: label, at: site), value)
}

// `when` for guarantees without an argument label, which PromiseKit 8 has in addition to
// `when(guarantees:)`.

/// Waits for guarantees of one type, passed as separate arguments. The returned guarantee is
/// fulfilled with their values in the order of the inputs.
///
/// ```swift
/// when(Guarantee.value(1), Guarantee.value(2)).done { numbers in show(numbers) }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
public func when<Value: Sendable>(
  _ first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  when(guarantees: [first] + others, file: file, line: line, column: column)
}

/// Waits for guarantees without values, passed as separate arguments.
///
/// ```swift
/// when(fadeOut(view), after(seconds: 1)).done { showNext() }
/// ```
///
/// Otherwise, this is the same as ``when(label:guarantees:file:line:column:)->Guarantee<[Value]>``.
public func when(
  _ first: Guarantee<Void>, _ others: Guarantee<Void>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  when(guarantees: [first] + others, file: file, line: line, column: column)
}
