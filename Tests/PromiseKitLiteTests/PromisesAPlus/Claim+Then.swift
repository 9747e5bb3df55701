import PromiseKitLite
import TestSupport
import Testing

extension Claim {
  /// Promises/A+ 2.2.1 to 2.2.3, 2.2.6: the handlers of a promise, which are optional. In Swift, a
  /// link is written without a handler instead of passing something that is not a function.
  @ClaimTable static var handlers: [Claim] {
    Claim(
      "2.2.1.1/2.2.1.2, 2.2.7.3/2.2.7.4",
      "a link without a handler for the value or error passes it on, and so does a chain of them"
    ) { scene, promise in
      for link in Link.skipped(in: scene) {
        scene.listen(to: link.attach(to: promise, in: scene), as: "\(link)")
      }
      let chain = Link.skipped(in: scene).reduce(promise) { $1.attach(to: $0, in: scene) }
      scene.listen(to: chain, as: "chain")
      if scene.end == .fulfilled { promise.catch(on: scene.queue) { scene.say("never \($0)") } }
    }.says { scene in
      Lines(Link.skipped(in: scene).map { "\($0): \(scene.heard)" } + scene.heard(by: "chain"))
    }

    Claim(
      "2.2.2.1/2.2.3.1", "a handler is called after the promise has settled; the other one is not"
    ) { scene, promise in
      scene.listen(to: promise, as: "handler")
      scene.react(to: promise) { scene.say("promise: \(scene.text(of: promise.result))") }
    }.says { Lines($0.heard(by: "handler", "promise")) }

    Claim("2.2.2.2/2.2.3.2", "a handler is not called before", in: .later) { scene, promise in
      scene.listen(to: promise, as: "promise")
      scene.remark("attached")
    }.settled { scene, seal in
      scene.remark("settling")
      scene.settle(seal)
    }.says { ["attached", "settling", "promise: \($0.heard)"] }

    Claim(
      "2.2.2.2/2.2.3.2", "a handler is never called if the promise stays pending", in: .worlds
    ) { scene, promise in
      scene.listen(to: promise, as: "never")
      scene.later(on: scene.queue) { scene.remarkState(of: promise) }
    }.settled { _, _ in }.says { _ in ["pending"] }

    Claim("2.2.2.3/2.2.3.3", "it is called once, however often it is settled") { scene, promise in
      scene.listen(to: promise, as: "promise")
    }.settled { scene, seal in
      scene.repeatedly {
        for end in [scene.end, scene.end.other, scene.end] { scene.settle(seal, end) }
      }
    }.says { ["promise: \($0.heard)"] }

    Claim(
      "2.2.2.3/2.2.3.3, 2.2.6.1/2.2.6.2",
      "several are called in the order in which they were attached, at whatever time, each once"
    ) { scene, promise in
      for number in 1...3 { scene.listen(to: promise, as: "\(number)") }
      scene.perform(on: scene.queue) { scene.listen(to: promise, as: "4") }
      scene.later(on: scene.queue) {
        scene.later(on: scene.queue) { scene.listen(to: promise, as: "5") }
      }
    }.says { Lines($0.heard(by: "1", "2", "3", "4", "5")) }
  }

