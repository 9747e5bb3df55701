import Dispatch
import PromiseKitLite

/// Fetches a basket, keeps it, and orders what was kept. The result is what was ordered.
struct Shopping: Sendable {
  let store = Store()
  private let network = DispatchQueue(label: "network")

  /// As it was written first: right in almost every run.
  func order() -> Guarantee<[String]> {
    fetch()
      .done(label: "keep", on: network) { basket in _ = store.write(basket) }
      .then(label: "connect", on: network) { connect() }
      .then(label: "order", on: network) { order(store.current) }
  }

  /// As it was meant: what the chain is to wait for is returned to it.
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

  /// Orders these items; an answer tells what has arrived.
  private func order(_ items: [String]) -> Guarantee<[String]> {
    PromiseTrace.note("ordering \(items.count) items")
    return after(label: "receipt", .milliseconds(8)).map(label: "receipt", on: network) { items }
  }
}
