import Dispatch
import PromiseKitLite

private let ledger = DispatchQueue(label: "ledger", attributes: .concurrent)

extension CorpusProgram {
  /// Money moves between accounts; both are locked, always the one with the lower number first.
  package static let transfers = CorpusProgram(
    right: "transfers", isLabelled: false, concurrent: ["ledger"]
  ) {
    let accounts = (0..<4).map { Account(number: $0) }
    let orders = [(0, 1), (1, 0), (2, 1), (3, 0), (0, 3), (1, 2), (2, 3), (3, 2)]
    for (index, (from, to)) in orders.enumerated() {
      after(.milliseconds(index * 6)).done {
        let pair = [accounts[min(from, to)], accounts[max(from, to)]]
        pair[0].lock()
          .then { pair[1].lock() }
          .then { book(10 + index) }
          .done { amount in
            accounts[from].balance.update { $0 -= amount }
            accounts[to].balance.update { $0 += amount }
          }
          .ensure { pair.reversed().forEach { $0.unlock() } }
          .done { note("order \(index) is done") }
          .catch { note("order \(index): \($0)") }
      }
    }
    return accounts
  }
}

private final class Account: Sendable {
  let number: Int
  let balance = Shared(100)
  private let waiting = Shared<[Resolver<Void>]?>(nil)

  init(number: Int) { self.number = number }

  func lock() -> Promise<Void> {
    let (promise, seal) = Promise<Void>.pending()
    let isFree = waiting.update { waiting -> Bool in
      defer { waiting = (waiting ?? []) + (waiting == nil ? [] : [seal]) }
      return waiting == nil
    }
    if isFree { seal.fulfill(()) }
    return promise
  }

  func unlock() {
    waiting.update { waiting -> Resolver<Void>? in
      if waiting?.isEmpty ?? true {
        waiting = nil
        return nil
      }
      return waiting?.removeFirst()
    }?.fulfill(())
  }
}

private func book(_ amount: Int) -> Promise<Int> {
  ledger.async(.promise) { () -> Int in
    work(amount)
    return amount
  }
}
