// The answer arrives on the network's queue; the handler names no
// queue. Does it run there, and inside the call that resolves?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let side = DispatchQueue(label: "side")

extension Demo {
  static let defaultMain = Demo(
    "default-main", "main by default",
    teaches: "a handler that names no queue runs on main, later",
    from: "PromiseKit conf.Q, google's default; rules 2 and 5",
    queues: [.serial("net"), .serial("side")],
    knobs: [
      .milliseconds("answer", 20, "how long the answer takes"),
      .answer(
        "default", ["main", "side", "inline"], "the default queue"),
    ],
    variants: [
      Variant("side", "another default", ["default=side"]),
      Variant("inline", "no queue by default", ["default=inline"]),
    ],
    accessing: .nothing
  ) { knobs in
    if knobs.answer("default", is: "side") {
      conf.Q = (map: side, return: side)
    }
    if knobs.answer("default", is: "inline") {
      conf.Q = (map: nil, return: nil)
    }

    let answer = Promise<Int>.pending(label: "answer")
    after(label: "sent", knobs.milliseconds("answer"))
      .done(label: "receive", on: net) {
        note("resolving")
        answer.resolver.fulfill(42)
        note("resolved")
      }

    return answer.promise
      .done(label: "show") {
        note("shown \($0)")
        work(for: .milliseconds(10))
      }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