  /// Promises/A+ 2.2.4: a handler runs when the stack holds only the platform's code.
  ///
  /// Whenever a handler speaks, the scene also checks that no call that attaches or settles is
  /// below it on the stack. Here the order is checked.
  @ClaimTable static var stacks: [Claim] {
    Claim(
      "2.2.4, 2.2.6.1/2.2.6.2",
      "not inside the call that attaches it, and in attachment order, whatever the links"
    ) { scene, promise in
      for link in Link.allCases { link.attach(to: promise, in: scene).ended() }
      promise.catch(on: scene.queue) { scene.say("catch hears error \(scene.text(of: $0))") }
        .finally(on: scene.queue) { scene.say("finally") }
      scene.remark("attached")
    }.says { scene in
      let caught = scene.end == .rejected ? ["catch hears \(scene.heard)"] : []
      return Lines(["attached"] + Link.heard(in: scene) + caught + ["finally"])
    }

    Claim("2.2.4", "not inside the call that settles its promise") { scene, promise in
      scene.listen(to: promise, as: "promise")
    }.settled { scene, seal in
      scene.remark("settling")
      scene.settle(seal)
      scene.remark("settled")
    }.says { scene in
      // On another queue it may run at any time after the call began, but never inside it.
      scene.circumstance.origin == .sameQueue
        ? ["settling", "settled", "promise: \(scene.heard)"]
        : Lines(["settling", "settled"], ["settling", "promise: \(scene.heard)"])
    }

    Claim("2.2.4", "not inside a call on which it depends indirectly") { scene, promise in
      let outer = Adoption.resolver.promise(of: promise, in: scene)
      let chain = Link.skipped(in: scene).reduce(outer) { $1.attach(to: $0, in: scene) }
      scene.listen(to: chain, as: "end")
      scene.remark("attached")
    }.says { ["attached", "end: \($0.heard)"] }

    Claim(
      "2.2.4, 2.2.6.1/2.2.6.2",
      "attached or settled inside a handler, it waits for its end; attached, also for its siblings"
    ) { scene, promise in
      let (settled, seal) = Promise<Int>.pending()
      scene.listen(to: settled, as: "settled")
      scene.react(to: promise) {
        scene.say("outer begins")
        Stack.insideCall {
          scene.listen(to: promise, as: "own")
          scene.listen(to: Promise.value(2), as: "another")
          seal.fulfill(3)
        }
        scene.say("outer ends")
      }
      scene.listen(to: promise, as: "2")
      scene.listen(to: promise, as: "3")
    }.says { scene in
      let outer = ["outer begins", "outer ends"]
      return Lines(outer + scene.heard(by: "2", "3", "own"), outer + ["another: 2", "settled: 3"])
    }

    Claim(
      "2.2.4", "not inside the handler whose result settles its promise", for: [.fulfilled]
    ) { scene, promise in
      let child = promise.map(on: scene.queue) { _ in
        scene.say("parent")
        return 2
      }
      scene.listen(to: child, as: "child")
      promise.done(on: scene.queue) { _ in scene.say("sibling") }.ended()
    }.says { scene in
      // While another thread is still dispatching the siblings, the child may be dispatched too.
      scene.circumstance.isParallel
        ? Lines(["parent", "sibling"], ["parent", "child: 2"]) : ["parent", "sibling", "child: 2"]
    }

    Claim(
      "2.2.4, 2.2.6.1/2.2.6.2", "on: nil asks for the opposite; the order remains"
    ) { scene, promise in
      @Sendable func attach(_ name: String, adding added: String? = nil) {
        scene.react(to: promise, inline: true) {
          scene.remark(name)
          guard let added else { return }
          attach(added)
          scene.remark("\(name) ends")
        }
      }
      attach("1", adding: "late 1")
      attach("2", adding: "late 2")
      attach("3")
      scene.remark("attached")
    }.settled { scene, seal in
      scene.settle(seal)
      scene.remark("settled")
    }.says { scene in
      scene.isSettledFirst
        ? ["settled", "1", "1 ends", "late 1", "2", "2 ends", "late 2", "3", "attached"]
        : ["attached", "1", "1 ends", "2", "2 ends", "3", "late 1", "late 2", "settled"]
    }
  }

  /// Promises/A+ 2.2.7: `then` returns a promise.
  @ClaimTable static var children: [Claim] {
    Claim("2.2.7", "the child is new, and pending until its handler has run") { scene, promise in
      let child = scene.react(to: promise) {
        scene.remarkState(of: scene.slot.take())
        return scene.thing
      }
      scene.slot.put(child)
      scene.remark(child === promise ? "the same" : "a new one")
      scene.remarkState(of: child)
      scene.listen(to: child, as: "child")
    }.says { _ in ["a new one", "pending", "pending", "child: thing"] }

    Claim(
      "2.2.6.1/2.2.6.2, 2.2.7.1, 2.2.7.2",
      "either handler settles its child, and no other: by a value, an error, a promise"
    ) { scene, promise in
      scene.listen(to: promise, as: "first")
      let failing: @Sendable () throws -> Int = {
        scene.say("throws")
        throw scene.thing
      }
      scene.listen(to: scene.react(to: promise, failing), as: "error")
      let thrown = scene.react(to: promise) { () -> Promise<Int> in throw scene.thing }
      scene.listen(to: thrown, as: "no promise")
      scene.listen(to: scene.react(to: promise) { scene.thing }, as: "value")
      scene.listen(to: scene.react(to: promise) { Promise.value(scene.thing) }, as: "promise")
      scene.listen(to: promise, as: "last")
    }.says { scene in
      let settled = [
        "error: error thing", "no promise: error thing", "value: thing", "promise: thing",
      ]
      return Lines(
        ["first: \(scene.heard)", "throws", "last: \(scene.heard)"], ["throws", settled[0]], settled
      )
    }

    Claim("2.2.7.1", "a promise that either handler returns is adopted") { scene, promise in
      for inner in End.allCases {
        scene.promise(settledBy: { scene.settle($0, inner) }) { returned in
          scene.listen(to: scene.react(to: promise) { returned }, as: "\(inner)")
        }
      }
    }.says { _ in Lines(inAnyOrder: ["fulfilled: thing", "rejected: error thing"]) }

    Claim("2.2.7.2", "an error that any kind of link throws rejects its child") { scene, promise in
      for link in Link.throwing {
        let child = link.attach(to: promise, in: scene) { throw Failure("of \(link)") }
        scene.listen(to: child, as: "\(link)")
      }
    }.says { scene in
      let heard = Link.throwing.map { $0.handles(scene.end) ? "error of \($0)" : scene.heard }
      return Lines(inAnyOrder: zip(Link.throwing, heard).map { "\($0): \($1)" })
    }
  }
}
