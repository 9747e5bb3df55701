/// Waits for all promises that an iterator returns, at most `limit` at a time. The next promise is
/// requested when an earlier one is fulfilled, so the underlying work does not all start at the
/// same time. (rule 8)
///
/// ```swift
/// var urls = album.urls.makeIterator()
/// when(fulfilled: AnyIterator { urls.next().map(download) }, concurrently: 3)
///   .done { files in show(files) }
///   .catch { error in alert(error) }
/// ```
///
/// The first promises are requested during this call; the others are requested on the thread that
/// settles an earlier one, in the environment of this call. The iterator is never called by two
/// threads at a time, nor while a lock is held. Each promise is reported as an `inputAdded` event
/// when it is requested.
///
/// **Value.** All values, in the order of the iterator, with at most `limit` pending.
/// **Error.** The first error; no further promise is asked for.
/// **Cancellation.** As an error.
/// **Queue.** The iterator is asked inline.
/// **Elsewhere.** PromiseKit `when(fulfilled:concurrently:)`; google –; JavaScript –; Bolts –.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - iterator: Returns promises or guarantees. The call takes ownership of it.
///   - limit: The maximum number of pending promises. A value of less than 1 rejects with
///     ``PMKError/badInput``.
/// - Returns: A promise for the values in the order of the iterator. The first error rejects it; no
///   further promises are then requested, and the pending ones continue.
/// - Complexity: O(n), where n is the number of promises. Promises that are already settled do not
///   grow the stack.
public func when<It: IteratorProtocol>(
  label: String? = nil, fulfilled iterator: sending It, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  _all(InputFeed(iterator, limit: limit), .named(label), CallSite(file, line, column))
}

/// Waits until all promises that an iterator returns have settled, at most `limit` at a time, and
/// never fails. Otherwise, this is the same as `when(fulfilled:concurrently:)`. (rule 8)
///
/// **Value.** All results, in the order of the iterator, with at most `limit` pending.
/// **Error.** One of the results; it is handled.
/// **Cancellation.** One of the results.
/// **Queue.** The iterator is asked inline.
/// **Elsewhere.** PromiseKit `when(resolved:concurrently:)`; google –; JavaScript –; Bolts –.
///
/// - Parameter label: The name of the promise in events and on the screen.
/// - Returns: A guarantee for the results in the order of the iterator. With a `limit` of less than
///   1, there is one result, the error ``PMKError/badInput``, and nothing is requested; PromiseKit
///   does the same.
@_disfavoredOverload
public func when<It: IteratorProtocol>(
  label: String? = nil, resolved iterator: sending It, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Guarantee<[Result<It.Element.Value, any Error>]> where It.Element: Thenable {
  _allSettled(InputFeed(iterator, limit: limit), .named(label), CallSite(file, line, column))
}

private func _all<Value: Sendable>(
  _ feed: InputFeed?, _ label: Label?, _ site: CallSite
) -> Promise<[Value]> {
  let promise = Promise<[Value]>(.all, of: [], label: label, at: site)
  guard let feed else {
    promise.settle(.error(PMKError.badInput))
    return promise
  }
  FanIn.join(.all, feed, into: promise) { settled in
    do { return .value(try settled.map { try $0.value(Value.self) }) } catch {
      return .error(error)
    }
  }
  return promise
}

private func _allSettled<Value: Sendable>(
  _ feed: InputFeed?, _ label: Label?, _ site: CallSite
) -> Guarantee<[Result<Value, any Error>]> {
  _allSettled(feed, label, site) { $0.map { $0.result(Value.self) } }
}

/// Waits until everything that `iterator` returns has settled. `value` computes the result from the
/// settlements. A `limit` of less than 1 results in one settlement, the error
/// ``PMKError/badInput``.
package func _allSettled<It: IteratorProtocol, Value: Sendable>(
  _ iterator: sending It, limit: Int, _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) -> Value
) -> Guarantee<Value> where It.Element: Thenable {
  _allSettled(InputFeed(iterator, limit: limit), label, site, value)
}

private func _allSettled<Value: Sendable>(
  _ feed: InputFeed?, _ label: Label?, _ site: CallSite,
  _ value: @escaping @Sendable ([Settled]) -> Value
) -> Guarantee<Value> {
  let guarantee = Guarantee<Value>(.allSettled, of: [], label: label, at: site)
  guard let feed else {
    guarantee.settle(.value(value([.error(PMKError.badInput)])))
    return guarantee
  }
  FanIn.join(.allSettled, feed, into: guarantee) { .value(value($0)) }
  return guarantee
}

extension InputFeed {
  /// Creates a feed of what `iterator` returns; `nil` if `limit` is less than 1.
  fileprivate convenience init?<It: IteratorProtocol>(
    _ iterator: sending It, limit: Int
  ) where It.Element: Thenable {
    guard limit > 0 else { return nil }
    let inputs = AnyIterator(iterator)
    self.init(limit: limit) { inputs.next() }
  }
}
