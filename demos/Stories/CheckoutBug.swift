// The order is saved and then audited; the cart is prepared and then
// rendered, all on main. Both chains reach main at the same instant.
// Can a receipt be rendered before it is saved?

import Dispatch
import PromiseKitLite
import Synchronization

private let net = DispatchQueue(label: "net")
private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let checkoutBug = Demo(
    "checkout-bug", "checkout bug",
    teaches: "two chains that meet on one queue have no order",
    from: "rules 3, 4, 5; PromiseKit #764",
    queues: [.serial("net"), .serial("disk")],
    knobs: [
      .milliseconds("order", 50, "how long the order takes on net"),
      .milliseconds("cart", 50, "how long the cart takes on disk"),
    ],
    variants: [
      Variant("cart-later", "the cart is slower", ["cart=60"]),
      Variant("cart-sooner", "the cart is faster", ["cart=40"]),
    ],
    lints: ["order-depends-on-schedule"],
    // Main accesses the receipt; net and disk share no state.
    accessing: .nothing, expects: ["save before render"]
  ) { knobs in
    let receipt = Receipt()
    let main = DispatchQueue.main.accessing("receipt")

    _ = net.async(.promise, label: "order") {
      work(for: knobs.milliseconds("order"))
    }
    .done(label: "save", on: main) { receipt.save("receipt r1") }
    .done(label: "audit", on: .main) { note("audit") }

    return disk.async(.promise, label: "cart") {
      work(for: knobs.milliseconds("cart"))
    }
    .done(label: "prepare", on: .main) { note("prepare") }
    .map(label: "render", on: main) { receipt.render() }
  }
}

private final class Receipt: Sendable {
  private let text = Mutex("no receipt")

  func save(_ text: String) {
    note("save")
    self.text.withLock { $0 = text }
  }

  func render() -> String {
    note("render")
    return text.withLock { $0 }
  }
}
