// This is a server: its main thread sleeps, and nothing runs the main
// queue. The request is answered on net. Does the reply go out?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let pool = DispatchQueue(label: "work")

extension Demo {
  static let nobodyDrainsMain = Demo(
    "nobody-drains-main", "nobody drains main",
    teaches:
      "if nothing runs main, handlers without a queue do not run",
    from: "PromiseKit #979, #627; rule 5",
    queues: [.serial("net"), .serial("work")],
    knobs: [
      .milliseconds("request", 20, "how long the request takes"),
      .answer("queue", ["main", "work"], "where the handlers run"),
    ],
    variants: [
      Variant("work", "the handlers name a queue", ["queue=work"])
    ],
    lints: ["main-queue-not-drained"], ends: .pending,
    drainsMain: false,
    accessing: .nothing
  ) { knobs in
    if knobs.answer("queue", is: "work") {
      conf.Q = (map: pool, return: pool)
    }
    return net.async(.promise, label: "request") {
      work(for: knobs.milliseconds("request"))
      return "tea,milk,bread"
    }
    .map(label: "count", on: net) { $0.split(separator: ",").count }
    .done(label: "reply") { note("replied: \($0) orders") }
    .catch(label: "log") { note("logged \($0)") }
  }
}
