// A timer of zero milliseconds is set, and then handlers are attached
// to a settled promise. What runs first?

import Dispatch
import PromiseKitLite

extension Demo {
  static let microtasksAndTimers = Demo(
    "microtasks-and-timers", "handlers and timers",
    teaches: "a timer of 0 ms only gets its handler into the queue",
    from: "HTML event loop, node's event loop; rules 2 and 5",
    knobs: [
      .milliseconds("timer", 0, "when the timer fires"),
      .milliseconds("handler", 5, "how long a handler takes"),
    ],
    variants: [
      Variant("later", "the timer fires later", ["timer=7"])
    ],
    accessing: .nothing
  ) { knobs in
    let say = { @Sendable (text: String) in
      note(text)
      work(for: knobs.milliseconds("handler"))
    }
    note("begin")
    let timeout = after(label: "timer", knobs.milliseconds("timer"))
      .done(label: "timeout") { say("timeout") }

    let chain = Guarantee.value(label: "settled", 1)
      .done(label: "then 1") { _ in say("then 1") }
      .done(label: "then 2") { say("then 2") }
      .done(label: "then 3") { say("then 3") }
    note("end")

    return when(label: "all", guarantees: [timeout, chain])
  }
}
