import PromiseKitLite
import TestSupport
import Testing

extension Claim {
  /// Promises/A+ 2.3.1: a promise that is resolved with itself is rejected.
  @ClaimTable static var cycles: [Claim] {
    Claim("2.3.1", "it is rejected if either of its handlers returns it") { scene, promise in
      let child = scene.react(to: promise) { scene.slot.take() }
      scene.slot.put(child)
      scene.listen(to: child, as: "child")
    }.says { _ in ["child: error \(PMKError.returnedSelf)"] }

    Claim("2.3.1", "it is rejected if its then or its recover returns it") { scene, promise in
      let child =
        scene.end == .fulfilled
        ? promise.then(on: scene.queue) { _ in scene.slot.take() }
        : promise.recover(on: scene.queue) { _ in scene.slot.take() }
      scene.slot.put(child)
      scene.listen(to: child, as: "child")
    }.says { _ in ["child: error \(PMKError.returnedSelf)"] }

    Claim("2.3.1", "it is rejected if its resolver is called with it") { scene, other in
      let (promise, seal) = Promise<Int>.pending()
      scene.listen(to: promise, as: "promise")
      scene.react(to: other) { seal.resolve(promise) }
    }.says { _ in ["promise: error \(PMKError.returnedSelf)"] }

    for count in [2, 3, 10] {
      Claim("2.3.1", "so is each in a cycle of \(count)", for: [.fulfilled]) { scene, promise in
        let slots = (0..<count).map { _ in Slot() }
        for index in 0..<count {
          let next = slots[(index + 1) % count]
          let child = promise.then(on: scene.queue) { _ in next.take() }
          slots[index].put(child)
          scene.listen(to: child, as: "child")
        }
      }.says { _ in Lines(Array(repeating: "child: error \(PMKError.returnedSelf)", count: count)) }
    }
  }

