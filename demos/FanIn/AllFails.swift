// A promise waits for two inputs, and one of them fails early. When
// is the promise rejected, and what happens to the other input?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let allFails = Demo(
    "all-fails", "all, with a failure",
    teaches: "the first failure rejects; the others continue",
    from: "AYPromise.m, line 275; Bolts' all; rule 8",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("animation", 60, "how long the animation takes"),
      .milliseconds("order", 10, "how long the order takes"),
      .answer(
        "answer", ["fail", "ok"], "how the order ends"),
    ],
    variants: [
      Variant("late", "the failure comes last", ["order=80"]),
      Variant("ok", "nothing fails", ["answer=ok"]),
    ],
    accessing: .nothing
  ) { knobs in
    let animation = after(
      label: "animation", knobs.milliseconds("animation"))
    animation.done(label: "stop", on: .main) {
      note("animation has ended")
    }

    let order = net.async(.promise, label: "order") {
      work(for: knobs.milliseconds("order"))
      if knobs.answer("answer", is: "fail") { throw SoldOut() }
    }

    return when(label: "both", fulfilled: animation, order)
      .done(label: "thank", on: .main) { _ in note("thanks") }
      .catch(label: "sorry", on: .main) { note("sorry, \($0)") }
  }
}

private struct SoldOut: Error {}
