// A body throws before it resolves its promise, and another one
// throws after that. What becomes of the two errors?

import Dispatch
import PromiseKitLite

extension Demo {
  static let bodyThrows = Demo(
    "body-throws", "a body that throws",
    teaches: "a body that throws rejects, unless it has resolved",
    from: "PromiseKit Promise { seal in }; rules 1 and 9",
    knobs: [
      .answer("order", ["late", "early"], "when the second throws")
    ],
    variants: [
      Variant("both-early", "both throw first", ["order=early"])
    ],
    lints: ["resolved-again"],
    accessing: .nothing
  ) { knobs in
    let first = Promise<Int>(label: "first") { seal in
      note("first body")
      throw Broken()
    }
    let second = Promise<Int>(label: "second") { seal in
      note("second body")
      if knobs.answer("order", is: "late") { seal.fulfill(2) }
      throw Broken()
    }
    note("made")

    return when(
      label: "both",
      guarantees: [show(first, "first"), show(second, "second")])
  }
}

private func show(
  _ promise: Promise<Int>, _ name: String
) -> Guarantee<Void> {
  promise
    .done(label: "\(name) shows") { note("\(name): \($0)") }
    .recover(label: "\(name) alerts") { error in
      note("\(name): alert \(error)")
    }
}

private struct Broken: Error {}
