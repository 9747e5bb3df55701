// Two tellers each add one to the same account: read, then write.
// What is the balance in the end?

import Dispatch
import PromiseKitLite
import Synchronization

private let a = DispatchQueue(label: "a")
private let b = DispatchQueue(label: "b")

extension Demo {
  static let lostUpdate = Demo(
    "lost-update", "lost update",
    teaches: "a value that was read is outdated by the next write",
    from: "rules 3, 5, 13",
    queues: [.serial("a"), .serial("b")],
    knobs: [
      .milliseconds("think", 0, "how long a teller thinks")
    ],
    variants: [
      Variant(
        "thinking", "both think before they write", ["think=10"],
        lints: ["order-depends-on-schedule"])
    ],
    lints: ["order-depends-on-schedule"],
    expects: ["result 2"]
  ) { knobs in
    let account = Account()

    return when(
      label: "both",
      fulfilled: [
        add(to: account, "a", on: a.accessing("account"), knobs),
        add(to: account, "b", on: b.accessing("account"), knobs),
      ]
    )
    // This handler declares no access: it always runs last.
    .map(label: "balance") { _ in account.balance }
  }
}

private func add(
  to account: Account, _ teller: String,
  on queue: AccessingDispatcher, _ knobs: Knobs
) -> Guarantee<Void> {
  queue.async(.guarantee, label: "\(teller) reads") {
    defer { work(for: knobs.milliseconds("think")) }
    return account.balance
  }
  .done(label: "\(teller) writes", on: queue) { balance in
    account.balance = balance + 1
    note("\(teller) writes \(balance + 1)")
  }
}

private final class Account: Sendable {
  private let amount = Mutex(0)

  var balance: Int {
    get { amount.withLock { $0 } }
    set { amount.withLock { $0 = newValue } }
  }
}
