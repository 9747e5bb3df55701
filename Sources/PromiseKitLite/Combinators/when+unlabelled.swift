// `when` of guarantees without an argument label, as PromiseKit 8 has it beside `when(guarantees:)`.

/// Waits for guarantees of one type, one by one: fulfilled with their values in the order of the inputs.
///
/// ```swift
/// when(Guarantee.value(1), Guarantee.value(2)).done { numbers in show(numbers) }
/// ```
///
/// Otherwise the same as ``when(guarantees:file:line:column:)``.
public func when<Value: Sendable>(
  _ first: Guarantee<Value>, _ others: Guarantee<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Value]> {
  when(guarantees: [first] + others, file: file, line: line, column: column)
}

/// Waits for guarantees of nothing, one by one: fulfilled with nothing.
///
/// ```swift
/// when(fadeOut(view), after(seconds: 1)).done { showNext() }
/// ```
///
/// Otherwise the same as ``when(guarantees:file:line:column:)``.
public func when(
  _ first: Guarantee<Void>, _ others: Guarantee<Void>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<Void> {
  when(guarantees: [first] + others, file: file, line: line, column: column)
}
