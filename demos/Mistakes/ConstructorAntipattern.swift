// There is already a promise, and a second one is wrapped around it
// by hand. What is lost between the inner and the outer promise?

import Dispatch
import PromiseKitLite

extension Demo {
  static let constructorAntipattern = Demo(
    "constructor-antipattern", "promise constructor antipattern",
    teaches: "a promise wrapped by hand misses one of its outcomes",
    from: "PromiseKit #1119, doubling; rules 7, 10, 11",
    knobs: [
      .milliseconds("load", 20, "how long the page takes"),
      .milliseconds("close", 60, "when the user closes the page"),
      .answer("form", ["wrapped", "plain"], "how it is written"),
    ],
    variants: [
      Variant(
        "cancelled", "the user closes the page early", ["close=10"],
        lints: ["freed-while-pending"]),
      Variant("plain", "nothing is wrapped", ["form=plain"]),
      Variant(
        "plain-cancelled", "the same, and the page is closed early",
        ["form=plain", "close=10"]),
    ],
    lints: ["needless-wrapping"]
  ) { knobs in
    let user = CancelContext()
    let isPlain = knobs.answer("form", is: "plain")

    (isPlain ? load(knobs, user) : wrapped(knobs, user))
      .done(label: "show") { note("shown \($0)") }
      .ensure(label: "hide spinner") { note("spinner hidden") }
      .catch(label: "alert") { note("alert \($0)") }

    return after(label: "close", knobs.milliseconds("close"))
      .done(label: "leave") { user.cancel() }
  }
}

private func wrapped(
  _ knobs: Knobs, _ user: CancelContext
) -> Promise<String> {
  Promise(label: "wrapped") { seal in
    load(knobs, user)
      .done(label: "pass value") { seal.fulfill($0) }
      .catch(label: "pass error") { seal.reject($0) }
  }
}

private func load(
  _ knobs: Knobs, _ user: CancelContext
) -> Promise<String> {
  user.run {
    after(label: "bytes", knobs.milliseconds("load"))
      .map(label: "load") { "page" }
  }
}
