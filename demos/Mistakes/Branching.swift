// One handler adds the tax to the price, and another one shows it.
// Both are attached to the same promise: with tax or without?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let branching = Demo(
    "branching", "branching",
    teaches: "a handler's result goes only to its own promise",
    from: "JPromise, branching; Promises/A+ 2.2.6, 2.2.7",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("ask", 20, "how long the price takes"),
      .answer("show", ["original", "chain"], "what show follows"),
    ],
    variants: [
      Variant("chained", "show follows add tax", ["show=chain"])
    ],
    lints: ["broken-branch"],
    accessing: .nothing
  ) { knobs in
    let price = net.async(.promise, label: "price") {
      work(for: knobs.milliseconds("ask"))
      return 100
    }
    let taxed = price.map(label: "add tax") { $0 + 20 }

    let shown = knobs.answer("show", is: "chain") ? taxed : price
    return
      shown
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
