// In which order are the notes printed, and why?
//
// Four handlers are attached to one promise; two of them have
// children. One runs inline, one on its own queue, two on main.

import Dispatch
import PromiseKitLite

private let side = DispatchQueue(label: "side")

extension Demo {
  static let thenOrder = Demo(
    "then-order", "then order",
    teaches: "siblings before grandchildren; inline immediately",
    from: "Promises/A+ 2.2.6; rules 2, 3, 4; PMKPromise.m 1.7.7",
    queues: [.serial("side")],
    knobs: [
      .milliseconds("start", 10, "when the promise is fulfilled"),
      .milliseconds("handler", 2, "how long each handler takes"),
    ],
    accessing: .nothing
  ) { knobs in
    let root = after(label: "root", knobs.milliseconds("start"))
    let say = { @Sendable (text: String) in
      note(text)
      work(for: knobs.milliseconds("handler"))
    }

    let a = root.done(label: "A") { say("A") }
    let b = root.done(label: "B", on: side) { say("B") }
    let c = root.done(label: "C") { say("C") }
    let d = root.done(label: "D", on: nil) { note("D") }
    let a1 = a.done(label: "A1") { say("A1") }
    let c1 = c.done(label: "C1") { say("C1") }
    note("attached")

    return when(label: "everything", fulfilled: [a1, b, c1, d])
      .done(label: "end") { _ in note("end") }
  }
}
