import PromiseKitLite
import Testing

/// In Swift, a link is written without a handler instead of passing something that is not a
/// function.
@Suite("Promises/A+ 2.2.1: both handlers are optional")
struct Clause2_2_1Tests {
  @Test(
    "2.2.1.1: a link without a handler for the value does nothing with it",
    arguments: Circumstance.all)
  func noHandlerForTheValue(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.fulfilled(1) { promise in
        let link = promise.recover(on: scene.queue) { error -> Promise<Int> in
          scene.say("never \(error)")
          return .value(0)
        }
        scene.listen(to: link, as: "link")
        promise.catch(on: scene.queue) { scene.say("never \($0)") }
      }
    }
    #expect(said == ["link: 1"])
  }

  @Test(
    "2.2.1.2: a link without a handler for the error does nothing with it",
    arguments: Circumstance.all)
  func noHandlerForTheError(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.rejected("x") { promise in
        scene.listen(
          to: promise.then(on: scene.queue) { value in
            scene.say("never \(value)")
            return Promise.value(value)
          }, as: "then")
        scene.listen(to: promise.map(on: scene.queue) { scene.say("never \($0)") }, as: "map")
        scene.listen(to: promise.get(on: scene.queue) { scene.say("never \($0)") }, as: "get")
        scene.listen(to: promise.done(on: scene.queue) { scene.say("never \($0)") }, as: "done")
      }
    }
    #expect(said == ["then", "map", "get", "done"].map { "\($0): error x" })
  }
}
