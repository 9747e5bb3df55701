/// Waits for everything that an iterator gives, at most so many at a time: the next one is taken when an
/// earlier one is fulfilled. So the work behind them is not begun all at once. (rule 8)
///
/// ```swift
/// var urls = album.urls.makeIterator()
/// when(fulfilled: AnyIterator { urls.next().map(download) }, concurrently: 3)
///   .done { files in show(files) }
///   .catch { error in alert(error) }
/// ```
///
/// The first ones are taken in this call, the others on whichever thread settles an earlier one, in the
/// environment of this call; never two at a time, and with no lock held. Each one is told in the events
/// as it is taken: `inputAdded`.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - iterator: Gives promises or guarantees. The call takes it over.
///   - limit: How many are waited for at a time; less than 1 rejects with ``PMKError/badInput``.
/// - Returns: A promise for the values in the order in which the iterator gave them. The first error
///   rejects it; nothing more is taken then, and the others go on.
///
/// Complexity: O(n) in all. Inputs that are settled already do not touch the stack.
public func when<It: IteratorProtocol>(
  label: String? = nil, fulfilled iterator: sending It, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[It.Element.Value]> where It.Element: Thenable {
  _all(InputFeed(iterator, limit: limit), .named(label), CallSite(file, line, column))
}

/// Waits for everything that an iterator gives, whatever becomes of it, at most so many at a time:
/// never fails. Otherwise, this is the same as
/// ``when(label:fulfilled:concurrently:file:line:column:)``. (rule 8)
///
/// - Parameter label: The name of the promise in events and on the screen.
/// - Returns: A guarantee for the results in the order in which the iterator gave them. A `limit` of less
///   than 1 gives one result, the error ``PMKError/badInput``, and takes nothing: as PromiseKit does.
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

/// Waits for what `iterator` gives; `value` makes the value of the settlements. A `limit` of less than 1 is
/// one settlement, the error ``PMKError/badInput``.
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
  /// A feed of what `iterator` gives; none if nothing may be on its way.
  fileprivate convenience init?<It: IteratorProtocol>(
    _ iterator: sending It, limit: Int
  ) where It.Element: Thenable {
    guard limit > 0 else { return nil }
    let inputs = AnyIterator(iterator)
    self.init(limit: limit) { inputs.next() }
  }
}
