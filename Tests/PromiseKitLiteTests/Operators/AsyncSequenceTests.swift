import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises as asynchronous sequences, and the other way round")
struct AsyncSequenceTests {
  @Test("values: one value, then the end; again for each iterator")
  func values() async throws {
    let promise = Promise.value(7)
    for _ in 0..<2 {
      var found: [Int] = []
      for try await value in promise.values { found.append(value) }
      #expect(found == [7])
    }
    var iterator = Guarantee.value(1).values.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(await iterator.next() == nil)
  }

  @Test("values: the error is thrown, and counts as handled")
  func valuesOfRejected() async {
    let reports = Reports()
    do {
      let promise = reports.run { Promise<Int>(error: Failure("x")) }
      await #expect(throws: Failure("x")) { for try await _ in promise.values {} }
    }
    #expect(reports.sentences.isEmpty)
  }

  @Test("values: a cancelled task stops iterating; the promise continues")
  func valuesOfCancelled() async {
    let (promise, seal) = Promise<Int>.pending()
    let task = Task { for try await _ in promise.values {} }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(seal.tryFulfill(1))
  }

  @Test("firstPromise: the first element, also the first that satisfies a predicate")
  func first() async throws {
    #expect(try await Elements(1...3).firstPromise().async() == 1)
    #expect(try await Elements(1...3).firstPromise(where: { $0 > 1 }).async() == 2)
    await #expect(throws: Failure("x")) {
      try await Elements(1...3).firstPromise(where: { _ in throw Failure("x") }).async()
    }
  }

  @Test("firstPromise: a sequence that ends without the element rejects, its own error too")
  func firstOfNone() async {
    for promise in [
      Elements(1..<1).firstPromise(), Elements(1...3).firstPromise(where: { $0 > 3 }),
    ] {
      do {
        _ = try await promise.async()
        Issue.record("it has no value")
      } catch PMKError.emptySequence {
      } catch {
        Issue.record("\(error)")
      }
    }
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure("y")) }
    await #expect(throws: Failure("y")) { try await failing.firstPromise().async() }
  }

  @Test("firstPromise: a context that cancels the promise ends the iteration")
  func firstCancelled() async {
    let context = CancelContext()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (ended, end) = Guarantee<Bool>.pending()
    continuation.onTermination = { end($0 == .cancelled) }
    let promise = context.run { stream.firstPromise() }
    context.cancel()
    #expect(promise.error?.isCancelled == true)
    #expect(await ended.async())
  }

  @Test("the first value of a promise is that of the promise")
  func roundTrip() async throws {
    let (promise, seal) = Promise<Int>.pending()
    let again = promise.values.firstPromise()
    seal.fulfill(3)
    #expect(try await again.async() == 3)
  }
}

/// Numbers, one after another.
struct Elements: AsyncSequence, Sendable {
  let range: Range<Int>
  init(_ range: ClosedRange<Int>) { self.range = range.lowerBound..<range.upperBound + 1 }
  init(_ range: Range<Int>) { self.range = range }

  struct Iterator: AsyncIteratorProtocol {
    var rest: Range<Int>
    mutating func next() async -> Int? { rest.popFirst() }
  }
  func makeAsyncIterator() -> Iterator { Iterator(rest: range) }
}
