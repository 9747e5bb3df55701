import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 10: cancellation from any thread, in bounded memory")
struct Rule10ThreadTests {
  @Test("four threads cancel at the same time: it counts once")
  func cancelAtOnce() {
    for _ in 0..<100 {
      let recorder = RecordingObserver()
      let handlers = Counter()
      PromiseEnvironment(observers: [recorder]).run {
        let context = CancelContext()
        context.onCancel { handlers.add() }
        let promise = context.run { Promise<Int> { $0.onCancel { handlers.add() } } }
        promise.cauterize()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in context.cancel() }
        #expect(promise.isRejected)
      }
      #expect(handlers.count == 2)
      #expect(
        recorder.events.count { if case .cancelRequested = $0.kind { true } else { false } } == 1)
    }
  }

  @Test("three threads create chains while a fourth cancels: none stays pending")
  func cancelWhileMaking() {
    for _ in 0..<50 {
      let context = CancelContext()
      let made = Mutex<[Promise<Int>]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        guard thread > 0 else { return context.cancel() }
        for number in 0..<50 {
          let chain = context.run {
            let root = Promise<Int>.pending().promise
            return number.isMultiple(of: 2) ? root : root.map(on: nil) { $0 }.get(on: nil) { _ in }
          }
          made.withLock { $0.append(chain) }
        }
      }
      #expect(made.withLock { $0 }.allSatisfy { $0.error?.isCancelled ?? false })
    }
  }

  @Test("a promise that is locked in while another thread cancels does not stay pending")
  func cancelWhileAdopting() {
    let outside = Promise<Int>.pending()
    for round in 0..<500 {
      let context = CancelContext()
      let (outer, seal) = context.run { Promise<Int>.pending() }
      let inside = context.run { Promise<Int>.pending() }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 {
          context.cancel()
        } else {
          _ = seal.tryResolve(round.isMultiple(of: 2) ? outside.promise : inside.promise)
        }
      }
      #expect(outer.isRejected && inside.promise.isRejected)
    }
    #expect(outside.promise.isPending)
  }

  @Test("a value and a cancellation race: one of them counts, handlers run at most once")
  func cancelWhileFulfilling() {
    for _ in 0..<500 {
      let context = CancelContext()
      let (promise, seal) = context.run { Promise<Int>.pending() }
      let (stopped, done, failed) = (Counter(), Counter(), Counter())
      seal.onCancel { stopped.add() }
      promise.done(on: nil) { _ in done.add() }
        .catch(on: nil, policy: .allErrors) { _ in failed.add() }
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        if thread == 0 { context.cancel() } else { _ = seal.tryFulfill(1) }
      }
      #expect(stopped.count <= 1 && done.count <= 1 && failed.count <= 1)
      // Both, if the handler of `done` was running when the other thread canceled its link.
      #expect(done.count + failed.count >= 1)
      #expect(promise.isFulfilled || stopped.count == 1)
    }
  }

  @Test("on real queues, without an observer: everything settles, and nothing leaks")
  func realQueues() async {
    let counter = LifeCounter()
    let reports = Reports(queue: Queues.wide)
    for _ in 0..<50 {
      let context = CancelContext()
      let end = reports.run {
        context.run {
          when(
            resolved: (0..<20).map { number in
              let life = Life(counter)
              return Promise.value(number)
                .then { after(.microseconds($0 * 10)).map { life.one } }
                .map(on: Queues.side) { $0 + life.one }
            })
        }
      }
      let over = Promise<Void> { seal in end.ensureOver { seal.fulfill() } }
      Queues.other.async { context.cancel() }
      _ = try? await over.async()
      await barrier(Queues.wide)
      await barrier(Queues.side)
    }
    await barrier(.global())
    #expect(reports.sentences.isEmpty)
  }

  @Test("a context keeps no promise alive, a promise keeps its context alive, and both are freed")
  func lifetimes() {
    let counter = LifeCounter()
    weak var context: CancelContext?
    weak var promise: PromiseCore?
    do {
      let seal: Resolver<Int>
      do {
        let made = CancelContext()
        let life = Life(counter)
        made.onCancel { withExtendedLifetime(life) {} }
        let pair = made.run { Promise<Int>.pending() }
        (context, promise, seal) = (made, pair.promise, pair.resolver)
      }
      #expect(context != nil && promise != nil && counter.alive == 1)
      seal.reject(Cancelled())
    }
    #expect(context == nil && promise == nil && counter.alive == 0)
    do {
      let made = CancelContext()
      promise = made.run { Promise.value(1).map(on: nil) { $0 } }
      #expect(promise == nil)
      let life = Life(counter)
      made.onCancel { withExtendedLifetime(life) {} }
      made.cancel()
    }
    #expect(counter.alive == 0)
  }

  @Test("a long-lived context remembers the pending promises, not all past ones")
  func longLived() {
    let context = CancelContext()
    let (first, seal) = context.run { Promise<Int>.pending() }
    for _ in 0..<Sizes.long {
      context.run { _ = Promise<Int> { $0.fulfill(1) } }
    }
    #expect(context.memberCount <= 128)
    for _ in 0..<100_000 { context.run { _ = CancelContext() } }
    #expect(context.memberCount <= 256)
    let kept = context.run { (0..<1000).map { _ in Promise<Int>.pending() } }
    context.cancel()
    #expect(context.memberCount == 0)
    #expect(first.isRejected && kept.allSatisfy { $0.promise.isRejected })
    #expect(!seal.tryFulfill(1))
  }

  @Test("a chain of a hundred thousand links is cancelled on a small stack")
  func longChain() {
    onSmallStack {
      let context = CancelContext()
      let root = context.run { Promise<Int>.pending().promise }
      var last = root
      for _ in 0..<100_000 { last = last.map(on: nil) { $0 } }
      context.cancel()
      #expect(last.error?.isCancelled ?? false)
    }
  }

  @Test("a context of a hundred thousand promises is cancelled on a small stack")
  func manyPromises() {
    onSmallStack {
      let context = CancelContext()
      let pairs = context.run { (0..<100_000).map { _ in Promise<Int>.pending() } }
      context.cancel()
      #expect(pairs.allSatisfy { $0.promise.isRejected })
    }
  }
}

extension Thenable {
  /// Calls `body` when the promise has settled, in whatever way, outside its context.
  fileprivate func ensureOver(_ body: @escaping @Sendable () -> Void) {
    Promise(self).ensure(on: nil, body).cauterize()
  }
}

/// Waits until what was enqueued so far has started and, on a serial queue, has ended.
private func barrier(_ queue: DispatchQueue) async {
  await withCheckedContinuation { over in queue.async(flags: .barrier) { over.resume() } }
}
