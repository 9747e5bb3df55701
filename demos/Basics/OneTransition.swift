// The cache, the server and a timer all try to settle the answer.
// Which one takes effect, and what happens to the others?

import Dispatch
import PromiseKitLite

extension Demo {
  static let oneTransition = Demo(
    "one-transition", "one transition",
    teaches: "the first resolution counts; later ones are ignored",
    from: "Promises/A+ 2.1; rule 1; Bolts set and trySet",
    knobs: [
      .milliseconds("cache", 20, "how long the cache takes"),
      .milliseconds("server", 40, "how long the server takes"),
      .milliseconds("limit", 60, "when it is too late"),
    ],
    variants: [
      Variant(
        "server", "the cache is slow", ["cache=50"],
        lints: ["resolved-again"]),
      Variant(
        "too-late", "both are slow", ["cache=70", "server=80"],
        lints: ["resolved-again"]),
    ],
    lints: ["resolved-again"],
    accessing: .nothing
  ) { knobs in
    let (answer, seal) = Promise<String>.pending(label: "answer")

    after(label: "cache", knobs.milliseconds("cache"))
      .done(label: "by cache") {
        let counts = seal.tryFulfill("old news")
        note("cache: \(counts)")
      }
    after(label: "server", knobs.milliseconds("server"))
      .done(label: "by server") {
        let counts = seal.tryFulfill("fresh news")
        note("server: \(counts)")
      }
    after(label: "limit", knobs.milliseconds("limit"))
      .done(label: "by timer") {
        let counts = seal.tryReject(TooLate())
        note("timer: \(counts)")
      }

    return
      answer
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private struct TooLate: Error {}
