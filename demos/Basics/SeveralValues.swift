// An order is an item and a number. How do two values travel down a
// chain in which each promise has only one?

import Dispatch
import PromiseKitLite

private let shop = DispatchQueue(label: "shop")
private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let severalValues = Demo(
    "several-values", "several values",
    teaches: "several values travel as one tuple",
    from: "JPromise JPromiseArr; PromiseKit PMKManifold; rule 8",
    queues: [.serial("shop"), .serial("disk")],
    knobs: [
      .integer("count", 3, in: 1...9, "how many are ordered"),
      .milliseconds("shop", 20, "how long the shop takes"),
      .milliseconds("disk", 40, "how long the address takes"),
    ],
    variants: [
      Variant("address-first", "the disk is faster", ["disk=10"])
    ],
    accessing: .nothing
  ) { knobs in
    let order: Promise<(String, Int)> =
      shop.async(.promise, label: "pick") {
        work(for: knobs.milliseconds("shop"))
        return ("tea", knobs.integer("count"))
      }
    let priced = order.map(label: "price") { name, count in
      (name, count, count * 4)
    }
    let address: Promise<String> =
      disk.async(.promise, label: "address") {
        work(for: knobs.milliseconds("disk"))
        return "12 Elm Street"
      }

    return when(label: "both", fulfilled: priced, address)
      .done(label: "send") { order, address in
        let (name, count, price) = order
        note("\(count) \(name) for \(price) to \(address)")
      }
      .catch(label: "sorry") { note("sorry, \($0)") }
  }
}
