import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises/A+ 2.2.6: several handlers of one promise")
struct Clause2_2_6Tests {
  @Test(
    "2.2.6.1: the handlers for the value run in the order in which they were attached",
    arguments: Circumstance.all)
  func values(_ circumstance: Circumstance) async {
    let said = await inOrder(circumstance, .fulfilled)
    #expect(said == (1...5).map { "\($0): 1" })
  }

  @Test(
    "2.2.6.2: the handlers for the error run in the order in which they were attached",
    arguments: Circumstance.all)
  func errors(_ circumstance: Circumstance) async {
    let said = await inOrder(circumstance, .rejected)
    #expect(said == (1...5).map { "\($0): error x" })
  }

  @Test(
    "2.2.6.1: a handler that throws does not keep the value from the others",
    arguments: Circumstance.all)
  func oneThrowsOnAValue(_ circumstance: Circumstance) async {
    let said = await oneThrows(circumstance, .fulfilled)
    #expect(said.filter { !$0.hasPrefix("child") } == ["1: 1", "2 throws", "3: 1"])
    #expect(said.contains("child of 2: error thrown"))
  }

  @Test(
    "2.2.6.2: a handler that throws does not keep the error from the others",
    arguments: Circumstance.all)
  func oneThrowsOnAnError(_ circumstance: Circumstance) async {
    let said = await oneThrows(circumstance, .rejected)
    #expect(said.filter { !$0.hasPrefix("child") } == ["1: error x", "2 throws", "3: error x"])
    #expect(said.contains("child of 2: error thrown"))
  }

  @Test(
    "2.2.6.1: each decides about its own child: by a value, an error, a promise",
    arguments: Circumstance.all)
  func childrenOfAValue(_ circumstance: Circumstance) async {
    let said = await children(circumstance, .fulfilled)
    #expect(said == ["1: 10", "2: error thrown", "3: 30"])
  }

  @Test(
    "2.2.6.2: each decides about its own child: by a value, an error, a promise",
    arguments: Circumstance.all)
  func childrenOfAnError(_ circumstance: Circumstance) async {
    let said = await children(circumstance, .rejected)
    #expect(said == ["1: 10", "2: error thrown", "3: 30"])
  }

  @Test(
    "2.2.6.1: a handler that is attached by a handler comes after those that were attached before",
    arguments: Circumstance.all)
  func attachedInsideAHandlerOfTheValue(_ circumstance: Circumstance) async {
    let said = await attachedInsideAHandler(circumstance, .fulfilled)
    #expect(said == ["1", "2: 1", "3: 1", "4: 1"])
  }

  @Test(
    "2.2.6.2: a handler that is attached by a handler comes after those that were attached before",
    arguments: Circumstance.all)
  func attachedInsideAHandlerOfTheError(_ circumstance: Circumstance) async {
    let said = await attachedInsideAHandler(circumstance, .rejected)
    #expect(said == ["1", "2: error x", "3: error x", "4: error x"])
  }

  @Test(
    "2.2.6.1: inline handlers, and those that they attach while the promise dispatches its value",
    arguments: Circumstance.all)
  func insideADrainOfAValue(_ circumstance: Circumstance) async {
    let said = await insideADrain(circumstance, .fulfilled)
    #expect(said == orderInsideADrain(circumstance))
  }

  @Test(
    "2.2.6.2: inline handlers, and those that they attach while the promise dispatches its error",
    arguments: Circumstance.all)
  func insideADrainOfAnError(_ circumstance: Circumstance) async {
    let said = await insideADrain(circumstance, .rejected)
    #expect(said == orderInsideADrain(circumstance))
  }

  @Test(
    "2.2.6.1: links of every kind that read the value keep this order",
    arguments: Circumstance.all)
  func kindsOfLinksForAValue(_ circumstance: Circumstance) async {
    let said = await kindsOfLinks(circumstance, .fulfilled)
    #expect(said == ["done", "tap", "map", "then", "ensure", "two", "get"])
  }

