// Bank statements: transfers between accounts, then one statement per account from paged bookings.
import Foundation
import PromiseKitLite

struct Booking: Sendable, Equatable {
  let account: String
  let cents: Int
  let text: String
}

struct Statement: Sendable {
  let account: String
  let lines: [String]
  let total: Int
}

enum BankError: Error, Equatable {
  case throttled
  case overdrawn(String)
  case closed(String)
}

struct Page: Sendable {
  let bookings: [Booking]
  let next: Int?
}

enum Ledger {
  static let queue = DispatchQueue(label: "bank.ledger")
  static let accounts = ["giro", "savings", "rent", "travel"]
  nonisolated(unsafe) static var balances = ["giro": 5_000, "savings": 9_000, "rent": 500]
  nonisolated(unsafe) static var bookings: [Booking] = []
  nonisolated(unsafe) static var throttles = 3
  nonisolated(unsafe) static var pageReads = 0

  static func balance(_ account: String) -> Promise<Int> {
    after(.milliseconds(2)).map(on: queue) {
      guard let balance = balances[account] else { throw BankError.closed(account) }
      return balance
    }
  }

  static func book(_ account: String, _ cents: Int, balance: Int, _ text: String) -> Promise<Void> {
    after(.milliseconds(3)).map(on: queue) {
      balances[account] = balance + cents
      bookings.append(Booking(account: account, cents: cents, text: text))
    }
  }

  static func page(of account: String, from start: Int) -> Promise<Page> {
    after(.milliseconds(4)).map(on: queue) {
      pageReads += 1
      if pageReads % 4 == 2, throttles > 0 {
        throttles -= 1
        throw BankError.throttled
      }
      guard balances[account] != nil else { throw BankError.closed(account) }
      let all = bookings.filter { $0.account == account }
      let part = Array(all.dropFirst(start).prefix(2))
      return Page(bookings: part, next: start + 2 < all.count ? start + 2 : nil)
    }
  }
}

enum Locks {
  static let queue = DispatchQueue(label: "bank.locks")
  nonisolated(unsafe) static var tails: [String: Promise<Void>] = [:]

  static func hold<T: Sendable>(
    _ account: String, _ work: @escaping @Sendable () -> Promise<T>
  ) -> Promise<T> {
    let (released, seal) = Promise<Void>.pending()
    return queue.async(.promise) { () -> Promise<Void> in
      let tail = tails[account] ?? Promise()
      tails[account] = released
      return tail
    }
    .then(on: queue) { $0.then(on: queue) { work() } }
    .ensure(on: queue) { seal.fulfill() }
  }
}

func change(_ account: String, by cents: Int, _ text: String) -> Promise<Void> {
  Ledger.balance(account)
    .get(on: Ledger.queue) { balance in
      if balance + cents < 0 { throw BankError.overdrawn(account) }
    }
    .then(on: Ledger.queue) { balance in
      Ledger.book(account, cents, balance: balance, text)
    }
}

func transfer(_ cents: Int, from source: String, to target: String) -> Promise<Void> {
  let ordered = [source, target].sorted()
  return Locks.hold(ordered[0]) {
    Locks.hold(ordered[1]) {
      change(source, by: -cents, "to \(target)")
        .then(on: Ledger.queue) {
          change(target, by: cents, "from \(source)")
            .recover(on: Ledger.queue) { error -> Promise<Void> in
              change(source, by: cents, "back from \(target)")
                .map(on: Ledger.queue) { throw error }
            }
        }
    }
  }
}

func page(of account: String, from start: Int) -> Promise<Page> {
  retrying(
    times: 4, delay: .milliseconds(2), backOff: 2, on: Ledger.queue,
    while: { error, _ in error as? BankError == .throttled }
  ) { _ in
    Ledger.page(of: account, from: start)
  }
}

func bookings(of account: String, from start: Int = 0) -> Promise<[Booking]> {
  page(of: account, from: start)
    .then(on: Ledger.queue) { page -> Promise<[Booking]> in
      guard let next = page.next else { return .value(page.bookings) }
      return bookings(of: account, from: next)
        .map(on: Ledger.queue) { page.bookings + $0 }
    }
}

func statement(of account: String) -> Promise<Statement> {
  bookings(of: account)
    .map(on: Ledger.queue) { bookings in
      Statement(
        account: account,
        lines: bookings.map { "\($0.cents) \($0.text)" },
        total: bookings.reduce(0) { $0 + $1.cents })
    }
}

func allStatements() -> Guarantee<[Result<Statement, any Error>]> {
  when(resolved: Ledger.accounts.map { statement(of: $0) })
}

func allTransfers() -> Guarantee<[Result<Void, any Error>]> {
  let orders = [
    (300, "giro", "savings"), (700, "giro", "rent"), (9_999, "rent", "giro"),
    (120, "rent", "savings"), (400, "giro", "travel"),
  ]
  return when(resolved: orders.map { transfer($0.0, from: $0.1, to: $0.2) })
}

struct Report: Sendable {
  let transfers: [String]
  let statements: [Result<Statement, any Error>]
}

func makeReport() -> Guarantee<Report> {
  allTransfers()
    .then(on: Ledger.queue) { transfers in
      allStatements().map(on: Ledger.queue) { statements in
        let outcomes = transfers.map { result -> String in
          guard case .failure(let error) = result else { return "done" }
          return "\(error)"
        }
        return Report(transfers: outcomes, statements: statements)
      }
    }
}

func problem(in report: Report) -> String? {
  let expected = ["giro": -1000, "savings": 420, "rent": 580]
  let starts = ["giro": 5_000, "savings": 9_000, "rent": 500]
  let failures = report.transfers.enumerated().filter { $0.element != "done" }
  if failures.map({ $0.offset }) != [2, 4] { return "transfers ended with \(report.transfers)" }
  if report.transfers[4] != "closed(\"travel\")" { return "the closed account was not told" }
  for (account, result) in zip(Ledger.accounts, report.statements) {
    switch result {
    case .failure(let error):
      if account != "travel" { return "no statement of \(account): \(error)" }
    case .success(let statement):
      guard let total = expected[account], let start = starts[account] else {
        return "a statement of the closed account"
      }
      if statement.account != account { return "statements are mixed up" }
      if statement.total != total { return "the statement of \(account) says \(statement.total)" }
      let balance = Ledger.queue.sync { Ledger.balances[account] }
      if balance != start + total { return "the balance of \(account) is \(balance ?? 0)" }
    }
  }
  let lines = report.statements.compactMap { try? $0.get().lines.count }
  if lines != [4, 2, 2] { return "statements have \(lines) lines" }
  return nil
}

let over = DispatchSemaphore(value: 0)
nonisolated(unsafe) var verdict: String? = "no report"

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

makeReport()
  .done(on: DispatchQueue.global()) { report in
    verdict = problem(in: report)
    over.signal()
  }

over.wait()
print(verdict.map { "check: failed: \($0)" } ?? "check: ok")
exit(verdict == nil ? 0 : 1)
