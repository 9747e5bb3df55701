// A spinner turns while something is loading. Where in the chain do
// you hide it so that it is hidden whatever happens?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let ensureFinally = Demo(
    "ensure-finally", "ensure and finally",
    teaches: "ensure runs in any case and passes on what it received",
    from: "rules 9, 10; AYPromise.m, line 435; google always",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .answer(
        "answer", ["error", "items", "cancelled"],
        "how the fetch ends"),
    ],
    variants: [
      Variant("items", "nothing goes wrong", ["answer=items"]),
      Variant("cancelled", "it is cancelled", ["answer=cancelled"]),
    ],
    accessing: .nothing
  ) { knobs in
    fetch(knobs)
      .ensure(label: "hide spinner") {
        note("spinner hidden")
        work(for: .milliseconds(10))
      }
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
      .finally(label: "log") { note("logged") }
  }
}

private func fetch(_ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "fetch") {
    work(for: knobs.milliseconds("fetch"))
    if knobs.answer("answer", is: "error") { throw Offline() }
    if knobs.answer("answer", is: "cancelled") {
      throw PMKError.cancelled
    }
    return "items"
  }
}

private struct Offline: Error {}
