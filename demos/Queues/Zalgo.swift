// A price is shown as soon as it arrives, and a spinner turns until
// then. A cached price arrives immediately. Does the spinner stop?

import Dispatch
import PromiseKitLite
import Synchronization

private let net = DispatchQueue(label: "net")

extension Demo {
  static let zalgo = Demo(
    "zalgo", "zalgo",
    teaches: "a handler that is sometimes inline has no fixed order",
    from: "Promises/A+ 2.2.4; PromiseKit #22, #1110; rule 2",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("tap", 10, "when the price is requested"),
      .milliseconds("prefetch", 10, "when the cache is filled"),
      .answer(
        "show", ["inline", "main"], "where the price is shown"),
    ],
    variants: [
      Variant(
        "main", "the price is always shown later", ["show=main"])
    ],
    lints: ["inline-sometimes"],
    expects: ["spinner on before spinner off"]
  ) { knobs in
    let cache = Cache()
    let tap = after(label: "tap", knobs.milliseconds("tap"))
    _ = after(label: "prefetch", knobs.milliseconds("prefetch"))
      .done(label: "fill", on: nil) { cache.fill(7) }

    return tap.then(label: "ask") { showPrice(1, cache, knobs) }
      .then(label: "pause") {
        after(label: "again", .milliseconds(25))
      }
      .then(label: "ask again") { showPrice(2, cache, knobs) }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func showPrice(
  _ time: Int, _ cache: Cache, _ knobs: Knobs
) -> Promise<Void> {
  let isInline = knobs.answer("show", is: "inline")
  let shown = price(time, cache)
    .done(label: "show \(time)", on: isInline ? nil : .main) { _ in
      note("spinner off")
    }
  note("spinner on")
  return shown
}

private func price(_ time: Int, _ cache: Cache) -> Promise<Int> {
  if let price = cache.price {
    return .value(label: "cached \(time)", price)
  }
  return net.async(.promise, label: "fetched \(time)") {
    work(for: .milliseconds(5))
    return 7
  }
}

private final class Cache: Sendable {
  private let content = Mutex<Int?>(nil)

  var price: Int? { content.withLock { $0 } }

  func fill(_ price: Int) { content.withLock { $0 = price } }
}
