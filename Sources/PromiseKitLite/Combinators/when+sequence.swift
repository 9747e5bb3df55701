/// Waits for all promises of an asynchronous sequence, at most `limit` at a time. The next element is
/// requested when there is room for it, so the sequence is never more than `limit` promises ahead.
///
/// ```swift
/// let (downloads, input) = AsyncStream<Promise<Data>>.makeStream()
/// when(fulfilled: downloads, concurrently: 3)
///   .done { files in show(files) }
///   .catch { error in alert(error) }
/// for url in album.urls { input.yield(download(url)) }
/// input.finish()
/// ```
///
/// A sequence of promises cannot prevent that the work of a promise starts before its turn. To create
/// each promise only when there is room for it, use
/// ``when(label:fulfilled:concurrently:file:line:column:_:)``.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - sequence: The promises or guarantees. It is iterated in a task of its own.
///   - limit: The maximum number of pending promises. A value of less than 1 rejects with
///     ``PMKError/badInput``.
/// - Returns: A promise for the values in the order of the sequence. The first error, also one of the
///   sequence, rejects it; no further elements are then requested, and the pending promises continue.
/// - Complexity: O(n), where n is the number of promises.
public func when<S: AsyncSequence & Sendable>(
  label: String? = nil, fulfilled sequence: S, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> Promise<[S.Element.Value]> where S.Element: Thenable {
  _all(sequence, limit, .named(label), CallSite(file, line, column)) { $0 }
}

/// Waits for the promises that `transform` returns for the elements of an asynchronous sequence, at
/// most `limit` at a time. The next element is requested when there is room for it.
///
/// ```swift
/// let (urls, input) = AsyncStream<URL>.makeStream()
/// when(fulfilled: urls, concurrently: 3) { url in download(url) }
///   .done { files in show(files) }
///   .catch { error in alert(error) }
/// for url in album.urls { input.yield(url) }
/// input.finish()
/// ```
///
/// `transform` is called for one element after another, in the task that iterates the sequence, and in
/// the environment of this call. Each promise is reported as an `inputAdded` event. If the chain's
/// ``CancelContext`` cancels the promise, the task is canceled.
///
/// - Parameters:
///   - label: The name of the promise in events and on the screen.
///   - sequence: The elements. It is iterated in a task of its own.
///   - limit: The maximum number of pending promises. A value of less than 1 rejects with
///     ``PMKError/badInput``.
///   - transform: Returns the promise for an element. An error that it throws rejects the result.
/// - Returns: A promise for the values in the order of the sequence. The first error, also one of the
///   sequence, rejects it; no further elements are then requested, and the pending promises continue.
/// - Complexity: O(n), where n is the number of elements.
@preconcurrency
public func when<S: AsyncSequence & Sendable, U: Thenable>(
  label: String? = nil, fulfilled sequence: S, concurrently limit: Int,
  file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
  _ transform: @escaping @Sendable (S.Element) async throws -> U
) -> Promise<[U.Value]> {
  _all(sequence, limit, .named(label), CallSite(file, line, column), transform)
}

private func _all<S: AsyncSequence & Sendable, U: Thenable>(
  _ sequence: S, _ limit: Int, _ label: Label?, _ site: CallSite,
  _ transform: @escaping @Sendable (S.Element) async throws -> U
) -> Promise<[U.Value]> {
  let promise = Promise<[U.Value]>(.all, of: [], label: label, at: site)
  guard limit > 0 else {
    promise.settle(.error(PMKError.badInput))
    return promise
  }
  let feed = AsyncInputFeed(limit: limit)
  let fanIn = FanIn.open(.all, feed, into: promise) { settled in
    do { return .value(try settled.map { try $0.value(U.Value.self) }) } catch {
      return .error(error)
    }
  }
  guard promise.settled == nil else { return promise }
  let task = promise.startTask {
    do {
      var elements = sequence.makeAsyncIterator()
      while await feed.makeRoom(), let element = try await elements.next(isolation: nil) {
        let input = try await transform(element)
        fanIn.add(input)
      }
      fanIn.close()
    } catch {
      fanIn.fail(error)
    }
  }
  feed.begin(task)
  return promise
}
