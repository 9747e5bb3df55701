import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises/A+ 2.3.2: a promise that is resolved with another one adopts its state")
struct Clause2_3_2Tests {
  @Test(
    "2.3.2.1: it is pending as long as the other one is",
    arguments: Circumstance.later, Adoption.allCases)
  func pending(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      let slot = Slot<Int>()
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        scene.remark(slot.take().isPending ? "pending" : "settled")
        seal.fulfill(1)
      }) { inner in
        let outer = adoption.promise(of: inner, in: scene)
        slot.put(outer)
        scene.listen(to: outer, as: "outer")
      }
    }
    #expect(said == ["pending", "outer: 1"])
  }

  @Test(
    "2.3.2.1: forever, if necessary", arguments: Circumstance.worlds, Adoption.allCases)
  func pendingForEver(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      let (inner, seal) = Promise<Int>.pending()
      let outer = adoption.promise(of: inner, in: scene)
      scene.listen(to: outer, as: "never")
      scene.later(on: scene.queue) {
        scene.remark(outer.isPending ? "pending" : "settled")
        withExtendedLifetime(seal) {}
      }
    }
    #expect(said == ["pending"])
  }

  @Test(
    "2.3.2.1: no other code can settle it in the meantime", arguments: Circumstance.all,
    End.allCases)
  func lockedIn(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { inner in
        let (outer, seal) = Promise<Int>.pending()
        seal.resolve(inner)
        scene.listen(to: outer, as: "outer")
        tryAgain(seal)
        scene.later(on: scene.queue) { tryAgain(seal) }
        scene.perform(on: scene.other) { tryAgain(seal) }
      }
    }
    #expect(said == ["outer: \(end.heard)"])
  }

  @Test(
    "2.3.2.2: it is fulfilled with the other one's value",
    arguments: Circumstance.all, Adoption.allCases)
  func fulfilled(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "outer")
      }
    }
    #expect(said == ["outer: 1"])
  }

  @Test(
    "2.3.2.3: it is rejected with the other one's error",
    arguments: Circumstance.all, Adoption.allCases)
  func rejected(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      let thing = Thing()
      scene.promise(settledBy: { (seal: Resolver<Int>) in seal.reject(thing) }) { inner in
        adoption.promise(of: inner, in: scene)
          .catch(on: scene.queue) { scene.say("\($0 as? Thing === thing)") }
      }
    }
    #expect(said == ["true"])
  }

  @Test(
    "2.3.2.2: several adopt the same one, and its own handlers run too",
    arguments: Circumstance.all, Adoption.allCases)
  func several(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "first")
        scene.listen(to: inner, as: "inner")
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "second")
      }
    }
    #expect(said.sorted() == ["first: 1", "inner: 1", "second: 1"])
  }

  @Sendable private func tryAgain(_ seal: Resolver<Int>) {
    #expect(!seal.tryFulfill(9))
    #expect(!seal.tryReject(Failure("late")))
    #expect(!seal.tryResolve(Promise.value(9)))
  }
}
