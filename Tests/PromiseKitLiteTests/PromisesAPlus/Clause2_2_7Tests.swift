import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises/A+ 2.2.7: then returns a promise")
struct Clause2_2_7Tests {
  @Test(
    "2.2.7: a new one, pending until its handler has run", arguments: Circumstance.all, End.allCases
  )
  func newPromise(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        let slot = Slot<Int>()
        let check: @Sendable () -> Int = {
          scene.remark(slot.take().isPending ? "pending" : "settled")
          return 2
        }
        let child = promise.then(
          on: scene.queue, fulfilled: { _ in check() }, rejected: { _ in check() })
        slot.put(child)
        scene.remark(child === promise ? "the same" : "a new one")
        scene.remark(child.isPending ? "pending" : "settled")
        scene.listen(to: child, as: "child")
      }
    }
    #expect(said == ["a new one", "pending", "pending", "child: 2"])
  }

  @Test(
    "2.2.7.1: a value that either handler returns fulfills it", arguments: Circumstance.all,
    End.allCases)
  func returnedValue(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.settled(end) { promise in
        promise.then(on: scene.queue, fulfilled: { _ in thing }, rejected: { _ in thing })
          .done(on: scene.queue) { scene.say("\($0 === thing)") }
          .ended()
      }
    }
    #expect(said == ["true"])
  }

  @Test(
    "2.2.7.1: a promise that either handler returns is adopted, whatever its outcome",
    arguments: Circumstance.all, End.allCases)
  func returnedPromise(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        for inner in End.allCases {
          scene.settled(inner) { returned in
            scene.listen(
              to: promise.then(
                on: scene.queue, fulfilled: { _ in returned }, rejected: { _ in returned }),
              as: "\(inner)")
          }
        }
      }
    }
    #expect(said.sorted() == ["fulfilled: 1", "rejected: error x"])
  }

  @Test(
    "2.2.7.2: an error that either handler throws rejects it", arguments: Circumstance.all,
    End.allCases)
  func thrown(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.settled(end) { promise in
        promise.then(
          on: scene.queue, fulfilled: { _ in throw thing }, rejected: { _ in throw thing }
        )
        .catch(on: scene.queue) { scene.say("\($0 as? Thing === thing)") }
        promise.then(
          on: scene.queue, fulfilled: { _ -> Promise<Int> in throw thing },
          rejected: { _ -> Promise<Int> in throw thing }
        )
        .catch(on: scene.queue) { scene.say("\($0 as? Thing === thing)") }
      }
    }
    #expect(said == ["true", "true"])
  }

  @Test("2.2.7.2: in a link of any kind", arguments: Circumstance.all)
  func thrownInLinks(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let queue = scene.queue
      scene.fulfilled(1) { promise in
        scene.listen(
          to: promise.then(on: queue) { _ -> Promise<Int> in throw Failure("a") }, as: "then")
        scene.listen(to: promise.map(on: queue) { _ in throw Failure("b") }, as: "map")
        scene.listen(to: promise.get(on: queue) { _ in throw Failure("c") }, as: "get")
        scene.listen(to: promise.done(on: queue) { _ in throw Failure("d") }, as: "done")
        scene.listen(to: promise.tap(on: queue) { _ in throw Failure("e") }, as: "tap")
      }
      scene.rejected("x") { promise in
        scene.listen(
          to: promise.recover(on: queue) { _ -> Promise<Int> in throw Failure("f") }, as: "recover")
        scene.listen(to: promise.tap(on: queue) { _ in throw Failure("g") }, as: "other tap")
      }
    }
    #expect(
      said.sorted() == [
        "done: error d", "get: error c", "map: error b", "other tap: error g", "recover: error f",
        "tap: error e", "then: error a",
      ])
  }

  @Test(
    "2.2.7.3: a link without a handler for the value is fulfilled with the same value",
    arguments: Circumstance.all)
  func valuePasses(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.fulfilled(thing) { promise in
        promise
          .recover(on: scene.queue) { _ in Promise.value(Thing()) }
          .recover(on: scene.queue, policy: .allErrors) { _ in Promise.value(Thing()) }
          .done(on: scene.queue) { scene.say("\($0 === thing)") }
          .ended()
        promise.recover(on: scene.queue) { _ in Guarantee.value(Thing()) }
          .done(on: scene.queue) { scene.say("\($0 === thing)") }
      }
    }
    #expect(said == ["true", "true"])
  }

  @Test(
    "2.2.7.4: a link without a handler for the error is rejected with the same error",
    arguments: Circumstance.all)
  func errorPasses(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      let queue = scene.queue
      scene.promise(settledBy: { (seal: Resolver<Int>) in seal.reject(thing) }) { promise in
        promise
          .then(on: queue) { Promise.value($0) }
          .map(on: queue) { $0 }
          .get(on: queue) { _ in }
          .done(on: queue) { _ in }
          .catch(on: queue) { scene.say("\($0 as? Thing === thing)") }
      }
    }
    #expect(said == ["true"])
  }
}
