// The price may have arrived before it is requested. Does a handler
// then run immediately, inside the call that attaches it?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let settledOrNot = Demo(
    "settled-or-not", "already settled or not",
    teaches: "a handler runs later, even if the value is there",
    from: "Promises/A+ 2.2.4; rule 2; PMKPromise.m; ResultPromises",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("price", 20, "how long the price takes"),
      .milliseconds("tap", 40, "when the price is requested"),
    ],
    variants: [
      Variant("pending", "it is requested early", ["tap=10"])
    ],
    accessing: .nothing
  ) { knobs in
    let price = net.async(.guarantee, label: "price") {
      work(for: knobs.milliseconds("price"))
      return 7
    }

    return after(label: "tap", knobs.milliseconds("tap"))
      .then(label: "tapped") {
        note(price.isPending ? "pending" : "settled")
        note("attaching")
        let shown = price.done(label: "show") { note("shown \($0)") }
        note("attached")
        return shown
      }
  }
}
