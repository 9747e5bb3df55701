// The near server answers first and wins the race. Does the other
// server know that it can stop?

import Dispatch
import PromiseKitLite

private let near = DispatchQueue(label: "near")
private let far = DispatchQueue(label: "far")

extension Demo {
  static let losers = Demo(
    "losers", "losers",
    teaches: "winning a race does not stop the losers",
    from: "PromiseKit #227, #659; rule 8",
    queues: [.serial("near"), .serial("far")],
    knobs: [
      .milliseconds("near", 20, "how long near takes"),
      .milliseconds("far", 60, "how long far takes for each half"),
      .flag("stop", false, "whether the winner stops the other"),
    ],
    variants: [
      Variant("stopped", "the winner cancels the loser", ["stop=yes"])
    ],
    lints: ["loser-keeps-running"], accessing: .nothing
  ) { knobs in
    let context = CancelContext()

    let one = near.async(.promise, label: "near") {
      work(for: knobs.milliseconds("near"))
      return "from near"
    }
    let other = far.async(.promise, label: "half") {
      work(for: knobs.milliseconds("far"))
    }
    .until(label: "wanted", context)
    .map(label: "far", on: far) {
      work(for: knobs.milliseconds("far"))
      note("far has done all the work")
      return "from far"
    }

    return race(label: "first", fulfilled: one, other)
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
      .finally(label: "stop", on: .main) {
        if knobs.flag("stop") { context.cancel() }
      }
  }
}
