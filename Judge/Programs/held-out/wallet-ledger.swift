// A wallet: transfers are retried under one key, and the ledger books each key once.
import Foundation
import PromiseKitLite

struct Transfer: Sendable {
  let key: String
  let from: String
  let to: String
  let amount: Int
}

struct Receipt: Sendable, Equatable {
  let key: String
  let number: Int
}

enum LedgerError: Error {
  case insufficientFunds, storageUnavailable, answerLost
}

protocol Storage: Sendable {
  func balance(of account: String) -> Promise<Int>
  func store(_ balance: Int, of account: String, for purpose: String) -> Promise<Void>
  func append(_ entry: String) -> Promise<Int>
}

final class FlakyStorage: Storage, @unchecked Sendable {
  private let queue = DispatchQueue(label: "storage", attributes: .concurrent)
  private let lock = NSLock()
  private var balances: [String: Int]
  private var faults: Set<String>
  private var journal: [String] = []

  init(_ balances: [String: Int], faults: Set<String>) {
    self.balances = balances
    self.faults = faults
  }

  var books: (balances: [String: Int], journal: [String]) { lock.withLock { (balances, journal) } }

  func balance(of account: String) -> Promise<Int> {
    answer(in: 2) { self.balances[account, default: 0] }
  }

  func store(_ balance: Int, of account: String, for purpose: String) -> Promise<Void> {
    answer(in: 3) {
      if self.faults.remove(purpose) != nil { throw LedgerError.storageUnavailable }
      self.balances[account] = balance
    }
  }

  func append(_ entry: String) -> Promise<Int> {
    answer(in: 4) {
      self.journal.append(entry)
      return self.journal.count
    }
  }

  private func answer<T: Sendable>(
    in milliseconds: Int, _ body: @escaping @Sendable () throws -> T
  ) -> Promise<T> {
    Promise { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        seal.resolve(Result { try self.lock.withLock(body) })
      }
    }
  }
}

final class Ledger: @unchecked Sendable {
  private let queue = DispatchQueue(label: "ledger")
  private let storage: any Storage
  private var bookings: [String: Promise<Receipt>] = [:]
  private var lastTurns: [String: Guarantee<Void>] = [:]

  init(_ storage: any Storage) { self.storage = storage }

  func book(_ transfer: Transfer) -> Promise<Receipt> {
    Guarantee().then(on: queue) {
      if let known = self.bookings[transfer.key] { return known }
      let booking = self.exclusively([transfer.from, transfer.to]) { self.apply(transfer) }
        .recover(only: LedgerError.storageUnavailable, on: self.queue) {
          error -> Promise<Receipt> in
          self.bookings[transfer.key] = nil
          throw error
        }
      self.bookings[transfer.key] = booking
      return booking
    }
  }

  private func exclusively<T: Sendable>(
    _ accounts: [String], _ body: @escaping @Sendable () -> Promise<T>
  ) -> Promise<T> {
    let earlier = accounts.compactMap { lastTurns[$0] }
    let (turn, end) = Guarantee<Void>.pending()
    for account in accounts { lastTurns[account] = turn }
    return when(guarantees: earlier)
      .then(on: queue, body)
      .ensure(on: queue) { end(()) }
  }

  private func apply(_ transfer: Transfer) -> Promise<Receipt> {
    let (from, to, key) = (transfer.from, transfer.to, transfer.key)
    return when(fulfilled: storage.balance(of: from), storage.balance(of: to))
      .then(on: queue) { balances in
        guard balances[0] >= transfer.amount else { throw LedgerError.insufficientFunds }
        return self.storage.store(balances[0] - transfer.amount, of: from, for: "debit \(key)")
          .then(on: self.queue) {
            self.storage.store(balances[1] + transfer.amount, of: to, for: "credit \(key)")
              .recover(on: self.queue) { error in
                self.storage.store(balances[0], of: from, for: "refund \(key)")
                  .map(on: self.queue) { throw error }
              }
          }
      }
      .then(on: queue) { self.storage.append(key) }
      .map(on: queue) { number in Receipt(key: key, number: number) }
  }
}

struct Network: Sendable {
  static let queue = DispatchQueue(label: "network", attributes: .concurrent)
  let ledger: Ledger
  let lossy: Set<String>

  func request(_ transfer: Transfer, attempt: Int) -> Promise<Receipt> {
    ledger.book(transfer)
      .map(on: Self.queue) { receipt in
        if attempt == 1, lossy.contains(transfer.key) { throw LedgerError.answerLost }
        return receipt
      }
  }

  func pay(_ transfer: Transfer) -> Promise<Receipt> {
    retrying(times: 4, delay: 0.002, backOff: 2, on: Self.queue, while: isWorthRetrying) {
      attempt in
      request(transfer, attempt: attempt)
    }
  }

  private func isWorthRetrying(_ error: any Error, _ attemptsLeft: Int) -> Bool {
    if case LedgerError.insufficientFunds = error { false } else { true }
  }
}

final class WalletScreen: @unchecked Sendable {
  private let network: Network
  private(set) var shown = [100]
  private(set) var spinners = 0

  init(_ network: Network) { self.network = network }

  func pay(_ transfer: Transfer) -> Guarantee<Receipt?> {
    spinners += 1
    show(-transfer.amount)
    return network.pay(transfer)
      .ensure { self.spinners -= 1 }
      .map { receipt -> Receipt? in receipt }
      .recover { _ in
        self.show(transfer.amount)
        return .value(nil)
      }
  }

  private func show(_ change: Int) { shown.append((shown.last ?? 0) + change) }
}

let opening = ["ann": 100, "bob": 50, "cleo": 40]
let storage = FlakyStorage(opening, faults: ["debit t3", "credit t5"])
let network = Network(ledger: Ledger(storage), lossy: ["t1", "t6"])
let screen = WalletScreen(network)

func problem(_ own: [Receipt?], _ others: [Receipt]) -> String? {
  let (balances, journal) = storage.books
  if journal.sorted() != ["t1", "t2", "t3", "t5", "t6"] { return "the journal is \(journal)" }
  if balances != ["ann": 95, "bob": 50, "cleo": 45] { return "the balances are \(balances)" }
  let receipts = own.compactMap { $0 } + others
  for receipt in receipts where journal[receipt.number - 1] != receipt.key {
    return "\(receipt.key) has the receipt of \(journal[receipt.number - 1])"
  }
  if receipts.map(\.key) != ["t1", "t2", "t2", "t3", "t5", "t6"] { return "receipts: \(receipts)" }
  if own[1] != nil { return "more is spent than there is" }
  if screen.shown != [100, 70, -430, 70] { return "the screen shows \(screen.shown)" }
  return screen.spinners == 0 ? nil : "the spinner does not stop"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let own = [
  screen.pay(Transfer(key: "t1", from: "ann", to: "bob", amount: 30)),
  screen.pay(Transfer(key: "t4", from: "ann", to: "cleo", amount: 500)),
]
let others = [
  Transfer(key: "t2", from: "bob", to: "cleo", amount: 20),
  Transfer(key: "t2", from: "bob", to: "cleo", amount: 20),
  Transfer(key: "t3", from: "cleo", to: "ann", amount: 10),
  Transfer(key: "t5", from: "bob", to: "ann", amount: 15),
  Transfer(key: "t6", from: "cleo", to: "bob", amount: 5),
]

when(fulfilled: when(guarantees: own), when(fulfilled: others.map(network.pay)))
  .map { own, others in problem(own, others) }
  .recover { error in .value("\(error)") }
  .done { problem in
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

dispatchMain()
