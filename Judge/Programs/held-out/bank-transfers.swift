// Transfers between accounts: balances are read and written in steps, orders may be sent twice.
import Foundation
import PromiseKitLite

struct Order: Sendable {
  let reference: String
  let from: Int
  let to: Int
  let amount: Int
}

enum BankError: Error, Equatable {
  case insufficientFunds
  case frozen
}

final class Ledger: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank.ledger")
  private var balances: [Int: Int]
  private var journal: [String] = []

  init(balances: [Int: Int]) { self.balances = balances }

  var accounts: [Int: Int] { queue.sync { balances } }
  var entries: [String] { queue.sync { journal } }

  func balance(of account: Int) -> Promise<Int> {
    Promise(label: "balance of \(account)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(account)) { [self] in
        seal.fulfill(balances[account, default: 0])
      }
    }
  }

  func store(_ balance: Int, in account: Int) -> Promise<Void> {
    Promise(label: "store in \(account)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(2)) { [self] in
        guard account != 4 else { return seal.reject(BankError.frozen) }
        balances[account] = balance
        if balance < 0 { journal.append("\(account) is overdrawn") }
        seal.fulfill()
      }
    }
  }

  func enter(_ reference: String) -> Promise<Void> {
    Promise(label: "enter \(reference)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(6)) { [self] in
        journal.append(reference)
        seal.fulfill()
      }
    }
  }
}

final class AccountLocks: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank.locks")
  private var held: Set<Int> = []
  private var waiting: [(account: Int, seal: Resolver<Void>)] = []

  func lock(_ account: Int) -> Promise<Void> {
    Promise(label: "lock \(account)", on: queue) { [self] seal in
      guard held.insert(account).inserted else { return waiting.append((account, seal)) }
      seal.fulfill()
    }
  }

  func unlock(_ account: Int) -> Guarantee<Void> {
    queue.async(.guarantee, label: "unlock \(account)") { [self] in
      if let next = waiting.firstIndex(where: { $0.account == account }) {
        waiting.remove(at: next).seal.fulfill()
      } else {
        held.remove(account)
      }
    }
  }
}

final class TransferService: @unchecked Sendable {
  private let ledger: Ledger
  private let locks = AccountLocks()
  private let queue = DispatchQueue(label: "bank.service")
  private let workers = DispatchQueue(label: "bank.workers", attributes: .concurrent)
  private var orders: [String: Promise<Int>] = [:]

  init(ledger: Ledger) {
    self.ledger = ledger
  }

  func submit(_ order: Order) -> Promise<Int> {
    Guarantee().then(label: "submit \(order.reference)", on: queue) { [self] in once(order) }
  }

  private func once(_ order: Order) -> Promise<Int> {
    if let known = orders[order.reference] { return known }
    let transfer = perform(order)
      .tap(label: "settle \(order.reference)", on: queue) { [self] result in
        if case .failure = result { orders[order.reference] = nil }
      }
    orders[order.reference] = transfer
    return transfer
  }

  private func perform(_ order: Order) -> Promise<Int> {
    let accounts = [order.from, order.to].sorted()
    return locks.lock(accounts[0])
      .then(label: "second lock", on: workers) { [locks] in locks.lock(accounts[1]) }
      .then(label: "move \(order.reference)", on: workers) { [self] in move(order) }
      .then(label: "journal \(order.reference)", on: workers) { [ledger] left in
        ledger.enter(order.reference).map(on: nil) { left }
      }
      .ensureThen(label: "unlock both", on: workers) { [locks] in
        when(label: "both unlocked", guarantees: accounts.map(locks.unlock))
      }
  }

  private func move(_ order: Order) -> Promise<Int> {
    ledger.balance(of: order.from)
      .then(label: "debit", on: workers) { [ledger] balance -> Promise<Int> in
        guard balance >= order.amount else { throw BankError.insufficientFunds }
        let left = balance - order.amount
        return ledger.store(left, in: order.from).map(on: nil) { left }
      }
      .then(label: "credit", on: workers) { [self] left in
        credit(order)
          .recover(label: "refund", only: BankError.frozen, on: workers) { [self] error in
            refund(order).done(on: nil) { throw error }
          }
          .map(on: nil) { left }
      }
  }

  private func credit(_ order: Order) -> Promise<Void> {
    ledger.balance(of: order.to)
      .then(label: "add \(order.amount)", on: workers) { [ledger] in
        ledger.store($0 + order.amount, in: order.to)
      }
  }

  private func refund(_ order: Order) -> Promise<Void> {
    ledger.balance(of: order.from)
      .then(label: "give back", on: workers) { [ledger] in
        ledger.store($0 + order.amount, in: order.from)
      }
  }
}

final class TransferListViewModel: @unchecked Sendable {
  private(set) var rows: [String: String] = [:]
  private(set) var early: [String] = []
  private let service: TransferService
  private let ledger: Ledger
  private let queue: DispatchQueue

  init(service: TransferService, ledger: Ledger, queue: DispatchQueue) {
    self.service = service
    self.ledger = ledger
    self.queue = queue
  }

  func send(_ order: Order) -> Promise<Void> {
    Guarantee()
      .then(label: "send \(order.reference)", on: queue) { [self] () -> Promise<Int> in
        rows[order.reference] = "sending"
        return service.submit(order)
      }
      .done(label: "show \(order.reference)", on: queue) { [self] _ in
        rows[order.reference] = "sent"
        if !ledger.entries.contains(order.reference) { early.append(order.reference) }
      }
      .recover(label: "explain \(order.reference)", only: BankError.self, on: queue) {
        [self] error in
        rows[order.reference] = "\(error)"
      }
  }
}

let ui = DispatchQueue(label: "bank.ui")
let ledger = Ledger(balances: [1: 100, 2: 100, 3: 100, 4: 100])
let list = TransferListViewModel(
  service: TransferService(ledger: ledger), ledger: ledger, queue: ui)
let finished = DispatchSemaphore(value: 0)
let rent = Order(reference: "rent", from: 3, to: 1, amount: 104)
let orders = [
  Order(reference: "lunch", from: 1, to: 2, amount: 12),
  Order(reference: "gift", from: 3, to: 1, amount: 15),
  Order(reference: "cinema", from: 2, to: 3, amount: 20),
  Order(reference: "lunch", from: 1, to: 2, amount: 12),
  Order(reference: "locked", from: 3, to: 4, amount: 30),
]

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
list.send(rent)
  .then(label: "send all", on: ui) { when(label: "all", fulfilled: orders.map(list.send)) }
  .then(label: "send rent again", on: ui) { list.send(rent) }
  .catch(label: "give up", on: ui) { error in print("check: failed: \(error)") }
  .finally(label: "end", on: ui) { finished.signal() }
finished.wait()

let rows = ui.sync { list.rows }
let early = ui.sync { list.early }
let expected = [
  "lunch": "sent", "cinema": "sent", "gift": "sent", "locked": "frozen", "rent": "sent",
]
var problem: String?
if ledger.accounts != [1: 207, 2: 92, 3: 1, 4: 100] {
  problem = "the balances are \(ledger.accounts)"
} else if rows != expected {
  problem = "the list shows \(rows)"
} else if ledger.entries.sorted() != ["cinema", "gift", "lunch", "rent"] {
  problem = "the journal has \(ledger.entries)"
} else if !early.isEmpty {
  problem = "shown as sent before the journal had them: \(early)"
}
print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
exit(problem == nil ? 0 : 1)
