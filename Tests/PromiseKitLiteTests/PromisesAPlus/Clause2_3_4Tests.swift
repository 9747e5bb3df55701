import PromiseKitLite
import TestSupport
import Testing

@Suite("Promises/A+ 2.3.4: a promise that is resolved with anything else is fulfilled with it")
struct Clause2_3_4Tests {
  @Test("2.3.4: nothing, false, 0", arguments: Circumstance.all, End.allCases)
  func emptyValues(_ circumstance: Circumstance, _ end: End) async {
    await expect(Int?.none, circumstance, end)
    await expect(false, circumstance, end)
    await expect(0, circumstance, end)
    await expect("", circumstance, end)
    await expect([String](), circumstance, end)
  }

  @Test("2.3.4: and values that are easily mistaken", arguments: Circumstance.all, End.allCases)
  func deceptiveValues(_ circumstance: Circumstance, _ end: End) async {
    await expect(Int??.some(nil), circumstance, end)
    await expect(Failure("a value"), circumstance, end)
    await expect(-Double.infinity, circumstance, end)
  }

  @Test("2.3.4: an error and a result that are values", arguments: Circumstance.all)
  func errorsAsValues(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        scene.listen(
          to: promise.map(on: scene.queue) { _ in Failure("a value") as any Error }, as: "error")
        scene.listen(
          to: promise.map(on: scene.queue) { _ in Result<Int, any Error>.failure(Failure("r")) },
          as: "result")
      }
    }
    #expect(said == ["error: a value", "result: failure(r)"])
  }

  @Test("2.3.4: nothing at all", arguments: Circumstance.all, End.allCases)
  func void(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        scene.listen(
          to: promise.then(on: scene.queue, fulfilled: { _ in }, rejected: { _ in }), as: "void")
      }
    }
    #expect(said == ["void: ()"])
  }

  @Test("2.3.4: a function", arguments: Circumstance.all)
  func function(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        promise.map(on: scene.queue) { one in { @Sendable (two: Int) in one + two } }
          .done(on: scene.queue) { add in scene.say("\(add(2))") }
          .ended()
      }
    }
    #expect(said == ["3"])
  }

  /// Either handler returns `value`, and it arrives.
  private func expect<Value: Equatable & Sendable>(
    _ value: Value, _ circumstance: Circumstance, _ end: End
  ) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { promise in
        promise.then(on: scene.queue, fulfilled: { _ in value }, rejected: { _ in value })
          .done(on: scene.queue) { scene.say("\($0 == value)") }
          .ended()
      }
    }
    #expect(said == ["true"])
  }
}
