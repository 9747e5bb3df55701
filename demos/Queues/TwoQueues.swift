// Two handlers are attached to one promise, each with its own queue.
// The first is slow: does the second wait for it?

import Dispatch
import PromiseKitLite

private let a = DispatchQueue(label: "a")
private let b = DispatchQueue(label: "b")

extension Demo {
  static let twoQueues = Demo(
    "two-queues", "two queues",
    teaches: "handlers wait for their queues, not for one another",
    from: "khanlou/Promise, BrightFutures; rules 3 and 5",
    queues: [.serial("a"), .serial("b")],
    knobs: [
      .milliseconds("slow", 50, "how long the first handler takes"),
      .milliseconds("quick", 10, "how long the second handler takes"),
      .answer(
        "second", ["b", "a"], "the queue of the second handler"),
    ],
    variants: [Variant("one", "one queue for both", ["second=a"])],
    accessing: .nothing
  ) { knobs in
    let page = after(label: "page", .milliseconds(20))

    let slow = page.done(label: "slow", on: a) {
      work(for: knobs.milliseconds("slow"))
    }
    let quick = page.done(
      label: "quick", on: knobs.answer("second", is: "b") ? b : a
    ) {
      work(for: knobs.milliseconds("quick"))
    }
    slow.done(label: "slow is over", on: .main) {
      note("slow is over")
    }
    quick.done(label: "quick is over", on: .main) {
      note("quick is over")
    }

    return when(label: "both", guarantees: [slow, quick])
      .done(label: "end", on: .main) { note("end") }
  }
}
