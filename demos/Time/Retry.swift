// A server is busy twice, and answers the third time. When does each
// attempt begin, and who hears of the errors on the way?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let retryWithBackOff = Demo(
    "retry", "retry with back-off",
    teaches: "the error of the last attempt is the error of all",
    from: "google/promises retry; Hydra retry; rule 8",
    queues: [.serial("net")],
    knobs: [
      .integer("failures", 2, in: 0...9, "how often it goes wrong"),
      .milliseconds("wait", 10, "how long before the second attempt"),
      .answer("error", ["busy", "missing"], "what goes wrong"),
    ],
    variants: [
      Variant("gives-up", "it goes wrong each time", ["failures=9"]),
      Variant("hopeless", "the page is not there", ["error=missing"]),
    ],
    accessing: .nothing
  ) { knobs in
    retrying(
      label: "page", times: 4, delay: knobs.milliseconds("wait"),
      backOff: 2,
      while: { error, _ in error is Busy }
    ) { attempt in
      get(attempt, knobs)
    }
    .done(label: "show") { note("shown \($0)") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}

private func get(_ attempt: Int, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "GET \(attempt)") {
    work(for: .milliseconds(5))
    if attempt > knobs.integer("failures") { return "page" }
    if knobs.answer("error", is: "missing") { throw Missing() }
    throw Busy()
  }
}

private struct Busy: Error {}
private struct Missing: Error {}
