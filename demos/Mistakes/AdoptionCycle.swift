// A handler returns the promise that is waiting for the handler. What
// can ever settle that promise?

import Dispatch
import PromiseKitLite
import Synchronization

extension Demo {
  static let adoptionCycle = Demo(
    "adoption-cycle", "adoption cycle",
    teaches: "a promise that waits for itself is rejected",
    from: "Promises/A+ 2.3.1; PromiseKit returnedSelf; rule 7",
    knobs: [
      .milliseconds("start", 20, "when the chain begins"),
      .answer("waits-for", ["itself", "each-other"], "for what"),
    ],
    variants: [
      Variant(
        "each-other", "two promises wait for each other",
        ["waits-for=each-other"], lints: ["adoption-cycle"])
    ],
    lints: ["adoption-cycle"],
    accessing: .nothing
  ) { knobs in
    let cache = Cache()
    let start = after(label: "start", knobs.milliseconds("start"))

    let items = start.then(label: "items") { try cache.items() }
    if knobs.answer("waits-for", is: "each-other") {
      cache.keep(start.then(label: "refresh") { items })
    } else {
      cache.keep(items)
    }
    return
      items
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert: \($0)") }
  }
}

/// Keeps the promise that the rest of the program waits for.
private final class Cache: Sendable {
  private let kept = Mutex<Promise<String>?>(nil)

  func keep(_ promise: Promise<String>) {
    kept.withLock { $0 = promise }
  }

  func items() throws -> Promise<String> {
    guard let items = kept.withLock({ $0 }) else { throw Empty() }
    return items
  }
}

private struct Empty: Error {}
