import PromiseKitLite
import Testing

@Suite("Promises/A+ 2.3.1: a promise that is resolved with itself is rejected")
struct Clause2_3_1Tests {
  @Test("2.3.1: by either handler", arguments: Circumstance.all, End.allCases)
  func byAHandler(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        let slot = Slot<Int>()
        let child = promise.then(
          on: scene.queue, fulfilled: { _ in slot.take() }, rejected: { _ in slot.take() })
        slot.put(child)
        child.catch(on: scene.queue) { scene.say(name($0)) }
      }
    }
    #expect(said == ["returnedSelf"])
  }

  @Test("2.3.1: by a then, and by a recover", arguments: Circumstance.all)
  func byALink(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        let slot = Slot<Int>()
        let child = promise.then(on: scene.queue) { _ in slot.take() }
        slot.put(child)
        child.catch(on: scene.queue) { scene.say(name($0)) }
      }
      scene.rejected("x") { promise in
        let slot = Slot<Int>()
        let child = promise.recover(on: scene.queue) { _ in slot.take() }
        slot.put(child)
        child.catch(on: scene.queue) { scene.say(name($0)) }
      }
    }
    #expect(said == ["returnedSelf", "returnedSelf"])
  }

  @Test("2.3.1: by its resolver", arguments: Circumstance.all)
  func byItsResolver(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let slot = Slot<Int>()
      let (promise, seal) = Promise<Int>.pending()
      slot.put(promise)
      scene.fulfilled(1) { other in
        promise.catch(on: scene.queue) { scene.say(name($0)) }
        other.done(on: scene.queue) { _ in seal.resolve(slot.take()) }.ended()
      }
    }
    #expect(said == ["returnedSelf"])
  }

  @Test(
    "2.3.1: indirectly, at any depth: every promise of the cycle is rejected",
    arguments: Circumstance.all, [2, 3, 10])
  func inACircle(_ circumstance: Circumstance, count: Int) async {
    let said = await circumstance.run { scene in
      let slots = (0..<count).map { _ in Slot<Int>() }
      scene.fulfilled(1) { promise in
        for index in 0..<count {
          let next = slots[(index + 1) % count]
          let child = promise.then(on: scene.queue) { _ in next.take() }
          slots[index].put(child)
          child.catch(on: scene.queue) { scene.say(name($0)) }
        }
      }
    }
    #expect(said == Array(repeating: "returnedSelf", count: count))
  }

  @Sendable private func name(_ error: any Error) -> String {
    if case PMKError.returnedSelf = error { "returnedSelf" } else { "\(error)" }
  }
}
