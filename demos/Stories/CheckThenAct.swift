// One piece is left, and two orders arrive at the same instant. Every
// link runs on the serial queue of the stock: is that enough?

import Dispatch
import PromiseKitLite
import Synchronization

private let shop = DispatchQueue(label: "shop")

extension Demo {
  static let checkThenAct = Demo(
    "check-then-act", "check then act",
    teaches: "a serial queue keeps one link whole, but not two",
    from: "rules 3, 4, 5",
    queues: [.serial("shop")],
    knobs: [
      .milliseconds("ann", 10, "when Ann orders"),
      .milliseconds("bob", 10, "when Bob orders"),
    ],
    variants: [
      Variant("bob-later", "Bob orders 10 ms later", ["bob=20"])
    ],
    lints: ["order-depends-on-schedule"],
    // The queues declare that the handlers access the stock.
    accessing: .nothing, expects: ["never note oversold"]
  ) { knobs in
    let stock = Stock()
    return when(
      label: "left",
      fulfilled: [
        order("ann", from: stock, knobs),
        order("bob", from: stock, knobs),
      ])
  }
}

private func order(
  _ name: String, from stock: Stock, _ knobs: Knobs
) -> Guarantee<Int> {
  let queue = shop.accessing("stock")
  return after(label: "\(name) orders", knobs.milliseconds(name))
    .map(label: "check for \(name)", on: queue) { stock.left > 0 }
    .map(label: "take for \(name)", on: queue) { isThere in
      if isThere { stock.take() }
      note(isThere ? "\(name) has one" : "none for \(name)")
      if stock.left < 0 { note("oversold") }
      return stock.left
    }
}

private final class Stock: Sendable {
  private let pieces = Mutex(1)

  var left: Int { pieces.withLock { $0 } }

  func take() { pieces.withLock { $0 -= 1 } }
}
