// A price is shown as soon as it is there, and a spinner turns until
// then. From the cache it is there at once. Does the spinner stop?

import Dispatch
import PromiseKitLite
import Synchronization

private let net = DispatchQueue(label: "net")

extension Demo {
  static let zalgo = Demo(
    "zalgo", "zalgo",
    teaches: "inline now and then: the caller has no order",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("tap", 10, "when somebody asks for the price"),
      .milliseconds("prefetch", 10, "when the cache gets it"),
    ],
    // What reads or fills the cache says so.
    touching: .nothing, expects: ["spinner on before spinner off"]
  ) { knobs in
    let cache = Cache()
    let tap = after("tap", knobs.milliseconds("tap"))

    _ = after("prefetch", knobs.milliseconds("prefetch"))
      .done("fill", on: .immediate.touching("cache")) {
        cache.fill(7)
      }

    return tap.then("ask", on: .main.touching("cache")) {
      let shown = price(cache)
        .done("show", on: nil) { _ in note("spinner off") }
      note("spinner on")
      return shown
    }
  }
}

private func price(_ cache: Cache) -> Promise<Int> {
  if let price = cache.price { return .value("cached", price) }
  return net.async(.promise, "fetched") {
    work(for: .milliseconds(5))
    return 7
  }
}

private final class Cache: Sendable {
  private let content = Mutex<Int?>(nil)

  var price: Int? { content.withLock { $0 } }

  func fill(_ price: Int) { content.withLock { $0 = price } }
}
