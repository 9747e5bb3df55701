// A server is busy twice, and answers the third time. When does each
// attempt begin, and where do the errors on the way end up?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let retryWithBackOff = Demo(
    "retry", "retry with back-off",
    teaches: "a retry fails with the error of its last attempt",
    from: "google/promises retry; Hydra retry; rule 8",
    queues: [.serial("net")],
    knobs: [
      .integer("failures", 2, in: 0...9, "how many attempts fail"),
      .milliseconds("wait", 10, "how long before the second attempt"),
      .answer("error", ["busy", "missing"], "the error"),
    ],
    variants: [
      Variant("gives-up", "every attempt fails", ["failures=9"]),
      Variant("hopeless", "there is no such page", ["error=missing"]),
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
