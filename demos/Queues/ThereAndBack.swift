// One link is sent to the background; the next one names no queue.
// Does it stay where the last one was?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let thereAndBack = Demo(
    "there-and-back", "there and back",
    teaches: "a queue that is named on one link is not inherited",
    from: "JPromise onQueue:j_then, j_thenAsync; rule 5",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .milliseconds("parse", 30, "how long parsing takes"),
    ],
    touching: .nothing
  ) { knobs in
    net.async(.promise, "fetch") {
      work(for: knobs.milliseconds("fetch"))
      return "tea,milk,bread"
    }
    .map("parse", on: .background) { text in
      work(for: knobs.milliseconds("parse"))
      return text.split(separator: ",").count
    }
    .get("count") { note("\($0) items") }
    .done("store", on: net) { note("stored \($0)") }
    .done("show") { note("shown") }
    .catch("alert") { note("alert \($0)") }
  }
}
