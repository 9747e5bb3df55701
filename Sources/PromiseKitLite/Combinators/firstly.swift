/// Starts a chain, so that its first step reads like the others. `body` runs immediately on the
/// calling thread. The chain continues with the promise that `body` returns, or with the error that
/// it throws.
///
/// ```swift
/// firstly { login(user) }
///   .then { token in fetch(token) }
/// ```
///
/// **Value.** That of the promise that `body` returns.
/// **Error.** That of the promise, or the one that `body` throws.
/// **Cancellation.** As an error.
/// **Queue.** Immediately, on the calling thread.
/// **Elsewhere.** PromiseKit `firstly`; google `Promise { … }`; JavaScript `Promise.try`; Bolts –.
public func firstly<Value: Sendable>(
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  execute body: () throws -> Promise<Value>
) -> Promise<Value> {
  do { return try body() } catch {
    return Promise(error: error, file: file, line: line, column: column)
  }
}

/// The form of ``firstly(file:line:column:execute:)->Promise<Value>`` for a chain that cannot fail.
public func firstly<Value: Sendable>(execute body: () -> Guarantee<Value>) -> Guarantee<Value> {
  body()
}

/// The form of ``firstly(file:line:column:execute:)->Promise<Value>`` for a value whose static type is
/// ``Thenable``, and for a guarantee whose `body` can throw.
public func firstly<U: Thenable>(
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  execute body: () throws -> U
) -> Promise<U.Value> {
  do { return Promise(try body(), file: file, line: line, column: column) } catch {
    return Promise(error: error, file: file, line: line, column: column)
  }
}
