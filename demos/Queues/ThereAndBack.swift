// One link runs in the background; the next one names no queue. Does
// it stay where the link before it ran?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let thereAndBack = Demo(
    "there-and-back", "there and back",
    teaches: "a queue named on one link is not inherited by the next",
    from: "JPromise onQueue:j_then, j_thenAsync; rule 5",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .milliseconds("parse", 30, "how long parsing takes"),
    ],
    accessing: .nothing
  ) { knobs in
    net.async(.promise, label: "fetch") {
      work(for: knobs.milliseconds("fetch"))
      return "tea,milk,bread"
    }
    .map(label: "parse", on: .background) { text in
      work(for: knobs.milliseconds("parse"))
      return text.split(separator: ",").count
    }
    .get(label: "count") { note("\($0) items") }
    .done(label: "store", on: net) { note("stored \($0)") }
    .done(label: "show") { note("shown") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}
