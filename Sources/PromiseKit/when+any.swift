/// Waits for inputs of any types in one array: fulfilled with their values, or rejected with the first error.
///
/// ```swift
/// when(fulfilled: [login(user), load(id)] as [any Thenable]).done { values in
///   if let token = values[0] as? String { show(token) }
/// }.cauterize()
/// ```
///
/// PromiseKit's values are of type `Any`; these are `any Sendable`.
@_disfavoredOverload
public func when(
  fulfilled thenables: [any Thenable],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[any Sendable]> {
  _all(thenables, nil, CallSite(file, line, column)) { settled in
    try zip(thenables, settled).map { thenable, settled in try thenable.value(of: settled) }
  }
}

extension Thenable {
  fileprivate func value(of settled: Settled) throws -> any Sendable {
    try settled.value(Value.self)
  }
}
