import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 4: handlers that are enqueued together, on real queues; none of them waits forever")
struct Rule4BatchTests {
  @Test(
    "a handler blocks for what another handler of its promise leads to")
  func blockingHandler() {
    let (promise, seal) = Promise<Int>.pending()
    let (follows, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    promise.done(on: DispatchQueue(label: "blocked")) { _ in
      follows.wait()
      end.signal()
    }.cauterize()
    promise.map(on: DispatchQueue(label: "next")) { $0 }.done(on: DispatchQueue(label: "last")) {
      _ in follows.signal()
    }.cauterize()
    seal.fulfill(1)
    end.wait()
  }

  @Test(
    "an inline handler blocks for what an earlier handler of its promise leads to")
  func blockingInlineHandler() {
    let (promise, seal) = Promise<Int>.pending()
    let follows = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "next")
    for _ in 0..<2 {
      promise.map(on: queue) { $0 }.done(on: queue) { _ in follows.signal() }.cauterize()
    }
    promise.done(on: nil) { _ in
      follows.wait()
      follows.wait()
    }.cauterize()
    promise.done(on: queue) { _ in }.cauterize()
    seal.fulfill(1)
  }

  @Test(
    "on 1,000 queues, no grandchild starts before all siblings are enqueued")
  func manyQueues() {
    let (promise, seal) = Promise<Int>.pending()
    let last = DispatchQueue(label: "last")
    let order = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<1_000 {
      group.enter()
      promise.map(on: DispatchQueue(label: "\(number)")) { $0 }.done(on: last) { _ in
        order.withLock { $0.append("grandchild") }
        group.leave()
      }.cauterize()
    }
    group.enter()
    promise.done(on: last) { _ in
      order.withLock { $0.append("sibling") }
      group.leave()
    }.cauterize()
    DispatchQueue.global().async { seal.fulfill(1) }
    group.wait()
    #expect(order.withLock { $0.count } == 1_001)
    #expect(order.withLock { $0.first } == "sibling")
  }

  @Test("the promise is freed while it notifies its handlers")
  func freed() {
    let group = DispatchGroup()
    do {
      let (promise, seal) = Promise<Int>.pending()
      for _ in 0..<10 {
        group.enter()
        promise.done(on: .global()) { _ in group.leave() }.cauterize()
      }
      DispatchQueue.global().async { seal.fulfill(1) }
    }
    group.wait()
  }

  @Test("the first handler cancels the context of the others")
  func cancelledBetween() {
    for _ in 0..<100 {
      let context = CancelContext()
      let (promise, seal) = Promise<Int>.pending()
      let (ran, cancelled) = (Counter(), Counter())
      let queue = DispatchQueue(label: "place")
      let group = DispatchGroup()
      promise.done(on: DispatchQueue(label: "other")) { _ in context.cancel() }.cauterize()
      for _ in 0..<4 {
        group.enter()
        context.run { Promise.value(0).then(on: nil) { _ in promise } }
          .done(on: queue) { _ in ran.add() }
          .cancelled(on: queue) { cancelled.add() }
          .ensure(on: queue) { group.leave() }
          .cauterize()
      }
      DispatchQueue.global().async { seal.fulfill(1) }
      group.wait()
      #expect(ran.count + cancelled.count >= 4)
    }
  }

  @Test(
    "dispatchers that run a handler inline, late, twice, or never delay no other handler")
  func dispatchers() {
    let (promise, seal) = Promise<Int>.pending()
    let queue = DispatchQueue(label: "place")
    let counter = Counter()
    let end = DispatchSemaphore(value: 0)
    let dispatchers: [Custom] = [
      Custom { $0() },
      Custom { body in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1), execute: body)
      },
      Custom { body in
        queue.async(execute: body)
        queue.async(execute: body)
      },
      Custom { _ in },
    ]
    for dispatcher in dispatchers {
      promise.done(on: dispatcher) { _ in
        if counter.add() == 4 { end.signal() }
      }.cauterize()
      promise.get(on: queue) { _ in }.done(on: queue) { _ in }.cauterize()
    }
    promise.done(on: queue) { _ in
      if counter.add() == 4 { end.signal() }
    }.cauterize()
    DispatchQueue.global().async { seal.fulfill(1) }
    end.wait()
    queue.sync {}
    #expect(counter.count == 4)
  }

  // In a process of their own, because rule 4 no longer holds for dispatchers of the program's own afterward.
  @Test("a dispatcher that waits for a handler")
  func waitingDispatchers() async {
    await #expect(processExitsWith: .success) {
      // One that returns when the handler has run, on another thread.
      let meeting = Custom { body in
        let ran = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          body()
          ran.signal()
        }
        ran.wait()
      }
      // A queue with room for one handler.
      let room = DispatchSemaphore(value: 1)
      let worker = DispatchQueue(label: "worker")
      let bounded = Custom { body in
        room.wait()
        worker.async {
          body()
          room.signal()
        }
      }
      // Its worker waits for the promise whose handler needs the room.
      let (promise, seal) = Promise<Int>.pending()
      let handled = DispatchSemaphore(value: 0)
      let waiting = DispatchSemaphore(value: 0)
      Promise.value(0).done(on: bounded) { _ in
        waiting.signal()
        _ = try promise.wait()
      }.cauterize()
      waiting.wait()
      for _ in 0..<2 { promise.done(on: bounded) { _ in handled.signal() }.cauterize() }
      seal.fulfill(1)
      for _ in 0..<2 { handled.wait() }
      for dispatcher in [meeting, bounded] {
        for _ in 0..<20 {
          let (promise, seal) = Promise<Int>.pending()
          let group = DispatchGroup()
          for _ in 0..<4 {
            group.enter()
            promise.done(on: dispatcher) { _ in group.leave() }.cauterize()
          }
          DispatchQueue(label: "settles").async { seal.fulfill(1) }
          group.wait()
        }
      }
    }
  }
}
