import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("when over an asynchronous sequence, with a limit of simultaneous inputs")
struct WhenSequenceTests {
  @Test("never more than the limit are pending, and the values are in the order of the sequence")
  func limit() async throws {
    let work = Work()
    let all = when(fulfilled: Elements(1...6), concurrently: 2) { number in await work.begin(number)
    }
    // Whichever is pending is fulfilled, the newest first.
    for _ in 0..<5 { await work.waitForPending(2, thenFulfillNewest: true) }
    await work.waitForPending(1, thenFulfillNewest: true)
    #expect(try await all.async() == [1, 2, 3, 4, 5, 6])
    #expect(await work.most == 2)
  }

  @Test("a sequence of promises needs no closure; an empty one is fulfilled with nothing")
  func promises() async throws {
    let (stream, continuation) = AsyncStream<Promise<Int>>.makeStream()
    let all = when(fulfilled: stream, concurrently: 3)
    for number in 1...5 { continuation.yield(.value(number)) }
    continuation.finish()
    #expect(try await all.async() == [1, 2, 3, 4, 5])
    let none = when(fulfilled: Elements(1..<1), concurrently: 1) { Guarantee.value($0) }
    #expect(try await none.async() == [])
  }

  @Test("the first error rejects it, and no further element is requested")
  func failure() async {
    let begun = Counter()
    let all = when(fulfilled: Elements(1...1_000_000), concurrently: 2) { number in
      begun.add()
      return number == 3 ? Promise<Int>(error: Failure("three")) : .value(number)
    }
    await #expect(throws: Failure("three")) { try await all.async() }
    #expect(begun.count == 3)
  }

  @Test(
    "an error of an input ends a task that waits for the next element")
  func failureWhileWaiting() async {
    let (ended, end) = Guarantee<Bool>.pending()
    let all = whenStream(ended: end, yielding: Promise(error: Failure("x")))
    await #expect(throws: Failure("x")) { try await all.async() }
    #expect(await ended.async())
  }

  @Test("an error of the sequence or of the closure rejects it; a limit of 0 is bad input")
  func otherFailures() async {
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure("y")) }
    await #expect(throws: Failure("y")) {
      try await when(fulfilled: failing, concurrently: 1) { Guarantee.value($0) }.async()
    }
    await #expect(throws: Failure("z")) {
      try await when(fulfilled: Elements(1...2), concurrently: 1) { _ -> Promise<Int> in
        throw Failure("z")
      }.async()
    }
    do {
      _ = try await when(fulfilled: Elements(1...2), concurrently: 0) { Guarantee.value($0) }
        .async()
      Issue.record("it cannot be fulfilled")
    } catch PMKError.badInput {
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("a context that cancels it ends the iteration")
  func cancelled() async {
    let context = CancelContext()
    let (ended, end) = Guarantee<Bool>.pending()
    let all = context.run { whenStream(ended: end, yielding: nil) }
    context.cancel()
    #expect(all.error?.isCancelled == true)
    #expect(await ended.async())
  }

  /// Waits for the promises of a stream that does not finish. `ended` is called when the iteration was
  /// cancelled: only the task that iterates keeps the stream alive.
  private func whenStream(
    ended: @escaping @Sendable (Bool) -> Void, yielding promise: Promise<Int>?
  ) -> Promise<[Int]> {
    let (stream, continuation) = AsyncStream<Promise<Int>>.makeStream()
    continuation.onTermination = { ended($0 == .cancelled) }
    if let promise { continuation.yield(promise) }
    return when(fulfilled: stream, concurrently: 2)
  }

  @Test("created names no parents; each input is posted as it is added, before it settles")
  func events() async throws {
    let recorder = RecordingObserver()
    let all = PromiseEnvironment(observers: [recorder]).run {
      when(label: "all", fulfilled: Elements(1...2), concurrently: 1) { Guarantee.value($0) }
    }
    _ = try await all.async()
    let told = recorder.events.map(\.kind).compactMap { kind -> String? in
      switch kind {
      case .created(let creation) where creation.label == "all":
        "\(creation.operation) of \(creation.parents.count)"
      case .inputAdded(_, let index, let input): "+\(index) \(input)"
      case .inputSettled(_, let index, let input, _): "=\(index) \(input)"
      default: nil
      }
    }
    #expect(told.count == 5 && told.first == "all of 0")
    #expect(told.dropFirst().map { $0.prefix(2) } == ["+0", "=0", "+1", "=1"])
  }
}

/// Work that is pending until it is told to be fulfilled.
private actor Work {
  private var pending: [(number: Int, seal: Resolver<Int>)] = []
  private(set) var most = 0
  private var waiting: (count: Int, resume: CheckedContinuation<Void, Never>)?

  func begin(_ number: Int) -> Promise<Int> {
    let (promise, seal) = Promise<Int>.pending()
    pending.append((number, seal))
    most = max(most, pending.count)
    if let waiting, pending.count >= waiting.count {
      self.waiting = nil
      waiting.resume.resume()
    }
    return promise
  }

  func waitForPending(_ count: Int, thenFulfillNewest: Bool) async {
    if pending.count < count {
      await withCheckedContinuation { waiting = (count, $0) }
    }
    guard let last = pending.popLast() else { return }
    last.seal.fulfill(last.number)
  }
}
