// Monthly invoice run: usage and rates per customer, gapless numbers, rendering, booking and mail.
import Foundation
import PromiseKitLite

struct Customer: Sendable {
  let name: String
  let country: String
  let hours: Int
}

struct Invoice: Sendable {
  let customer: Customer
  let cents: Int
  var number = 0
}

enum RunError: Error, Equatable {
  case alreadyRunning
  case rateServiceDown
  case noUsage(String)
  case mailboxFull(String)
}

let ledger = DispatchQueue(label: "invoices.ledger")
let workers = DispatchQueue(label: "invoices.workers", attributes: .concurrent)

enum Database {
  static let opening = Promise<Void>.pending()
  static let customers = [
    Customer(name: "acme", country: "de", hours: 10),
    Customer(name: "bolt", country: "fr", hours: 3),
    Customer(name: "crux", country: "de", hours: 0),
    Customer(name: "dyne", country: "fr", hours: 8),
    Customer(name: "echo", country: "it", hours: 1),
    Customer(name: "flux", country: "de", hours: 5),
  ]

  static func allCustomers(from start: Int = 0) -> Promise<[Customer]> {
    opening.promise
      .then(on: workers) { after(.milliseconds(4)) }
      .then(on: workers) { _ -> Promise<[Customer]> in
        let page = Array(customers.dropFirst(start).prefix(4))
        guard page.count == 4 else { return .value(page) }
        return allCustomers(from: start + 4)
          .map(on: workers) { page + $0 }
      }
  }
}

enum Rates {
  nonisolated(unsafe) static var known: [String: Promise<Int>] = [:]
  nonisolated(unsafe) static var requests: [String: Int] = [:]

  static func rate(of country: String) -> Promise<Int> {
    ledger.async(.promise) { () -> Promise<Int> in
      if let rate = known[country] { return rate }
      let request = fetch(country)
        .recover(on: ledger) { error -> Promise<Int> in
          known[country] = nil
          throw error
        }
      known[country] = request
      return request
    }
    .then(on: ledger) { $0 }
  }

  private static func fetch(_ country: String) -> Promise<Int> {
    requests[country, default: 0] += 1
    return after(.milliseconds(5)).map(on: ledger) {
      if country == "it", requests[country] == 1 { throw RunError.rateServiceDown }
      return ["de": 100, "fr": 110, "it": 120][country, default: 0]
    }
  }
}

enum Books {
  nonisolated(unsafe) static var running = false
  nonisolated(unsafe) static var counter = 40
  nonisolated(unsafe) static var entries: [Int: String] = [:]
  nonisolated(unsafe) static var last = Promise<Void>()
  nonisolated(unsafe) static var log: [String] = []
  nonisolated(unsafe) static var rendering = 0
  nonisolated(unsafe) static var mostRendering = 0

  static func lock() -> Promise<Void> {
    ledger.async(.promise) {
      guard !running else { throw RunError.alreadyRunning }
      running = true
    }
  }

  static func unlock() -> Guarantee<Void> {
    after(.milliseconds(5)).done(on: ledger) {
      running = false
      log.append("unlocked")
    }
  }

  static func book(_ invoice: Invoice) -> Promise<Invoice> {
    ledger.async(.promise) { () -> Promise<Invoice> in
      let booked =
        last
        .then(on: ledger) { after(.milliseconds(1)) }
        .map(on: ledger) { counter + 1 }
        .delay(.milliseconds(1))
        .map(on: ledger) { number in
          counter = number
          entries[number] = "\(invoice.customer.name) \(invoice.cents)"
          return Invoice(customer: invoice.customer, cents: invoice.cents, number: number)
        }
      last = booked.asVoid()
      return booked
    }
    .then(on: ledger) { $0 }
  }

  static func render(_ invoice: Invoice) -> Guarantee<Invoice> {
    rendering += 1
    mostRendering = max(mostRendering, rendering)
    return after(.milliseconds(25)).map(on: ledger) {
      rendering -= 1
      return invoice
    }
  }
}

enum Post {
  static func mail(_ invoice: Invoice) -> Promise<String> {
    after(.milliseconds(3)).map(on: ledger) {
      if invoice.customer.name == "dyne" { throw RunError.mailboxFull("dyne") }
      Books.log.append("mail \(invoice.customer.name)")
      return invoice.customer.name
    }
  }

  static func letter(_ invoice: Invoice) -> Guarantee<String> {
    after(.milliseconds(24)).map(on: ledger) {
      Books.log.append("letter \(invoice.customer.name)")
      return "\(invoice.customer.name) by letter"
    }
  }
}

func draft(for customer: Customer) -> Promise<Invoice> {
  let usage = after(.milliseconds(2)).map(on: workers) {
    guard customer.hours > 0 else { throw RunError.noUsage(customer.name) }
    return customer.hours
  }
  let rate = retrying(times: 2, delay: .milliseconds(3), on: workers) { _ in
    Rates.rate(of: customer.country)
  }
  return when(fulfilled: usage, rate)
    .map(on: workers) { hours, rate in Invoice(customer: customer, cents: hours * rate) }
}

func send(_ invoice: Invoice) -> Promise<String> {
  Post.mail(invoice)
    .recover(on: ledger) { error -> Guarantee<String> in
      guard case RunError.mailboxFull = error else { throw error }
      return Post.letter(invoice)
    }
}

func process(_ customer: Customer) -> Guarantee<String> {
  draft(for: customer)
    .then(on: ledger) { Books.book($0) }
    .then(on: ledger) { Books.render($0) }
    .then(on: ledger) { send($0) }
    .recover(on: ledger) { error in
      Guarantee.value("\(error)")
    }
}

func processAll(_ customers: [Customer]) -> Promise<[String]> {
  when(fulfilled: customers.lazy.map { process($0) }.makeIterator(), concurrently: 3)
}

func run() -> Promise<[String]> {
  Books.lock()
    .then(on: workers) {
      Database.allCustomers()
        .then(on: workers) { customers in processAll(customers) }
        .ensureThen(on: ledger) { Books.unlock() }
        .get(on: ledger) { _ in Books.log.append("report") }
    }
}

func problem(_ runs: [Result<[String], any Error>]) -> String? {
  let wanted = ["acme", "bolt", "noUsage(\"crux\")", "dyne by letter", "echo", "flux"]
  if (try? runs[0].get()) != wanted { return "the report says \(runs[0])" }
  guard case .failure(RunError.alreadyRunning) = runs[1] else { return "the run was started twice" }
  if Books.entries.keys.sorted() != Array(41...45) { return "numbers \(Books.entries.keys)" }
  let booked = ["acme 1000", "bolt 330", "dyne 880", "echo 120", "flux 500"]
  if Books.entries.values.sorted() != booked { return "booked are \(Books.entries)" }
  if Rates.requests != ["de": 1, "fr": 1, "it": 2] { return "rate requests \(Rates.requests)" }
  if Books.log.suffix(2) != ["unlocked", "report"] || Books.log.count != 7 {
    return "the run ended with \(Books.log)"
  }
  if Books.mostRendering > 3 { return "\(Books.mostRendering) renderings at once" }
  return nil
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let first = run()
let second = run()
Database.opening.resolver.fulfill()

when(resolved: first, second)
  .done(on: ledger) { runs in
    let found = problem(runs)
    print(found.map { "check: failed: \($0)" } ?? "check: ok")
    exit(found == nil ? 0 : 1)
  }

dispatchMain()
