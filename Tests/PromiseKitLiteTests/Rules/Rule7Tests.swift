import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 7: adoption locks in; returning itself rejects (Promises/A+ 2.3.1, 2.3.2)")
struct Rule7Tests {
  @Test("adopting a settled promise settles immediately")
  func adoptsSettled() {
    let (outer, seal) = Promise<Int>.pending()
    seal.resolve(Promise.value(3))
    #expect(outer.value == 3)
  }

  @Test("a promise that is resolved with itself is rejected with returnedSelf")
  func itself() {
    let (promise, seal) = Promise<Int>.pending()
    seal.resolve(promise)
    #expect(isReturnedSelf(promise.error))
  }

  @Test("so is a cycle of two and of a thousand, all of it", arguments: [2, 1000])
  func circle(count: Int) {
    let pairs = (0..<count).map { _ in Promise<Int>.pending() }
    for (index, pair) in pairs.enumerated() {
      pair.resolver.resolve(pairs[(index + 1) % count].promise)
    }
    for pair in pairs { #expect(isReturnedSelf(pair.promise.error)) }
  }

  @Test("a guarantee that returns itself has no value, so its handlers do not run")
  func guaranteeItself() {
    let run = Run {
      let held = Held<Guarantee<Int>>()
      let guarantee = Guarantee.value(1).then(label: "itself") { _ in held.take() ?? .value(0) }
      held.value = guarantee
      guarantee.done { note("never \($0)") }
    }
    #expect(run.notes.isEmpty && run.settlement(of: "itself")?.outcome == .rejected)
  }

  @Test("a cycle that two threads close together is rejected, all of it")
  func circleOfThreads() {
    for _ in 0..<200 {
      let pairs = (0..<4).map { _ in Promise<Int>.pending() }
      DispatchQueue.concurrentPerform(iterations: 4) { index in
        pairs[index].resolver.resolve(pairs[(index + 1) % 4].promise)
      }
      for pair in pairs { #expect(isReturnedSelf(pair.promise.error)) }
    }
  }

  @Test("a deep chain of adoptions settles on a small stack, from either end")
  func deepChain() {
    onSmallStack {
      let forwards = (0..<100_000).map { _ in Promise<Int>.pending() }
      for index in 1..<forwards.count {
        forwards[index - 1].resolver.resolve(forwards[index].promise)
      }
      forwards[forwards.count - 1].resolver.fulfill(1)
      #expect(forwards[0].promise.value == 1)
    }
  }

  @Test("and is built in linear time, whichever end is locked in first")
  func deepChainBackwards() {
    let pairs = (0..<100_000).map { _ in Promise<Int>.pending() }
    for index in pairs.indices.dropFirst().reversed() {
      pairs[index - 1].resolver.resolve(pairs[index].promise)
    }
    pairs[pairs.count - 1].resolver.fulfill(1)
    #expect(pairs[0].promise.value == 1)
  }

  @Test(
    "two settled promises that two threads resolve with each other ignore it, also when observed"
  )
  func crossedResolutions() {
    let environment = PromiseEnvironment(observers: [RecordingObserver(limit: 100)])
    environment.run {
      let (a, sealA) = Promise<Int>.pending()
      let (b, sealB) = Promise<Int>.pending()
      sealA.fulfill(1)
      sealB.fulfill(2)
      DispatchQueue.concurrentPerform(iterations: 2) { thread in
        for _ in 0..<20_000 {
          if thread == 0 { sealA.resolve(b) } else { sealB.resolve(a) }
        }
      }
      #expect(a.value == 1 && b.value == 2)
    }
  }

  @Test(
    "a recursive loop of very many adoptions takes constant memory, inline, on a small stack")
  func constantMemoryInline() {
    onSmallStack {
      let loop = AdoptingLoop(queue: nil)
      #expect(loop.run(Sizes.long).value == 0)
      #expect(loop.mostAlive < 10)
    }
  }

  @Test("and over a queue")
  func constantMemoryQueued() {
    let loop = AdoptingLoop(queue: Queues.side)
    let end = DispatchSemaphore(value: 0)
    loop.run(200_000).done(on: nil) { _ in end.signal() }.catch(on: nil) { _ in }
    end.wait()
    #expect(loop.mostAlive < 10)
  }

  private func isReturnedSelf(_ error: (any Error)?) -> Bool {
    if case PMKError.returnedSelf? = error { true } else { false }
  }

  @Test("a recursive loop frees memory when it is observed too, each step posted as forwarded")
  func constantMemoryObserved() {
    let counter = ForwardCounter()
    PromiseEnvironment(observers: [counter]).run {
      let loop = AdoptingLoop(queue: nil)
      #expect(loop.run(10_000).value == 0)
      #expect(loop.mostAlive < 10)
    }
    #expect(counter.count.load(ordering: .relaxed) > 9_000)
  }

  @Test("a promise that is locked in to a freed one can itself be adopted, and stays pending")
  func freedInner() {
    let environment = PromiseEnvironment(observers: [])
    environment.logHandler = { _ in }
    environment.run {
      let (outer, sealOuter) = Promise<Int>.pending()
      do { sealOuter.resolve(Promise<Int>.pending().promise) }
      let (middle, sealMiddle) = Promise<Int>.pending()
      let adopter = Promise(middle)
      // Follows the adoptions from `outer`, which lead to the promise that was freed.
      sealMiddle.resolve(outer)
      #expect(!outer.isResolved && !middle.isResolved && !adopter.isResolved)
    }
  }

  @Test(
    "a promise may be freed, or settle, while another thread follows the adoptions that lead to it")
  func freedWhileFollowed() {
    let environment = PromiseEnvironment(observers: [])
    environment.logHandler = { _ in }
    environment.run {
      for round in 0..<2_000 {
        let (outer, sealOuter) = Promise<Int>.pending()
        let adopter = Promise(outer)
        let (middle, sealMiddle) = Promise<Int>.pending()
        let inner = Mutex<Resolver<Int>?>(nil)
        do {
          let (promise, seal) = Promise<Int>.pending()
          sealMiddle.resolve(promise)
          inner.withLock { $0 = seal }
        }
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
          if thread == 0 { return sealOuter.resolve(middle) }
          let seal = inner.withLock { $0.take() }
          if round.isMultiple(of: 2) { seal?.fulfill(round) }
        }
        #expect(adopter.value == (round.isMultiple(of: 2) ? round : nil))
      }
    }
  }

  @Test("a promise that adopts a settled one of a long line of adoptions does so on a small stack")
  func settledLine() {
    onSmallStack {
      var last = Promise.value(1)
      for _ in 0..<Sizes.long {
        let inner = last
        last = Promise(inner)
      }
      #expect(last.value == 1)
    }
  }
}

/// A step that returns the next step: the outer promise waits for a new inner one each time.
private final class AdoptingLoop: Sendable {
  private let queue: DispatchQueue?
  private let counter = LifeCounter()
  private let most = Atomic<Int>(0)

  init(queue: DispatchQueue?) { self.queue = queue }

  /// The maximum number of steps that were alive at the same time.
  var mostAlive: Int { most.load(ordering: .relaxed) }

  func run(_ count: Int) -> Promise<Int> {
    guard count > 0 else { return .value(0) }
    let life = Life(counter)
    return Promise.value(count).then(on: queue) { [self] count in
      most.max(counter.alive, ordering: .relaxed)
      withExtendedLifetime(life) {}
      return run(count - 1)
    }
  }
}

/// Counts the promises that were replaced by their adopters.
private final class ForwardCounter: PromiseObserver {
  let count = Atomic<Int>(0)

  func receive(_ event: PromiseEvent) {
    if case .deallocated(_, .forwarded, _) = event.kind { count.add(1, ordering: .relaxed) }
  }
}
