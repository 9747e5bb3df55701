// A sum is computed in six small steps. Every other step runs on
// main, and no step takes long. Where does the time go?

import Dispatch
import PromiseKitLite

private let side = DispatchQueue(label: "side")

extension Demo {
  static let pingPong = Demo(
    "ping-pong", "ping-pong",
    teaches: "each change of queue means waiting in a queue again",
    from: "rule 5; PromiseKit #1, #133",
    queues: [.serial("side")],
    knobs: [
      .milliseconds("busy", 5, "how long each frame keeps main busy"),
      .answer(
        "odd", ["main", "side"], "where every other step runs"),
    ],
    variants: [Variant("side", "one queue for all", ["odd=side"])],
    lints: ["queue-ping-pong"], accessing: .nothing
  ) { knobs in
    // The screen is drawn on main every ten milliseconds.
    for frame in 1...5 {
      after(label: "frame \(frame)", .milliseconds(10 * frame))
        .done(label: "draw \(frame)", on: .main) {
          work(for: knobs.milliseconds("busy"))
        }
    }

    let other =
      knobs.answer("odd", is: "main") ? DispatchQueue.main : side
    return after(label: "begin", .milliseconds(11))
      .map(label: "one", on: side) { step(0) }
      .map(label: "two", on: other) { step($0) }
      .map(label: "three", on: side) { step($0) }
      .map(label: "four", on: other) { step($0) }
      .map(label: "five", on: side) { step($0) }
      .map(label: "six", on: other) { step($0) }
      .done(label: "show", on: .main) { note("sum \($0)") }
  }
}

private func step(_ sum: Int) -> Int {
  work(for: .milliseconds(6))
  return sum + 1
}