  /// Promises/A+ 2.3.2: a promise that is resolved with another one adopts its state.
  @ClaimTable static var adoptions: [Claim] {
    for adoption in Adoption.allCases {
      Claim("2.3.2.1", "pending while the inner one is: \(adoption)", in: .later) { scene, inner in
        let outer = adoption.promise(of: inner, in: scene)
        scene.slot.put(outer)
        scene.listen(to: outer, as: "outer")
      }.settled { scene, seal in
        scene.remarkState(of: scene.slot.take())
        scene.settle(seal)
      }.says { ["pending", "outer: \($0.heard)"] }

      Claim("2.3.2.1", "pending forever, if necessary: \(adoption)", in: .worlds) { scene, inner in
        let outer = adoption.promise(of: inner, in: scene)
        scene.listen(to: outer, as: "never")
        scene.later(on: scene.queue) { for each in [inner, outer] { scene.remarkState(of: each) } }
      }.settled { _, _ in }.says { _ in ["pending", "pending"] }

      Claim("2.3.2.2/2.3.2.3", "it settles as the inner one does: \(adoption)") { scene, inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "outer")
      }.says { ["outer: \($0.heard)"] }

      Claim("2.3.2.2/2.3.2.3", "several adopt one with a handler: \(adoption)") { scene, inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "first")
        scene.listen(to: inner, as: "inner")
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "second")
      }.says { Lines(inAnyOrder: $0.heard(by: "first", "inner", "second")) }
    }

    Claim("2.3.2.1", "no other code settles it in the meantime") { scene, inner in
      let (outer, seal) = Promise<Thing>.pending()
      seal.resolve(inner)
      scene.listen(to: outer, as: "outer")
      scene.tryAgain(seal)
      scene.later(on: scene.queue) { scene.tryAgain(seal) }
      scene.perform(on: scene.other) { scene.tryAgain(seal) }
    }.says { ["outer: \($0.heard)"] }
  }

  /// Promises/A+ 2.3.3: a promise that is resolved with a thenable of another kind.
  ///
  /// What is required for an object with a `then` applies here to its equivalents: a Guarantee,
  /// which is another kind of Thenable, and the Resolver, which is the two functions that such a
  /// `then` receives.
  @ClaimTable static var thenables: [Claim] {
    Claim("2.3.3.3", "a guarantee is adopted as well", for: [.fulfilled]) { scene, promise in
      // It settles as the circumstance says, through a promise that cannot fail.
      let guarantee = promise.recover(on: scene.queue) { _ in Guarantee.value(Thing()) }
      for adoption in Adoption.allCases {
        scene.listen(to: adoption.promise(of: guarantee, in: scene), as: "\(adoption)")
      }
      let other = Guarantee.value(0).then(on: scene.queue) { _ in guarantee }
      scene.listen(to: Promise(other), as: "guarantee")
    }.says { scene in
      Lines(inAnyOrder: scene.heard(by: "guarantee") + Adoption.allCases.map { "\($0): thing" })
    }

    Claim("2.3.3.3.1", "through several promises, it settles like the last one") { scene, inner in
      let outer = Adoption.allCases.reduce(inner) { $1.promise(of: $0, in: scene) }
      scene.listen(to: outer, as: "outer")
    }.says { ["outer: \($0.heard)"] }

    Claim("2.3.3.3.1/2.3.3.3.2", "a body settles with a value or an error") { scene, promise in
      scene.listen(to: promise, as: "promise")
      scene.listen(toBody: { scene.settle($0) })
    }.settled { scene, seal in
      seal.resolve(scene.end == .fulfilled ? .success(scene.thing) : .failure(scene.thing))
    }.says { Lines(inAnyOrder: $0.heard(by: "promise", "body", "body on a queue")) }

    for (first, second, isApart) in Resolution.pairs {
      Claim(
        "2.3.3.3.3", "the first of two counts: \(first), \(isApart ? "later" : "then") \(second)"
      ) { scene, promise in
        scene.listen(to: promise, as: "promise")
      }.settled { scene, seal in
        let (inner, innerSeal) = Promise<Thing>.pending()
        let resolve: @Sendable () -> Void = { second.resolve(seal, with: inner) }
        first.resolve(seal, with: inner)
        if isApart { scene.later(on: scene.other, resolve) } else { resolve() }
        scene.repeatedly({}, then: { scene.settle(innerSeal) })
      }.says { ["promise: \(first.heard(in: $0))"] }
    }

    for adoption in Adoption.allCases {
      Claim("2.3.3.3.3", "so does that of an adopted promise: \(adoption)") { scene, inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "outer")
      }.settled { scene, seal in
        scene.repeatedly {
          for end in [scene.end, scene.end.other] { scene.settle(seal, end) }
        }
      }.says { ["outer: \($0.heard)"] }
    }

    for resolution in Resolution.allCases {
      Claim("2.3.3.3.4.1", "what a body throws after \(resolution) is ignored") { scene, inner in
        scene.listen { seal in
          resolution.resolve(seal, with: inner)
          throw Failure("too late")
        }
      }.says { scene in
        let heard = resolution.heard(in: scene)
        return Lines(inAnyOrder: ["body: \(heard)", "body on a queue: \(heard)"])
      }
    }

    Claim("2.3.3.3.4.2", "what it throws before rejects; the rest is ignored") { scene, promise in
      scene.react(to: promise) {
        scene.listen { seal in
          scene.later(on: scene.other) { scene.tryAgain(seal) }
          throw Failure("y")
        }
        scene.listen(to: firstly { () throws -> Promise<Int> in throw Failure("y") }, as: "firstly")
      }
    }.says { _ in
      Lines(inAnyOrder: ["body: error y", "body on a queue: error y", "firstly: error y"])
    }

    Claim("2.3.3.4, 2.3.4", "any other object is a value", for: [.fulfilled]) { scene, promise in
      let queue = scene.queue
      let failure = Result<Int, any Error>.failure(Failure("r"))
      scene.listen(to: scene.react(to: promise) { scene.thing }, as: "thing with a then")
      scene.listen(to: promise.map(on: queue) { _ in scene.thing }, as: "map")
      scene.listen(to: promise.map(on: queue) { _ in Failure("e") as any Error }, as: "error")
      scene.listen(to: promise.map(on: queue) { _ in failure }, as: "result")
      promise.map(on: queue) { _ in { @Sendable (number: Int) in number + 1 } }
        .done(on: queue) { add in scene.say("function: \(add(2))") }
        .ended()
    }.says { _ in
      ["thing with a then: thing", "map: thing", "error: e", "result: failure(r)", "function: 3"]
    }
  }

  /// Promises/A+ 2.3.4: a promise that is resolved with anything else is fulfilled with it.
  @ClaimTable static var values: [Claim] {
    Claim("2.3.4", "whatever either handler returns is the value") { scene, promise in
      func pass<Value: Equatable & Sendable>(_ value: Value) {
        scene.react(to: promise) { value }
          .done(on: scene.queue) { scene.say($0 == value ? "\(value)" : "not \(value)") }
          .ended()
      }
      let values: [any Equatable & Sendable] = [
        Int?.none, false, 0, "", [String](), Int??.some(nil), Failure("a value"), -Double.infinity,
      ]
      for value in values { pass(value) }
      scene.listen(to: scene.react(to: promise) {}, as: "void")
    }.says { _ in
      ["nil", "false", "0", "", "[]", "Optional(nil)", "a value", "-inf", "void: ()"]
    }
  }
}
