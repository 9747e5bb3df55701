/// Begins a chain, so that its first step reads like the others. `body` runs at once, on the calling
/// thread; the chain goes on with the promise that it returns, or with the error that it throws.
///
/// ```swift
/// firstly { login(user) }
///   .then { token in fetch(token) }
/// ```
public func firstly<Value: Sendable>(
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  execute body: () throws -> Promise<Value>
) -> Promise<Value> {
  do { return try body() } catch {
    return Promise(error: error, file: file, line: line, column: column)
  }
}

/// ``firstly(file:line:column:execute:)`` for what cannot fail.
public func firstly<Value: Sendable>(execute body: () -> Guarantee<Value>) -> Guarantee<Value> {
  body()
}

/// ``firstly(file:line:column:execute:)`` for a promise or a guarantee that is known as a
/// ``Thenable`` only, and for a guarantee that `body` may throw instead of returning.
public func firstly<U: Thenable>(
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  execute body: () throws -> U
) -> Promise<U.Value> {
  do { return Promise(try body(), file: file, line: line, column: column) } catch {
    return Promise(error: error, file: file, line: line, column: column)
  }
}
