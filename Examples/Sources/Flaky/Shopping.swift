import Dispatch
import PromiseKitLite

/// Fetches a basket, keeps it, and orders what was kept. The result is what was ordered.
struct Shopping: Sendable {
  let store = Store()
  private let network = DispatchQueue(label: "network")

  /// As it was written first: right in almost every run.
  func order() -> Guarantee<[String]> {
    fetch()
      .done("keep", on: network) { basket in _ = store.write(basket) }
      .then("connect", on: network) { connect() }
      .then("order", on: network) { order(store.current) }
  }

  /// As it was meant: what the chain is to wait for is returned to it.
  func orderFixed() -> Guarantee<[String]> {
    fetch()
      .then("keep", on: network) { basket in store.write(basket) }
      .then("connect", on: network) { connect() }
      .then("order", on: network) { order(store.current) }
  }
}

extension Shopping {
  private func fetch() -> Guarantee<[String]> {
    after("answer", .milliseconds(10)).map("fetch", on: network) { ["tea", "milk", "cake"] }
  }

  private func connect() -> Guarantee<Void> { after("connection", .milliseconds(3)) }

  /// Orders these items; an answer tells what has arrived.
  private func order(_ items: [String]) -> Guarantee<[String]> {
    note("ordering \(items.count) items")
    return after("receipt", .milliseconds(8)).map("receipt", on: network) { items }
  }
}
