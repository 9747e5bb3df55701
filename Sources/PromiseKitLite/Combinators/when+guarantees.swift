/// Waits for guarantees, which cannot fail: so neither can the result. Their values are in the order of
/// the inputs, however they settle; no inputs give none. (rule 8)
///
/// ```swift
/// when(guarantees: views.map { fadeOut($0) }).done { _ in showNext() }
/// ```
///
/// Complexity: O(n) in all.
public func when<Value: Sendable>(
  guarantees: [Guarantee<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed(guarantees, nil, CallSite(file, line, column)) { try $0.map { try $0.value() } }
}

/// ``when(guarantees:file:line:column:)`` with a label.
public func when<Value: Sendable>(
  _ label: String, guarantees: [Guarantee<Value>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed(guarantees, Label(label), CallSite(file, line, column)) {
    try $0.map { try $0.value() }
  }
}

/// Waits for guarantees of nothing, as many as there are: fulfilled with nothing.
///
/// ```swift
/// when(guarantees: views.map { fadeOut($0) }).done { showNext() }
/// ```
///
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when(
  guarantees: [Guarantee<Void>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed(guarantees, nil, CallSite(file, line, column)) { _ in }
}

/// Waits for guarantees of nothing, with a label.
public func when(
  _ label: String, guarantees: [Guarantee<Void>],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed(guarantees, Label(label), CallSite(file, line, column)) { _ in }
}

/// Waits for guarantees of one type, one by one. Two to five are fulfilled with a tuple instead, unless
/// an array is asked for.
///
/// ```swift
/// let sizes: Guarantee<[Int]> = when(guarantees: Guarantee.value(1), Guarantee.value(2))
/// sizes.done { sizes in show(sizes) }
/// ```
///
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when<Value: Sendable>(
  guarantees first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed([first] + others, nil, CallSite(file, line, column)) { try $0.map { try $0.value() } }
}

/// Waits for guarantees of one type, one by one, with a label.
public func when<Value: Sendable>(
  _ label: String, guarantees first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  _guaranteed([first] + others, Label(label), CallSite(file, line, column)) {
    try $0.map { try $0.value() }
  }
}

/// Waits for guarantees of nothing, one by one: fulfilled with nothing.
///
/// ```swift
/// when(guarantees: fadeOut(view), after(seconds: 1)).done { showNext() }
/// ```
///
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when(
  guarantees first: Guarantee<Void>, _ others: Guarantee<Void>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed([first] + others, nil, CallSite(file, line, column)) { _ in }
}

/// Waits for guarantees of nothing, one by one, with a label.
public func when(
  _ label: String, guarantees first: Guarantee<Void>, _ others: Guarantee<Void>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  _guaranteed([first] + others, Label(label), CallSite(file, line, column)) { _ in }
}

/// Waits for two guarantees: fulfilled with their values, which arrive as two parameters.
///
/// ```swift
/// when(guarantees: Guarantee.value(id), tapped(button)).done { id, _ in show(id) }
/// ```
///
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when<A: Sendable, B: Sendable>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B)> {
  _guaranteed([a, b], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value())
  }
}

/// Waits for two guarantees, with a label.
public func when<A: Sendable, B: Sendable>(
  _ label: String, guarantees a: Guarantee<A>, _ b: Guarantee<B>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B)> {
  _guaranteed([a, b], Label(label), CallSite(file, line, column)) {
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
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when<A: Sendable, B: Sendable, C: Sendable>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C)> {
  _guaranteed([a, b, c], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value())
  }
}

/// Waits for three guarantees, with a label.
public func when<A: Sendable, B: Sendable, C: Sendable>(
  _ label: String, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C)> {
  _guaranteed([a, b, c], Label(label), CallSite(file, line, column)) {
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
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D)> {
  _guaranteed([a, b, c, d], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value())
  }
}

/// Waits for four guarantees, with a label.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
  _ label: String, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  _ d: Guarantee<D>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D)> {
  _guaranteed([a, b, c, d], Label(label), CallSite(file, line, column)) {
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
/// Otherwise as ``when(guarantees:file:line:column:)``.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>, _ d: Guarantee<D>,
  _ e: Guarantee<E>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D, E)> {
  _guaranteed([a, b, c, d, e], nil, CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

/// Waits for five guarantees, with a label.
public func when<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
  _ label: String, guarantees a: Guarantee<A>, _ b: Guarantee<B>, _ c: Guarantee<C>,
  _ d: Guarantee<D>, _ e: Guarantee<E>,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<(A, B, C, D, E)> {
  _guaranteed([a, b, c, d, e], Label(label), CallSite(file, line, column)) {
    try ($0[0].value(), $0[1].value(), $0[2].value(), $0[3].value(), $0[4].value())
  }
}

private func _guaranteed<Value: Sendable>(
  _ inputs: [PromiseCore], _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) throws -> Value
) -> Guarantee<Value> {
  _join(inputs, into: Guarantee(.all, of: inputs, label: label, at: site), value)
}
