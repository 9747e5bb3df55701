// Of two uploads, the server refuses one and the user cancels the
// other. Which outcome counts, and which handlers run?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let errorAndCancel = Demo(
    "error-and-cancel", "an error and a cancellation",
    teaches: "the first one counts, whether error or cancellation",
    from: "Bolts BFTask.m, Task+WhenAll.swift; rules 8 and 10",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("refuse", 20, "when the first upload is refused"),
      .milliseconds("cancel", 40, "when the user cancels the second"),
    ],
    variants: [
      Variant(
        "cancelled", "the user is faster", ["refuse=60"],
        lints: ["rejection-lost"])
    ],
    accessing: .nothing
  ) { knobs in
    let context = CancelContext()
    after(label: "tap", knobs.milliseconds("cancel"))
      .done(label: "stop", on: .main) { context.cancel() }

    let first = net.async(.promise, label: "first") {
      work(for: knobs.milliseconds("refuse"))
      throw Refused()
    }
    let second = context.run {
      after(label: "second", .milliseconds(100))
    }
    second.done(label: "count", on: .main) {
      note("the second is sent")
    }

    return when(label: "both", fulfilled: first, second)
      .cancelled(label: "hide", on: .main) {
        note("hidden, without a word")
      }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
      .finally(label: "tidy up", on: .main) { note("tidy") }
  }
}

private struct Refused: Error {}
