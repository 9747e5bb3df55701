// The server refuses before the time is up. Which one wins: the first
// that settles, or the first that succeeds?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let firstSettled = Demo(
    "race", "race",
    teaches: "the first to settle wins, and that can be a rejection",
    from: "PromiseKit race, google race, Bolts whenAny; rule 8",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("a", 10, "how long the server takes"),
      .milliseconds("b", 30, "when the cached page is shown anyway"),
      .answer("answer", ["fail", "ok"], "how the server answers"),
      .answer("first", ["settled", "fulfilled"], "which one wins"),
    ],
    variants: [
      Variant(
        "fulfilled", "the first success wins", ["first=fulfilled"]),
      Variant("ok", "the server has the page", ["answer=ok"]),
    ],
    accessing: .nothing
  ) { knobs in
    let a = net.async(.promise, label: "a") {
      work(for: knobs.milliseconds("a"))
      if knobs.answer("answer", is: "fail") { throw Unavailable() }
    }
    let b = after(label: "b", knobs.milliseconds("b"))
    b.done(label: "cached", on: .main) { note("the cached page") }

    let first =
      knobs.answer("first", is: "settled")
      ? race(label: "first", a, b)
      : race(label: "first", fulfilled: a, b)
    return
      first
      .done(label: "show", on: .main) { note("shown") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private struct Unavailable: Error {}
