// The bank answers just when the time is up. Which of them wins, and
// is a late payment undone?

import Dispatch
import PromiseKitLite

private let bank = DispatchQueue(label: "bank")

extension Demo {
  static let raceAgainstTimeout = Demo(
    "race-against-timeout", "race against timeout",
    teaches: "a timeout ends the waiting, not the work",
    from: "google/promises timeout; Hydra, Then timeout; rule 8",
    queues: [.serial("bank")],
    knobs: [
      .milliseconds("answer", 100, "how long the bank takes"),
      .milliseconds("timeout", 100, "when the time is up"),
    ],
    variants: [
      Variant("in-time", "there is enough time", ["timeout=120"]),
      Variant(
        "too-late", "the bank is too slow", ["timeout=80"],
        lints: ["runs-after-timeout"]),
    ],
    // The handlers share no state other than the promises.
    accessing: .nothing, expects: ["never note sorry"]
  ) { knobs in
    let payment = bank.async(.promise, label: "pay") {
      work(for: knobs.milliseconds("answer"))
    }
    _ = payment.done(label: "book") { note("charged") }

    return
      payment
      .timeout(label: "in time", knobs.milliseconds("timeout"))
      .done(label: "thank") { note("thanks") }
      .catch(label: "too late") { _ in note("sorry") }
  }
}
