// The program continues when the answer arrives, or when its time is
// up. The answer comes early: what happens to the timer then?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let timerLeftBehind = Demo(
    "timer-left-behind", "timer left behind",
    teaches: "a race leaves its timer running; a timeout stops it",
    from: "PromiseKit race, after; google timeout; rule 8",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("answer", 20, "how long the answer takes"),
      .milliseconds("limit", 200, "how long the program waits"),
      .answer("with", ["race", "timeout"], "what limits the waiting"),
    ],
    variants: [
      Variant("timeout", "a timeout limits it", ["with=timeout"]),
      Variant(
        "late", "the answer is too late", ["answer=240"],
        lints: ["loser-keeps-running"]),
    ],
    lints: ["timer-outlives-readers"],
    accessing: .nothing
  ) { knobs in
    let limit = knobs.milliseconds("limit")
    let answer = net.async(.promise, label: "ask") {
      work(for: knobs.milliseconds("answer"))
    }
    let first: Promise<Void> =
      knobs.answer("with", is: "timeout")
      ? answer.timeout(label: "in time", limit)
      : race(label: "first", answer, after(label: "limit", limit))

    return
      first
      .done(label: "continue") { note("going on") }
      .catch(label: "too late") { _ in note("going on without") }
  }
}
