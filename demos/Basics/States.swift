// A program asks for a price. What does the promise show before the
// answer arrives, when it arrives, and from then on?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let states = Demo(
    "states", "three states",
    teaches: "pending, then permanently fulfilled or rejected",
    from: "Promises/A+ 2.1; rule 1",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("answer", 40, "how long the shop takes"),
      .answer("shop", ["sells", "refuses"], "what the shop says"),
    ],
    variants: [
      Variant("rejected", "the shop says no", ["shop=refuses"])
    ],
    // The handlers share only the promise.
    accessing: .nothing
  ) { knobs in
    let price: Promise<Int> = net.async(.promise, label: "price") {
      work(for: knobs.milliseconds("answer"))
      if knobs.answer("shop", is: "refuses") { throw SoldOut() }
      return 7
    }
    look(at: price, "at first")
    after(label: "20 ms", .milliseconds(20))
      .done(label: "soon") { look(at: price, "soon") }
    after(label: "80 ms", .milliseconds(80))
      .done(label: "late") { look(at: price, "late") }

    return
      price
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "sorry") { note("sorry, \($0)") }
  }
}

private func look(at price: Promise<Int>, _ moment: String) {
  switch price.result {
  case nil: note("\(moment): pending")
  case .success(let value)?: note("\(moment): fulfilled, \(value)")
  case .failure(let error)?: note("\(moment): rejected, \(error)")
  }
}

private struct SoldOut: Error {}
