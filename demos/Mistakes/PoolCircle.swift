// Two connections, and two transfers that take both, one after the
// other. What if each has the first one?

import Dispatch
import PromiseKitLite
import Synchronization

extension Demo {
  static let poolCircle = Demo(
    "pool-circle", "a circle in a pool",
    teaches: "to wait while holding something can last forever",
    from: "Coffman's conditions; PromiseKit pending(); rules 1, 12",
    knobs: [
      .integer("size", 2, in: 1...9, "how many connections"),
      .milliseconds("bob", 0, "when Bob's transfer begins"),
    ],
    variants: [
      Variant("enough", "there is one more connection", ["size=3"]),
      Variant("later", "Bob's transfer begins later", ["bob=30"]),
    ],
    lints: ["hold-and-wait"],
    ends: .pending
  ) { knobs in
    let pool = Pool(size: knobs.integer("size"))
    let ann = transfer("ann", pool)
    let bob = after(label: "bob begins", knobs.milliseconds("bob"))
      .then(label: "bob") { transfer("bob", pool) }
    return when(label: "both done", fulfilled: [ann, bob])
  }
}

/// Reads with one connection, and writes with another one.
private func transfer(_ name: String, _ pool: Pool) -> Promise<Void> {
  pool.take()
    .then(label: "\(name) reads") { _ in
      after(label: "read for \(name)", .milliseconds(10))
    }
    .then(label: "\(name) needs another") { pool.take() }
    .done(label: "\(name) writes") { _ in
      note("\(name) is done")
      pool.give()
      pool.give()
    }
}

private final class Pool: Sendable {
  private let free: Mutex<Int>
  private let waiting = Mutex<[Resolver<Void>]>([])

  init(size: Int) { free = Mutex(size) }

  func take() -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending(label: "connection")
    waiting.withLock { $0.append(seal) }
    serve()
    return promise
  }

  func give() {
    free.withLock { $0 += 1 }
    serve()
  }

  private func serve() {
    guard free.withLock({ $0 > 0 }),
      let next = waiting.withLock({ $0.first })
    else { return }
    waiting.withLock { _ = $0.removeFirst() }
    free.withLock { $0 -= 1 }
    next.fulfill()
  }
}
