import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Promises/A+ 2.1: the states of a promise")
struct Clause2_1Tests {
  @Test("2.1.1.1: a pending promise may become fulfilled", arguments: Circumstance.all)
  func pendingThenFulfilled(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        scene.remark(promise.isPending ? "pending" : "settled")
        scene.listen(to: promise, as: "promise")
      }
    }
    #expect(said == [circumstance.settling == .already ? "settled" : "pending", "promise: 1"])
  }

  @Test("2.1.1.1: a pending promise may become rejected", arguments: Circumstance.all)
  func pendingThenRejected(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.rejected("x") { promise in
        scene.remark(promise.isPending ? "pending" : "settled")
        scene.listen(to: promise, as: "promise")
      }
    }
    #expect(
      said == [circumstance.settling == .already ? "settled" : "pending", "promise: error x"])
  }

  @Test(
    "2.1.2.1: a fulfilled promise is not rejected, adopts nothing, and is not fulfilled again: immediately, later, from another queue",
    arguments: Circumstance.all)
  func fulfilledStays(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let slot = Slot<Int>()
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        seal.fulfill(1)
        tryAgain(seal, slot, scene)
      }) { promise in
        slot.put(promise)
        scene.listen(to: promise, as: "promise")
      }
    }
    #expect(said.filter { $0 != "ignored" } == ["promise: 1", "fulfilled with 1"])
    #expect(said.filter { $0 == "ignored" }.count == 9)
  }

  @Test(
    "2.1.3.1: a rejected promise is not fulfilled, adopts nothing, and is not rejected again: immediately, later, from another queue",
    arguments: Circumstance.all)
  func rejectedStays(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let slot = Slot<Int>()
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        seal.reject(Failure("x"))
        tryAgain(seal, slot, scene)
      }) { promise in
        slot.put(promise)
        scene.listen(to: promise, as: "promise")
      }
    }
    #expect(said.filter { $0 != "ignored" } == ["promise: error x", "rejected with x"])
    #expect(said.filter { $0 == "ignored" }.count == 9)
  }

  @Test(
    "2.1.2.2: every handler, and every reader, gets the same value", arguments: Circumstance.all)
  func sameValue(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.fulfilled(thing) { promise in
        promise.done(on: scene.queue) { scene.say("first \($0 === thing)") }.ended()
        promise.done(on: scene.queue) {
          scene.say("second \($0 === thing)")
          scene.later(on: scene.other) {
            scene.remark("asked \(promise.value === thing)")
            promise.done(on: scene.queue) { scene.say("late \($0 === thing)") }.ended()
          }
        }.ended()
      }
    }
    #expect(said == ["first true", "second true", "asked true", "late true"])
  }

  @Test(
    "2.1.3.2: every handler, and every reader, gets the same error", arguments: Circumstance.all)
  func sameError(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.promise(settledBy: { (seal: Resolver<Int>) in seal.reject(thing) }) { promise in
        promise.catch(on: scene.queue) { scene.say("first \($0 as? Thing === thing)") }
        promise.catch(on: scene.queue) {
          scene.say("second \($0 as? Thing === thing)")
          scene.later(on: scene.other) {
            scene.remark("asked \(promise.error as? Thing === thing)")
            promise.catch(on: scene.queue) { scene.say("late \($0 as? Thing === thing)") }
          }
        }
      }
    }
    #expect(said == ["first true", "second true", "asked true", "late true"])
  }

  @Test(
    "2.1.2.1: of eight threads that settle it at the same time, one counts, and every handler gets its value"
  )
  func contention() {
    for _ in 0..<200 {
      let (promise, seal) = Promise<Int>.pending()
      let heard = Mutex<[Int]>([])
      let counted = Mutex<[Int]>([])
      _ = promise.then(
        on: nil, fulfilled: { value in heard.withLock { $0.append(value) } },
        rejected: { error in heard.withLock { $0.append(Int("\(error)") ?? -1) } })
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        let isFirst =
          thread % 2 == 0 ? seal.tryFulfill(thread) : seal.tryReject(Failure("\(thread)"))
        if isFirst { counted.withLock { $0.append(thread) } }
      }
      #expect(counted.withLock { $0 }.count == 1)
      #expect(heard.withLock { $0 } == counted.withLock { $0 })
      #expect(promise.isResolved)
    }
  }

  /// Tries to settle a settled promise in every way: immediately, later, and from the other queue;
  /// and notes its state afterwards.
  @Sendable private func tryAgain(_ seal: Resolver<Int>, _ slot: Slot<Int>, _ scene: Scene) {
    tryAgain(seal, scene)
    scene.later(on: scene.queue) {
      tryAgain(seal, scene)
      scene.later(on: scene.other) {
        tryAgain(seal, scene)
        scene.later(on: scene.queue) {
          let promise = slot.take()
          if let value = promise.value { scene.remark("fulfilled with \(value)") }
          if let error = promise.error { scene.remark("rejected with \(error)") }
        }
      }
    }
  }

  @Sendable private func tryAgain(_ seal: Resolver<Int>, _ scene: Scene) {
    if !seal.tryFulfill(2) { scene.remark("ignored") }
    if !seal.tryReject(Failure("late")) { scene.remark("ignored") }
    if !seal.tryResolve(Promise.value(3)) { scene.remark("ignored") }
  }
}
