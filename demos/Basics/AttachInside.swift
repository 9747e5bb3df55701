// A handler attaches another handler to the same promise. Does the
// new handler run immediately, or when its turn comes?

import Dispatch
import PromiseKitLite

extension Demo {
  static let attachInside = Demo(
    "attach-inside", "attaching inside a handler",
    teaches: "a handler attached inside a handler waits its turn",
    from: "Promises/A+ 2.2.4, 2.2.6; rules 2, 3; Bolts-Swift, Then",
    knobs: [
      .milliseconds("start", 20, "when the root is fulfilled"),
      .milliseconds("handler", 5, "how long each handler takes"),
    ],
    accessing: .nothing
  ) { knobs in
    let root = after(label: "root", knobs.milliseconds("start"))
    let say = { @Sendable (text: String) in
      note(text)
      work(for: knobs.milliseconds("handler"))
    }

    let a = root.then(label: "A") {
      note("A begins")
      let c = root.done(label: "C") { say("C") }
      say("A ends")
      return c
    }
    let b = root.done(label: "B") { say("B") }

    return when(label: "all", fulfilled: [a, b])
      .done(label: "end") { _ in note("end") }
  }
}
