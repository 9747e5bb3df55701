// A program keeps a promise and its resolver, but never calls the
// resolver. How can you tell that from a long wait?

import Dispatch
import PromiseKitLite

extension Demo {
  static let neverResolved = Demo(
    "never-resolved", "never resolved",
    teaches: "pending, and nothing is left that could resolve it",
    from: "PromiseKit pending(); Promises/A+ 2.1.1; rule 1",
    knobs: [
      .milliseconds("tap", 20, "when the user taps"),
      .answer("tap-on", ["outside", "ok", "cancel"], "where"),
    ],
    variants: [
      Variant("ok", "the user taps ok", ["tap-on=ok"]),
      Variant("cancel", "the user taps cancel", ["tap-on=cancel"]),
    ],
    lints: ["never-settles"],
    ends: .pending,
    accessing: .nothing
  ) { knobs in
    let (name, seal) = Promise<String>.pending(label: "name")

    name
      .done(label: "greet") { note("hello \($0)") }
      .ensure(label: "close") { note("closed") }
      .catch(label: "alert") { note("alert \($0)") }

    after(label: "dialog", knobs.milliseconds("tap"))
      .done(label: "tap") {
        note("tapped")
        if knobs.answer("tap-on", is: "ok") { seal.fulfill("Ada") }
        if knobs.answer("tap-on", is: "cancel") {
          seal.reject(PMKError.cancelled)
        }
        // A tap outside hides the dialog without calling seal.
      }
    return name
  }
}
