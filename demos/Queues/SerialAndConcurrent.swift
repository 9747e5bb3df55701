// The same three jobs on a queue that runs one at a time, and on one
// that runs two. When does each job end?

import Dispatch
import PromiseKitLite

private let one = DispatchQueue(label: "one")
private let two = DispatchQueue(label: "two", attributes: .concurrent)

extension Demo {
  static let serialAndConcurrent = Demo(
    "serial-and-concurrent", "serial and concurrent",
    teaches:
      "a serial queue keeps the order; a concurrent one does not",
    from: "Dispatch; PromiseKit #622, #652; rule 3",
    queues: [.serial("one"), .concurrent("two", width: 2)],
    knobs: [
      .answer(
        "queue", ["serial", "concurrent"], "where the jobs run")
    ],
    variants: [
      Variant(
        "concurrent", "two jobs at a time", ["queue=concurrent"])
    ],
    accessing: .nothing
  ) { knobs in
    let queue = knobs.answer("queue", is: "serial") ? one : two
    let start = after(label: "start", .milliseconds(10))
    return when(
      label: "all",
      guarantees: [
        job("long", for: .milliseconds(50), after: start, on: queue),
        job("short", for: .milliseconds(20), after: start, on: queue),
        job("last", for: .milliseconds(10), after: start, on: queue),
      ]
    )
    .done(label: "end", on: .main) { note("all done") }
  }
}

private func job(
  _ name: String, for time: DispatchTimeInterval,
  after start: Guarantee<Void>, on queue: DispatchQueue
) -> Guarantee<Void> {
  start
    .done(label: name, on: queue) { work(for: time) }
    .done(label: "\(name) is over", on: .main) {
      note("\(name) is over")
    }
}
