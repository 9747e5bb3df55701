// One callback asks for four things to be done later, each by other
// means. In which order are they done?

import Dispatch
import PromiseKitLite

extension Demo {
  static let nextTick = Demo(
    "next-tick", "next tick",
    teaches: "one queue has one order; node has several queues",
    from: "node process.nextTick and setImmediate; rules 2 and 5",
    knobs: [
      .milliseconds("start", 20, "when the callback runs"),
      .answer("tick", ["inline", "main"], "where the tick runs"),
    ],
    variants: [
      Variant("main", "the tick is queued as well", ["tick=main"])
    ],
    accessing: .nothing
  ) { knobs in
    after(label: "start", knobs.milliseconds("start"))
      .then(label: "callback") {
        note("callback begins")
        let timeout = after(label: "timer", .milliseconds(1))
          .done(label: "timeout") { note("timeout") }
        let immediate = DispatchQueue.main.async(
          .guarantee, label: "immediate"
        ) { note("immediate") }
        let settled = Guarantee.value(label: "settled", 1)
        let promise = settled.done(label: "promise") { _ in
          note("promise")
        }
        let isInline = knobs.answer("tick", is: "inline")
        let tick = settled.done(
          label: "tick", on: isInline ? nil : .main
        ) { _ in note("tick") }
        note("callback ends")
        return when(
          label: "all",
          guarantees: [timeout, immediate, promise, tick])
      }
  }
}
