// Two chains begin together. In one, a handler returns a promise
// that has already settled. How many turns does that cost?

import Dispatch
import PromiseKitLite

extension Demo {
  static let adoptionTicks = Demo(
    "adoption-ticks", "what adoption costs",
    teaches: "adopting a settled promise costs no turn of its own",
    from: "ECMAScript, NewPromiseResolveThenableJob; rules 4 and 7",
    knobs: [
      .milliseconds("start", 20, "when both chains begin"),
      .answer("returns", ["promise", "value"], "what is returned"),
    ],
    variants: [
      Variant("value", "a value is returned", ["returns=value"])
    ],
    accessing: .nothing
  ) { knobs in
    let start = after(label: "start", knobs.milliseconds("start"))

    let page: Promise<String> =
      knobs.answer("returns", is: "promise")
      ? start.then(label: "adopt") {
        Promise.value(label: "settled", "adopted")
      }
      : start.map(label: "adopt") { "adopted" }
    let adopted = page.done(label: "show") { note($0) }

    let counted = start.done(label: "1") { note("1") }
      .done(label: "2") { note("2") }
      .done(label: "3") { note("3") }
      .done(label: "4") { note("4") }

    return when(label: "both", fulfilled: adopted, counted)
      .done(label: "end") { _ in note("end") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
