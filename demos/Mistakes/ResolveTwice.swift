// Two paths resolve the same promise, one with a value and one with
// an error. Which of them counts, and is the other one reported?

import Dispatch
import PromiseKitLite

extension Demo {
  static let resolveTwice = Demo(
    "resolve-twice", "resolve twice",
    teaches: "the first resolution counts; later ones are ignored",
    from: "Promises/A+ 2.1.2, 2.1.3; Bolts trySet; rule 1",
    knobs: [
      .milliseconds("value", 20, "when it is fulfilled"),
      .milliseconds("error", 40, "when it is rejected"),
      .answer(
        "with", ["resolve", "try"], "which form the paths use"),
    ],
    variants: [
      Variant(
        "error-first", "the error comes first", ["error=10"],
        lints: ["resolved-again"]),
      Variant(
        "try", "both paths ask whether they counted", ["with=try"],
        lints: ["resolved-again"]),
    ],
    lints: ["resolved-again"],
    accessing: .nothing
  ) { knobs in
    let (answer, seal) = Promise<String>.pending(label: "answer")
    let asks = knobs.answer("with", is: "try")

    after(label: "first path", knobs.milliseconds("value"))
      .done(label: "fulfill") {
        guard asks else { return seal.fulfill("yes") }
        note("the value counted: \(seal.tryFulfill("yes"))")
      }
    after(label: "second path", knobs.milliseconds("error"))
      .done(label: "reject") {
        guard asks else { return seal.reject(Refused()) }
        note("the error counted: \(seal.tryReject(Refused()))")
      }
    return
      answer
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private struct Refused: Error {}
