import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises/A+ 2.2.3: the handler for the error")
struct Clause2_2_3Tests {
  @Test(
    "2.2.3.1: it is called after the promise is rejected, with its error; the other one is not",
    arguments: Circumstance.all)
  func getsTheError(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.rejected("x") { promise in
        _ = promise.then(
          on: scene.queue,
          fulfilled: { scene.say("value \($0), \(promise.isFulfilled)") },
          rejected: { scene.say("error \($0), \(promise.isRejected)") })
      }
    }
    #expect(said == ["error x, true"])
  }

  @Test("2.2.3.2: it is not called before", arguments: Circumstance.later)
  func notBefore(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        scene.remark("settling")
        seal.reject(Failure("x"))
      }) { promise in
        scene.listen(to: promise, as: "promise")
        scene.remark("attached")
      }
    }
    #expect(said == ["attached", "settling", "promise: error x"])
  }

  @Test("2.2.3.2: it is never called if the promise stays pending", arguments: Circumstance.worlds)
  func never(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let (promise, seal) = Promise<Int>.pending()
      scene.listen(to: promise, as: "never")
      scene.later(on: scene.queue) {
        scene.remark(promise.isPending ? "pending" : "settled")
        withExtendedLifetime(seal) {}
      }
    }
    #expect(said == ["pending"])
  }

  @Test(
    "2.2.3.3: it is called once, however often the promise is settled",
    arguments: Circumstance.all)
  func once(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        for _ in 0..<2 { settle(seal) }
        scene.later(on: scene.queue) { settle(seal) }
        scene.later(on: scene.other) { settle(seal) }
      }) { promise in
        scene.listen(to: promise, as: "promise")
      }
    }
    #expect(said == ["promise: error x"])
  }

  @Test(
    "2.2.3.3: each of several is called once, also those that are attached at other times",
    arguments: Circumstance.all)
  func eachOnce(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.rejected("x") { promise in
        scene.listen(to: promise, as: "first")
        scene.perform(on: scene.queue) { scene.listen(to: promise, as: "second") }
        scene.later(on: scene.queue) {
          scene.later(on: scene.queue) { scene.listen(to: promise, as: "third") }
        }
      }
    }
    #expect(said.sorted() == ["first", "second", "third"].map { "\($0): error x" })
  }

  @Sendable private func settle(_ seal: Resolver<Int>) {
    seal.reject(Failure("x"))
    seal.fulfill(2)
  }
}
