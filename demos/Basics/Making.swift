// Six ways to create a promise. When the program reaches its next
// line, which of them have settled, and which bodies have run?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let making = Demo(
    "making", "making promises",
    teaches: "a body runs immediately, or later on a named queue",
    from: "JPromise, google wrap; AYPromise.m, line 160",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("net", 20, "how long the net takes"),
      .answer("two", ["fulfils", "rejects"], "what its body does"),
    ],
    variants: [
      // The other four continue, though they are no longer needed.
      Variant(
        "rejected", "the body of two rejects", ["two=rejects"],
        lints: ["loser-keeps-running"])
    ],
    accessing: .nothing
  ) { knobs in
    let none = Promise<Int>(label: "none", .failure(Broken()))
    let one = Promise(label: "one", .success(1))
    let two = Promise<Int>(label: "two") { seal in
      note("body of two")
      let fails = knobs.answer("two", is: "rejects")
      fails ? seal.reject(Broken()) : seal.fulfill(2)
    }
    let three = Promise<Int>(label: "three", on: net) { seal in
      note("body of three")
      seal.fulfill(3)
    }
    let (four, seal) = Promise<Int>.pending(label: "four")
    ask(knobs) { number, error in seal.resolve(number, error) }
    let (five, other) = Promise<Int>.pending(label: "five")
    other.resolve(four)
    note("made")

    none.cauterize(label: "no matter")
    return when(
      label: "all", fulfilled: [one, two, three, four, five]
    )
    .done(label: "show") { note("\($0)") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}

/// A callback-based function.
private func ask(
  _ knobs: Knobs,
  _ answer: @escaping @Sendable (Int?, Broken?) -> Void
) {
  after(label: "net", knobs.milliseconds("net"))
    .done(label: "call back", on: net) { answer(4, nil) }
}

private struct Broken: Error {}
