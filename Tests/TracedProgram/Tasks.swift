import Dispatch
import PromiseKitLite
import TestSupport

/// An actor that is a dispatcher, and that awaits promises.
private actor Stock: Dispatcher {
  private var count = 3

  func take(_ number: Int) { count -= number }

  /// Waits for a payment, and takes what was paid.
  func sell(for payment: Promise<Int>) async throws -> Int {
    take(try await payment.async())
    return count
  }
}

/// Starts a task with a name, if tasks have names.
private func start(
  _ name: String, _ body: @escaping @Sendable () async throws -> Void
) -> Task<Void, any Error> {
  #if compiler(>=6.2)
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.detached(name: name) { try await body() }
    }
  #endif
  return Task.detached { try await body() }
}

/// Tasks that wait for promises, promises that wait for tasks, and a task that is cancelled while it
/// waits: `tasks [wait]`. With `wait`, the payment never comes.
func tasks(_ words: [String]) {
  let isOver = DispatchSemaphore(value: 0)
  let (payment, card) = Promise<Int>.pending(label: "payment")
  Task.detached {
    let stock = Stock()
    let price = Promise(
      label: "price",
      async: {
        await after(label: "network", .milliseconds(20)).async()
        return 2
      })
    let checkout = start("checkout") { _ = try await stock.sell(for: payment) }
    let impatient = start("impatient") { _ = try await payment.async() }
    let due = try await price.async()
    price.done(label: "reserve", on: stock) { number in
      stock.assumeIsolated { $0.take(number - 1) }
    }.cauterize()
    await after(label: "patience", .milliseconds(10)).async()
    impatient.cancel()
    _ = try? await impatient.value
    if words.first != "wait" {
      card.fulfill(due)
      try await checkout.value
    }
    note("sold")
    isOver.signal()
  }
  isOver.wait()
}
