// Both chains pause. One pauses after the answer, the other before
// the question. What happens if the answer is an error?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let delayed = Demo(
    "delay", "delay",
    teaches: "a delay holds values back, but lets errors pass",
    from: "google/promises delay; JPromise j_delay; rule 6",
    queues: [.concurrent("net", width: 2)],
    knobs: [
      .milliseconds("ask", 20, "how long an answer takes"),
      .milliseconds("hold", 30, "how long an answer is held back"),
      .milliseconds("pause", 40, "how long the other chain waits"),
      .answer("answer", ["yes", "fail"], "what is answered"),
    ],
    variants: [
      Variant("refused", "both requests are refused", ["answer=fail"])
    ],
    accessing: .nothing
  ) { knobs in
    let held = ask("red", knobs)
      .delay(label: "hold", knobs.milliseconds("hold"))
      .done(label: "show red") { note("red: \($0)") }
      .recover(label: "sorry red") { _ in note("red: refused") }

    let later = after(label: "pause", knobs.milliseconds("pause"))
      .then(label: "then ask") { ask("blue", knobs) }
      .done(label: "show blue") { note("blue: \($0)") }
      .recover(label: "sorry blue") { _ in note("blue: refused") }

    return when(label: "both", guarantees: [held, later])
  }
}

private func ask(_ name: String, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "ask \(name)") {
    work(for: knobs.milliseconds("ask"))
    if knobs.answer("answer", is: "fail") { throw Refused() }
    return "yes"
  }
}

private struct Refused: Error {}
