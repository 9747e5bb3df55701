import PromiseKitLite
import Testing

extension Claim {
  /// The whole table.
  static let all = states + handlers + stacks + children + cycles + adoptions + thenables + values

  /// Promises/A+ 2.1: the states of a promise.
  @ClaimTable static var states: [Claim] {
    Claim("2.1.1.1", "a pending promise may become fulfilled or rejected") { scene, promise in
      scene.remarkState(of: promise)
      scene.listen(to: promise, as: "promise")
    }.says { [$0.isSettledFirst ? "settled" : "pending", "promise: \($0.heard)"] }

    Claim(
      "2.1.2.1/2.1.3.1", "it does not settle again, be it immediately, later, or from another queue"
    ) { scene, promise in
      scene.slot.put(promise)
      scene.listen(to: promise, as: "promise")
    }.settled { scene, seal in
      scene.settle(seal)
      scene.repeatedly {
        scene.tryAgain(seal)
      } then: {
        scene.remark("still \(scene.text(of: scene.slot.take().result))")
      }
    }.says { ["promise: \($0.heard)", "still \($0.heard)"] }

    Claim("2.1.2.2/2.1.3.2", "each handler and reader gets the same") { scene, promise in
      scene.listen(to: promise, as: "first")
      scene.listen(to: promise, as: "second")
      scene.react(to: promise) {
        scene.later(on: scene.other) {
          let value = promise.value ?? promise.error as? Thing
          scene.remark(value === scene.thing ? "asked: the same" : "asked: another")
          scene.listen(to: promise, as: "late")
        }
      }
    }.says { Lines($0.heard(by: "first", "second") + ["asked: the same"] + $0.heard(by: "late")) }
  }
}