  @Test(
    "2.2.6.2: links of every kind that read the error keep this order",
    arguments: Circumstance.all)
  func kindsOfLinksForAnError(_ circumstance: Circumstance) async {
    let said = await kindsOfLinks(circumstance, .rejected)
    #expect(said == ["catch", "tap", "recover", "ensure", "two"])
  }
}

extension Clause2_2_6Tests {
  /// Handlers that are attached immediately, by the next job, and long after the settlement.
  private func inOrder(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      scene.settled(end) { promise in
        for number in 1...3 { scene.listen(to: promise, as: "\(number)") }
        scene.perform(on: scene.queue) { scene.listen(to: promise, as: "4") }
        scene.later(on: scene.queue) {
          scene.later(on: scene.queue) { scene.listen(to: promise, as: "5") }
        }
      }
    }
  }

  private func oneThrows(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      scene.settled(end) { promise in
        let failing: @Sendable () throws -> Int = {
          scene.say("2 throws")
          throw Failure("thrown")
        }
        scene.listen(to: promise, as: "1")
        scene.listen(
          to: promise.then(
            on: scene.queue, fulfilled: { _ in try failing() }, rejected: { _ in try failing() }),
          as: "child of 2")
        scene.listen(to: promise, as: "3")
      }
    }
  }

  private func children(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      let queue = scene.queue
      scene.settled(end) { promise in
        scene.listen(
          to: promise.then(on: queue, fulfilled: { _ in 10 }, rejected: { _ in 10 }), as: "1")
        scene.listen(
          to: promise.then(
            on: queue, fulfilled: { _ -> Int in throw Failure("thrown") },
            rejected: { _ in throw Failure("thrown") }), as: "2")
        scene.listen(
          to: promise.then(
            on: queue, fulfilled: { _ in Promise.value(30) }, rejected: { _ in Promise.value(30) }),
          as: "3")
      }
    }
  }

  private func attachedInsideAHandler(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      scene.settled(end) { promise in
        let first: @Sendable () -> Void = {
          scene.say("1")
          scene.listen(to: promise, as: "4")
        }
        _ = promise.then(on: scene.queue, fulfilled: { _ in first() }, rejected: { _ in first() })
        scene.listen(to: promise, as: "2")
        scene.listen(to: promise, as: "3")
      }
    }
  }

  private func insideADrain(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      @Sendable func attach(_ name: String, to promise: Promise<Int>, adding added: String? = nil) {
        let body: @Sendable () -> Void = {
          scene.remark(name)
          if let added {
            attach(added, to: promise)
            scene.remark("\(name) ends")
          }
        }
        _ = promise.then(on: nil, fulfilled: { _ in body() }, rejected: { _ in body() })
      }
      scene.settled(end) { promise in
        attach("1", to: promise, adding: "late 1")
        attach("2", to: promise, adding: "late 2")
        attach("3", to: promise)
      }
    }
  }

  private func orderInsideADrain(_ circumstance: Circumstance) -> [String] {
    circumstance.settling == .already
      ? ["1", "1 ends", "late 1", "2", "2 ends", "late 2", "3"]
      : ["1", "1 ends", "2", "2 ends", "3", "late 1", "late 2"]
  }

  private func kindsOfLinks(_ circumstance: Circumstance, _ end: End) async -> [String] {
    await circumstance.run { scene in
      let queue = scene.queue
      scene.settled(end) { promise in
        promise.done(on: queue) { _ in scene.say("done") }.ended()
        promise.catch(on: queue) { _ in scene.say("catch") }
        promise.tap(on: queue) { _ in scene.say("tap") }.ended()
        promise.recover(on: queue) { _ -> Promise<Int> in
          scene.say("recover")
          return .value(0)
        }.ended()
        promise.map(on: queue) { _ in scene.say("map") }.ended()
        promise.then(on: queue) { _ in
          scene.say("then")
          return Promise.value(0)
        }.ended()
        promise.ensure(on: queue) { scene.say("ensure") }.ended()
        _ = promise.then(
          on: queue, fulfilled: { _ in scene.say("two") }, rejected: { _ in scene.say("two") })
        promise.get(on: queue) { _ in scene.say("get") }.ended()
      }
    }
  }
}
