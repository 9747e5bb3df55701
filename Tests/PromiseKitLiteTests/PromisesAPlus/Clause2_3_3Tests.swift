import PromiseKitLite
import TestSupport
import Testing

/// What Promises/A+ requires for an object with a `then` applies here to its equivalents: a
/// Guarantee, which is another kind of Thenable, and the Resolver, which is the two functions that
/// such a `then` receives.
@Suite("Promises/A+ 2.3.3: a promise that is resolved with a thenable of another kind")
struct Clause2_3_3Tests {
  @Test("2.3.3.3: a guarantee is adopted as a promise is", arguments: Circumstance.all)
  func guarantee(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let queue = scene.queue
      scene.fulfilled(1) { promise in
        // It is settled as the circumstance says, through a promise that cannot fail.
        let guarantee: Guarantee<Int> = promise.recover(on: queue) { _ in .value(0) }
        let (resolved, seal) = Promise<Int>.pending()
        seal.resolve(guarantee)
        scene.listen(to: resolved, as: "resolved")
        scene.listen(to: Promise(guarantee), as: "made of it")
        scene.listen(to: Promise.value(0).then(on: queue) { _ in guarantee }, as: "then")
        scene.listen(
          to: Promise.value(0).then(
            on: queue, fulfilled: { _ in guarantee }, rejected: { _ in Promise.value(0) }),
          as: "handler of the value")
        scene.listen(
          to: Promise<Int>(error: Failure("y")).recover(on: queue) { _ in Promise(guarantee) },
          as: "recover")
        Guarantee.value(0).then(on: queue) { _ in guarantee }
          .done(on: queue) { scene.say("guarantee: \($0)") }
      }
    }
    #expect(
      said.sorted() == [
        "guarantee: 1", "handler of the value: 1", "made of it: 1", "recover: 1", "resolved: 1",
        "then: 1",
      ])
  }

  @Test(
    "2.3.3.3.1: resolved with a promise that is resolved with a promise, and so on, it settles like the last one",
    arguments: Circumstance.all, End.allCases)
  func nested(_ circumstance: Circumstance, _ end: End) async {
    let said = await circumstance.run { scene in
      scene.settled(end) { inner in
        var outer = inner
        for adoption in Adoption.allCases { outer = adoption.promise(of: outer, in: scene) }
        scene.listen(to: outer, as: "outer")
      }
    }
    #expect(said == ["outer: \(end.heard)"])
  }

  @Test("2.3.3.3.1: a body that fulfills does so with the value", arguments: Circumstance.all)
  func bodyFulfills(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in seal.resolve(.success(1)) }) {
        scene.listen(to: $0, as: "promise")
      }
      scene.listen(to: Promise { $0.fulfill(2) }, as: "body")
      scene.listen(to: Promise(on: scene.queue) { $0.fulfill(3) }, as: "body on a queue")
    }
    #expect(said.sorted() == ["body on a queue: 3", "body: 2", "promise: 1"])
  }

  @Test("2.3.3.3.2: a body that rejects does so with the error", arguments: Circumstance.all)
  func bodyRejects(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in seal.resolve(.failure(Failure("x"))) }) {
        scene.listen(to: $0, as: "promise")
      }
      scene.listen(to: Promise<Int> { $0.reject(Failure("y")) }, as: "body")
      scene.listen(
        to: Promise<Int>(on: scene.queue) { $0.reject(Failure("z")) }, as: "body on a queue")
    }
    #expect(said.sorted() == ["body on a queue: error z", "body: error y", "promise: error x"])
  }

  @Test(
    "2.3.3.3.3: of two resolutions the first counts, of any two kinds, together or separate",
    arguments: Circumstance.all, Resolution.pairs)
  func firstCounts(_ circumstance: Circumstance, _ pair: Resolution.Pair) async {
    let said = await circumstance.run { scene in
      let (inner, innerSeal) = Promise<Int>.pending()
      for isApart in [false, true] {
        scene.promise(settledBy: { seal in
          pair.first.resolve(seal, with: inner)
          guard isApart else { return pair.second.resolve(seal, with: inner) }
          scene.later(on: scene.other) { pair.second.resolve(seal, with: inner) }
        }) { promise in
          scene.listen(to: promise, as: isApart ? "apart" : "together")
        }
      }
      scene.later(on: scene.queue) {
        scene.later(on: scene.queue) { scene.later(on: scene.other) { innerSeal.fulfill(5) } }
      }
    }
    #expect(said.sorted() == ["apart: \(pair.first.heard)", "together: \(pair.first.heard)"])
  }

  @Test(
    "2.3.3.3.3: adopted, a promise that is settled twice counts once, with the first",
    arguments: Circumstance.all, Adoption.allCases)
  func adoptedSettledTwice(_ circumstance: Circumstance, _ adoption: Adoption) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (seal: Resolver<Int>) in
        seal.fulfill(1)
        seal.reject(Failure("late"))
        scene.later(on: scene.other) { seal.fulfill(2) }
      }) { inner in
        scene.listen(to: adoption.promise(of: inner, in: scene), as: "outer")
      }
    }
    #expect(said == ["outer: 1"])
  }

  @Test(
    "2.3.3.3.4.1: an error that a body throws after it has resolved is ignored, also while the adopted promise is pending",
    arguments: Circumstance.all, Resolution.allCases)
  func throwsAfterResolving(_ circumstance: Circumstance, _ resolution: Resolution) async {
    let said = await circumstance.run { scene in
      scene.promise(settledBy: { (innerSeal: Resolver<Int>) in innerSeal.fulfill(5) }) { inner in
        let body: @Sendable (Resolver<Int>) throws -> Void = { seal in
          resolution.resolve(seal, with: inner)
          throw Failure("too late")
        }
        scene.listen(to: Promise { try body($0) }, as: "body")
        scene.listen(to: Promise(on: scene.queue) { try body($0) }, as: "body on a queue")
      }
    }
    #expect(
      said.sorted() == ["body on a queue: \(resolution.heard)", "body: \(resolution.heard)"])
  }

  @Test(
    "2.3.3.3.4.2: an error that a body throws before it has resolved rejects, and its later resolutions are ignored",
    arguments: Circumstance.worlds)
  func throwsBeforeResolving(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let body: @Sendable (Resolver<Int>) throws -> Void = { seal in
        scene.later(on: scene.other) { #expect(!seal.tryFulfill(1)) }
        throw Failure("thrown")
      }
      scene.listen(to: Promise { try body($0) }, as: "body")
      scene.listen(to: Promise(on: scene.queue) { try body($0) }, as: "body on a queue")
      scene.listen(to: firstly { () throws -> Promise<Int> in throw Failure("x") }, as: "firstly")
    }
    #expect(
      said.sorted() == ["body on a queue: error thrown", "body: error thrown", "firstly: error x"])
  }

  @Test(
    "2.3.3.4: an object that is not a Thenable is a value, even if it has a then",
    arguments: Circumstance.all)
  func objectWithThen(_ circumstance: Circumstance) async {
    let said = await circumstance.run { scene in
      let object = HasThen()
      scene.fulfilled(1) { promise in
        promise.map(on: scene.queue) { _ in object }
          .done(on: scene.queue) { scene.say("\($0 === object)") }
          .ended()
        promise.then(on: scene.queue, fulfilled: { _ in object }, rejected: { _ in object })
          .done(on: scene.queue) { scene.say("\($0 === object)") }
          .ended()
      }
    }
    #expect(said == ["true", "true"])
  }
}

/// Something with a `then` that is never called.
private final class HasThen: Sendable {
  func then(_ fulfill: (Int) -> Void, _ reject: (any Error) -> Void) {
    Issue.record("then was called")
  }
}

/// What a resolver can be called with.
enum Resolution: CaseIterable {
  case fulfill, reject, adopt

  struct Pair: Sendable, CustomTestStringConvertible {
    var first: Resolution
    var second: Resolution
    var testDescription: String { "\(first), then \(second)" }
  }

  static let pairs = allCases.flatMap { first in
    allCases.map { Pair(first: first, second: $0) }
  }

  func resolve(_ seal: Resolver<Int>, with inner: Promise<Int>) {
    switch self {
    case .fulfill: seal.fulfill(1)
    case .reject: seal.reject(Failure("x"))
    case .adopt: seal.resolve(inner)
    }
  }

  /// What a handler then receives; `inner` is fulfilled with 5.
  var heard: String {
    switch self {
    case .fulfill: "1"
    case .reject: "error x"
    case .adopt: "5"
    }
  }
}
