// A handler takes 150 ms and runs on main. What does a user notice
// who taps during that time?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let side = DispatchQueue(label: "side")

extension Demo {
  static let slowMain = Demo(
    "slow-main", "a slow block on main",
    teaches: "a slow handler on main delays everything on main",
    from: "rule 5; PromiseKit #635, #743",
    queues: [.serial("net"), .serial("side")],
    knobs: [
      .milliseconds("parse", 150, "how long parsing takes"),
      .milliseconds("tap", 100, "when the user taps"),
      .answer("queue", ["main", "side"], "where parsing runs"),
    ],
    variants: [
      Variant("side", "parsing runs on another queue", ["queue=side"])
    ],
    lints: ["slow-handler"], accessing: .nothing
  ) { knobs in
    after(label: "tap", knobs.milliseconds("tap"))
      .done(label: "highlight", on: .main) {
        note("the button lights up")
      }

    return net.async(.promise, label: "fetch") {
      work(for: .milliseconds(20))
      return "tea,milk,bread"
    }
    .map(
      label: "parse",
      on: knobs.answer("queue", is: "main") ? .main : side
    ) {
      work(for: knobs.milliseconds("parse"))
      return $0.split(separator: ",").count
    }
    .done(label: "show", on: .main) { note("\($0) items") }
    .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}
