// A request for the camera can end in three ways, and one forgets
// the resolver. What happens to the chain that waits for it?

import Dispatch
import PromiseKitLite

extension Demo {
  static let freedPending = Demo(
    "freed-pending", "freed while pending",
    teaches: "without a resolver a chain never ends",
    from: "PromiseKit pendingPromiseDeallocated, #447; rule 11",
    knobs: [
      .milliseconds("tap", 20, "when the user taps"),
      .answer(
        "tap-on", ["later", "allow", "deny"], "what is tapped"),
      .flag("limit", false, "whether the waiting is limited"),
    ],
    variants: [
      Variant("allow", "the user taps allow", ["tap-on=allow"]),
      Variant("deny", "the user taps deny", ["tap-on=deny"]),
      Variant(
        "limited", "the chain waits for 40 ms at most", ["limit=yes"],
        lints: ["freed-while-pending"]),
    ],
    lints: ["freed-while-pending"],
    accessing: .nothing
  ) { knobs in
    let camera = askForCamera(knobs)
    let answer =
      knobs.flag("limit")
      ? camera.timeout(label: "in time", .milliseconds(40)) : camera

    answer
      .done(label: "record") { note("recording") }
      .ensure(label: "close dialog") { note("dialog closed") }
      .catch(label: "alert") { note("alert \($0)") }

    return after(label: "a while", .milliseconds(60))
      .done(label: "look") { note("that is all") }
  }
}

private func askForCamera(_ knobs: Knobs) -> Promise<Void> {
  Promise(label: "camera") { seal in
    after(label: "dialog", knobs.milliseconds("tap"))
      .done(label: "tap") {
        if knobs.answer("tap-on", is: "allow") { seal.fulfill() }
        if knobs.answer("tap-on", is: "deny") {
          seal.reject(Denied())
        }
        // For "later", seal is not called.
      }
  }
}

private struct Denied: Error {}
