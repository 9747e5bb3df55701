import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 3: handlers are enqueued in the order of attachment; nothing overtakes (2.2.6)")
struct Rule3Tests {
  @Test("three handlers attached before and after the settlement")
  func order() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done { _ in note("1") }
      _ = promise.done { _ in note("2") }
      seal.fulfill(0)
      _ = promise.done { _ in note("3") }
    }
    #expect(run.notes == ["1", "2", "3"])
  }

  @Test("a handler attached by an inline handler of the same promise comes after the older ones")
  func lateHandlerDoesNotOvertake() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.done(on: nil) { _ in
        note("h1")
        _ = promise.done(on: nil) { _ in note("h3 late") }
        note("h1 ends")
      }
      _ = promise.done(on: nil) { _ in note("h2") }
      seal.fulfill(0)
    }
    #expect(run.notes == ["h1", "h1 ends", "h2", "h3 late"])
  }

  @Test("a handler that another thread attaches while the promise dispatches does not overtake")
  func lateHandlerOfAnotherThread() {
    let order = Mutex<[String]>([])
    let (promise, seal) = Promise<Int>.pending()
    let inFirst = DispatchSemaphore(value: 0)
    let attached = DispatchSemaphore(value: 0)
    let all = DispatchGroup()
    for _ in 0..<2 { all.enter() }
    _ = promise.done(on: nil) { _ in
      order.withLock { $0.append("h1") }
      inFirst.signal()
      attached.wait()
    }
    _ = promise.done(on: Queues.side) { _ in
      order.withLock { $0.append("h2") }
      all.leave()
    }
    Queues.other.async {
      inFirst.wait()
      _ = promise.done(on: Queues.side) { _ in
        order.withLock { $0.append("h3 late") }
        all.leave()
      }
      attached.signal()
    }
    seal.fulfill(0)
    all.wait()
    #expect(order.withLock { $0 } == ["h1", "h2", "h3 late"])
  }

  @Test("the attach numbers are those of the events")
  func ordinals() {
    let run = Run {
      let promise = Promise.value(1)
      for _ in 0..<3 { _ = promise.done { _ in } }
    }
    let ordinals = run.kinds.compactMap { kind -> Int? in
      if case .handlerAttached(_, _, let ordinal, _) = kind { ordinal } else { nil }
    }
    #expect(ordinals == [1, 2, 3])
  }

  @Test("A{ attaches C }, B: A ends, B, C")
  func attachedInsideHandler() {
    let run = Run {
      let promise = Promise.value(1)
      _ = promise.done { _ in
        note("A")
        _ = promise.done { _ in note("C") }
        note("A ends")
      }
      _ = promise.done { _ in note("B") }
    }
    #expect(run.notes == ["A", "A ends", "B", "C"])
  }

  @Test("over several queues, skipped and inline ones among them: each is processed in its turn")
  func severalQueues() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.map(label: "side", on: Queues.side) { $0 }
      promise.catch(label: "skipped") { _ in }
      _ = promise.map(label: "inline", on: nil) { $0 }
      _ = promise.map(label: "other", on: Queues.other) { $0 }
      _ = promise.map(label: "side again", on: Queues.side) { $0 }
      seal.fulfill(0)
    }
    let labels = ["side", "skipped", "inline", "other", "side again"]
    let dealtWith = run.kinds.compactMap { kind -> PromiseID? in
      switch kind {
      case .jobEnqueued(_, let child, _, _): child
      case .handlerSkipped(_, let child, _): child
      default: nil
      }
    }
    #expect(dealtWith == labels.compactMap(run.id(of:)))
  }

  @Test("what four threads attach while a fifth settles is enqueued in the order of the numbers")
  func severalThreads() {
    for _ in 0..<50 {
      let recorder = RecordingObserver()
      let all = DispatchGroup()
      PromiseEnvironment(observers: [recorder]).run {
        let (promise, seal) = Promise<Int>.pending()
        DispatchQueue.concurrentPerform(iterations: 5) { thread in
          guard thread < 4 else { return seal.fulfill(0) }
          for _ in 0..<20 {
            all.enter()
            promise.done(on: Queues.side) { _ in all.leave() }.catch(on: nil) { _ in }
          }
        }
      }
      all.wait()
      var attached: [PromiseID] = []
      var enqueued: [PromiseID] = []
      for kind in recorder.events.map(\.kind) {
        if case .handlerAttached(1, let child, _, _) = kind { attached.append(child) }
        if case .jobEnqueued(_, let child?, _, _) = kind { enqueued.append(child) }
      }
      #expect(attached.count == 80 && attached == enqueued)
    }
  }

  @Test("handlers of a guarantee, of an adopting promise, and of a fan-in too")
  func everyKindOfPromise() {
    let run = Run {
      let (guarantee, resolve) = Guarantee<Int>.pending()
      let (adopting, seal) = Promise<Int>.pending()
      seal.resolve(guarantee)
      let fanIn = when(fulfilled: [guarantee])
      for number in 1...3 {
        guarantee.done { _ in note("guarantee \(number)") }
        _ = adopting.done { _ in note("adopting \(number)") }
        _ = fanIn.done { _ in note("fan-in \(number)") }
      }
      resolve(0)
    }
    for name in ["guarantee", "adopting", "fan-in"] {
      #expect(run.notes.filter { $0.hasPrefix(name) } == (1...3).map { "\(name) \($0)" })
    }
  }
}
