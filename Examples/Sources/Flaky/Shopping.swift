import Dispatch
import PromiseKitLite

/// Fetches a basket, stores it, and orders the stored items. The result is the ordered items.
struct Shopping: Sendable {
  let store = Store()
  private let network = DispatchQueue(label: "network")

  /// The first version, which is correct in almost every run.
  func order() -> Guarantee<[String]> {
    fetch()
      .done(label: "keep", on: network) { basket in _ = store.write(basket) }
      .then(label: "connect", on: network) { connect() }
      .then(label: "order", on: network) { order(store.current) }
  }

  /// The intended version: the chain waits for the promise that the handler returns.
  func orderFixed() -> Guarantee<[String]> {
    fetch()
      .then(label: "keep", on: network) { basket in store.write(basket) }
      .then(label: "connect", on: network) { connect() }
      .then(label: "order", on: network) { order(store.current) }
  }
}

extension Shopping {
  private func fetch() -> Guarantee<[String]> {
    after(label: "answer", .milliseconds(10)).map(label: "fetch", on: network) {
      ["tea", "milk", "cake"]
    }
  }

  private func connect() -> Guarantee<Void> { after(label: "connection", .milliseconds(3)) }

  /// Orders these items. The result is the items that have arrived.
  private func order(_ items: [String]) -> Guarantee<[String]> {
    PromiseTrace.note("ordering \(items.count) items")
    return after(label: "receipt", .milliseconds(8)).map(label: "receipt", on: network) { items }
  }
}
