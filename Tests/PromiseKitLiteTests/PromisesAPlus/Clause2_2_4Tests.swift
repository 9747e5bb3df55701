import PromiseKitLite
import TestSupport
import Testing

/// Whenever a handler runs, the suite also checks that no call that attaches or settles is below it
/// on the stack. Here the order is checked.
@Suite("Promises/A+ 2.2.4: a handler runs when the stack holds only the platform's code")
struct Clause2_2_4Tests {
  @Test(
    "2.2.4: not inside the call that attaches it, whatever the link",
    arguments: Circumstance.all, End.allCases)
  func notInsideAttach(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      let queue = scene.queue
      scene.settled(end) { promise in
        scene.listen(to: promise, as: "two")
        promise.then(on: queue) { value in
          scene.say("then \(value)")
          return Promise.value(value)
        }.ended()
        promise.map(on: queue) { scene.say("map \($0)") }.ended()
        promise.get(on: queue) { scene.say("get \($0)") }.ended()
        promise.done(on: queue) { scene.say("done \($0)") }.ended()
        promise.tap(on: queue) { _ in scene.say("tap") }.ended()
        promise.ensure(on: queue) { scene.say("ensure") }.ended()
        promise.recover(on: queue) { error -> Promise<Int> in
          scene.say("recover \(error)")
          return .value(0)
        }.ended()
        promise.catch(on: queue) { scene.say("catch \($0)") }
          .finally(on: queue) { scene.say("finally") }
        scene.remark("attached")
      }
    }
    #expect(said.first == "attached")
    #expect(
      said.dropFirst()
        == (end == .fulfilled
          ? ["two: 1", "then 1", "map 1", "get 1", "done 1", "tap", "ensure", "finally"]
          : ["two: error x", "tap", "ensure", "recover x", "catch x", "finally"]))
  }

  @Test(
    "2.2.4: not inside the call that settles its promise", arguments: Circumstance.all, End.allCases
  )
  func notInsideSettle(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        scene.remark("settling")
        if end == .fulfilled { seal.fulfill(1) } else { seal.reject(Failure("x")) }
        scene.remark("settled")
      }) { scene.listen(to: $0, as: "promise") }
    }
    // On another queue it may run at any time after the call began, but never inside it.
    let order = ["settling", "settled", "promise: \(end.heard)"]
    #expect(circumstance.origin == .sameQueue ? said == order : said.sorted() == order.sorted())
  }

  @Test(
    "2.2.4: attached inside a handler, of its own promise or of another, it waits for that handler to end",
    arguments: Circumstance.all, End.allCases)
  func attachedInsideHandler(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        let attach: @Sendable () -> Void = {
          scene.say("outer begins")
          Stack.insideCall {
            scene.listen(to: promise, as: "own")
            scene.listen(to: Promise.value(2), as: "another")
          }
          scene.say("outer ends")
        }
        _ = promise.then(
          on: scene.queue, fulfilled: { _ in attach() }, rejected: { _ in attach() })
      }
    }
    #expect(said.prefix(2) == ["outer begins", "outer ends"])
    #expect(said.dropFirst(2).sorted() == ["another: 2", "own: \(end.heard)"])
  }

  @Test(
    "2.2.4: settled inside the handler of another promise, it waits for that handler to end",
    arguments: Circumstance.all, End.allCases)
  func settledInsideHandler(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        let (inner, seal) = Promise<Int>.pending()
        scene.listen(to: inner, as: "inner")
        let settle: @Sendable () -> Void = {
          scene.say("outer begins")
          Stack.insideCall { seal.fulfill(2) }
          scene.say("outer ends")
        }
        _ = promise.then(
          on: scene.queue, fulfilled: { _ in settle() }, rejected: { _ in settle() })
      }
    }
    #expect(said == ["outer begins", "outer ends", "inner: 2"])
  }

  @Test(
    "2.2.4: not inside the handler that settles its promise by its result",
    arguments: Circumstance.all)
  func child(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        let child = promise.map(on: scene.queue) { value in
          scene.say("parent")
          return value + 1
        }
        scene.listen(to: child, as: "child")
        promise.done(on: scene.queue) { _ in scene.say("sibling") }.ended()
      }
    }
    // While another thread is still dispatching the siblings, the child may be dispatched too.
    #expect(said.filter { $0 != "sibling" } == ["parent", "child: 2"])
    #expect(circumstance.isParallel ? said.contains("sibling") : said[1] == "sibling")
  }

  @Test(
    "2.2.4: not inside the call that settles a promise on which it depends indirectly",
    arguments: Circumstance.all, End.allCases)
  func farFromTheCall(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        let (outer, seal) = Promise<Int>.pending()
        seal.resolve(promise)
        // A value skips the recover, an error the map.
        switch end {
        case .fulfilled:
          scene.listen(to: outer.recover(on: scene.queue) { _ in Promise.value(0) }, as: "end")
        case .rejected: scene.listen(to: outer.map(on: scene.queue) { $0 }, as: "end")
        }
        scene.remark("attached")
      }
    }
    #expect(said == ["attached", "end: \(end.heard)"])
  }

  @Test("2.2.4: on: nil asks for the opposite", arguments: End.allCases)
  func inline(_ end: End) {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending()
      _ = promise.then(
        on: nil, fulfilled: { _ in note("inside settling") },
        rejected: { _ in note("inside settling") })
      if end == .fulfilled { seal.fulfill(1) } else { seal.reject(Failure("x")) }
      note("settled")
      _ = promise.then(
        on: nil, fulfilled: { _ in note("inside attaching") },
        rejected: { _ in note("inside attaching") })
      note("attached")
    }
    #expect(run.notes == ["inside settling", "settled", "inside attaching", "attached"])
  }
}
