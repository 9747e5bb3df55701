/// Waits until all inputs have settled, and never fails. The returned guarantee is fulfilled with
/// their results in the order of the inputs.
///
/// ```swift
/// when(resolved: uploads).done { (results: [PromiseKit.Result<Int>]) in
///   for case .rejected(let error) in results { report(error) }
/// }
/// ```
///
/// - Complexity: O(n), where n is the number of inputs.
public func when<Inputs: Sequence>(
  resolved thenables: Inputs,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[PromiseKit.Result<Inputs.Element.Value>]> where Inputs.Element: Thenable {
  allSettled(Array(thenables), CallSite(file, line, column))
}

/// Waits until promises and guarantees of one type, passed as separate arguments, have settled.
///
/// ```swift
/// when(resolved: load(1), load(2)).done { (results: [PromiseKit.Result<Page>]) in
///   show(results.filter { $0.isFulfilled }.count)
/// }
/// ```
///
/// Otherwise, this is the same as ``when(resolved:file:line:column:)->Guarantee<[Result<Inputs.Element.Value>]>``.
public func when<Value: Sendable>(
  resolved first: any Thenable<Value>, _ others: any Thenable<Value>...,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[PromiseKit.Result<Value>]> {
  allSettled([first] + others, CallSite(file, line, column))
}

/// Waits until the values of a dictionary have settled. The returned guarantee is fulfilled with a
/// dictionary of their results under the same keys.
///
/// ```swift
/// when(resolved: ["first": load(1)]).done { (results: [String: PromiseKit.Result<Page>]) in
///   if case .fulfilled(let page)? = results["first"] { show(page) }
/// }
/// ```
///
/// Otherwise, this is the same as ``when(resolved:file:line:column:)->Guarantee<[Result<Inputs.Element.Value>]>``.
public func when<Key: Hashable & Sendable, U: Thenable>(
  resolved thenables: [Key: U],
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Key: PromiseKit.Result<U.Value>]> {
  _allSettled(thenables, nil, CallSite(file, line, column)) { settled in
    PromiseKit.Result(settled.result(U.Value.self))
  }
}

/// Waits until all promises that an iterator returns have settled, at most `limit` at a time.
///
/// ```swift
/// var urls = album.urls.makeIterator()
/// when(resolved: AnyIterator { urls.next().map(download) }, concurrently: 3)
///   .done { (results: [PromiseKit.Result<Data>]) in show(results.count) }
/// ```
///
/// - Parameters:
///   - iterator: Returns promises or guarantees. The call takes ownership of it.
///   - limit: The maximum number of pending promises.
/// - Returns: A guarantee for the results in the order of the iterator. With a `limit` of less than
///   1, there is one result, the error ``/PromiseKitLite/PMKError/badInput``.
public func when<It: IteratorProtocol>(
  resolved iterator: sending It, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[PromiseKit.Result<It.Element.Value>]> where It.Element: Thenable {
  _allSettled(iterator, limit: limit, nil, CallSite(file, line, column)) { settled in
    settled.map { PromiseKit.Result($0.result(It.Element.Value.self)) }
  }
}

private func allSettled<Value: Sendable>(
  _ inputs: [PromiseCore], _ site: CallSite
) -> Guarantee<[PromiseKit.Result<Value>]> {
  _allSettled(inputs, nil, site) { settled in
    settled.map { PromiseKit.Result($0.result(Value.self)) }
  }
}

/// Waits for an array of inputs of any types. The returned promise is fulfilled with their values,
/// or rejected with the first error.
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
