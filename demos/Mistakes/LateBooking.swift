// A customer waits for at most 50 ms until a seat is booked. What
// happens to the booking when the time is up?

import Dispatch
import PromiseKitLite

private let desk = DispatchQueue(label: "desk")

extension Demo {
  static let lateBooking = Demo(
    "late-booking", "booked after all",
    teaches: "what a timeout gives up on has its effect later",
    from: "google/promises timeout; Hydra timeout; rules 8, 10",
    queues: [.serial("desk")],
    knobs: [
      .milliseconds("reserve", 80, "how long the desk takes"),
      .milliseconds("limit", 50, "how long the customer waits"),
      .answer("then", ["go-on", "cancel"], "what the limit does"),
    ],
    variants: [
      Variant("in-time", "the desk is quick", ["reserve=30"]),
      Variant("cancelled", "the work is cancelled", ["then=cancel"]),
    ],
    lints: ["runs-after-timeout"],
    accessing: .nothing
  ) { knobs in
    let order = CancelContext()
    let booked = order.run {
      desk.async(.promise, label: "reserve") {
        work(for: knobs.milliseconds("reserve"))
        return 14
      }
      .map(label: "seat") { "seat \($0)" }
      .get(label: "book") { note("booked \($0)") }
    }

    return
      booked
      .timeout(label: "in time", knobs.milliseconds("limit"))
      .done(label: "thank") { note("thanks for \($0)") }
      .catch(label: "sorry") { _ in
        note("sorry, no seat")
        if knobs.answer("then", is: "cancel") { order.cancel() }
      }
  }
}
