// Warehouse reservations: an order reserves all of its lines or none, and pays before it ships.
import Foundation
import PromiseKitLite

struct Line: Sendable {
  let sku: String
  let count: Int
}

struct Order: Sendable {
  let id: Int
  let lines: [Line]
  var payment = Payment.card
}

enum Payment: Sendable {
  case card, blockedCard, voucher

  var patience: DispatchTimeInterval { self == .voucher ? .milliseconds(30) : .seconds(30) }
}

enum OrderError: Error {
  case soldOut, declined
}

final class ShelfStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shelves", attributes: .concurrent)
  private let lock = NSLock()
  private var counts: [String: Int] = [:]

  var snapshot: [String: Int] { lock.withLock { counts } }

  func open() -> Guarantee<Void> {
    query("open") { counts in
      counts["openings", default: 0] += 1
      counts.merge(["bolt": 40, "hinge": 30, "lamp": 20, "oak": 6]) { $1 }
    }
  }

  func read(_ sku: String) -> Guarantee<Int> { query("read \(sku)") { $0[sku, default: 0] } }

  func write(_ sku: String, _ count: Int) -> Guarantee<Void> {
    query("write \(sku)") { $0[sku] = count }
  }

  private func query<T: Sendable>(
    _ name: String, _ body: @escaping @Sendable (inout [String: Int]) -> T
  ) -> Guarantee<T> {
    Guarantee(label: name) { answer in
      queue.asyncAfter(deadline: .now() + .milliseconds(1 + name.count % 3)) {
        answer(self.lock.withLock { body(&self.counts) })
      }
    }
  }
}

final class KeyLocks: @unchecked Sendable {
  private let queue = DispatchQueue(label: "locks")
  private var waiting: [String: [Resolver<Void>]] = [:]

  func with<T>(_ key: String, _ body: @escaping @Sendable () -> Promise<T>) -> Promise<T> {
    Promise(label: "acquire \(key)", on: queue) { seal in
      guard self.waiting[key] == nil else { return self.waiting[key, default: []].append(seal) }
      self.waiting[key] = []
      seal.fulfill()
    }
    .then(label: "hold \(key)", on: queue, body)
    .ensure(label: "release \(key)", on: queue) { self.release(key) }
  }

  private func release(_ key: String) {
    guard let next = waiting[key]?.first else { return waiting[key] = nil }
    waiting[key]?.removeFirst()
    next.fulfill()
  }
}

final class Bank: @unchecked Sendable {
  private let queue = DispatchQueue(label: "bank")
  private var open: [Int: Resolver<Int>] = [:]
  private var voided: [Int] = []

  func charge(_ order: Order) -> Promise<Int> {
    let charge = Promise<Int>(label: "charge \(order.id)", on: queue) { seal in
      self.open[order.id] = seal
      seal.onCancel { self.queue.async { self.voided.append(order.id) } }
    }
    if order.payment != .voucher {
      queue.asyncAfter(deadline: .now() + .milliseconds(5)) {
        guard let seal = self.open.removeValue(forKey: order.id) else { return }
        order.payment == .card ? seal.fulfill(order.id * 100) : seal.reject(OrderError.declined)
      }
    }
    return charge
  }

  var voids: [Int] { queue.sync { voided.sorted() } }
}

final class Warehouse: @unchecked Sendable {
  private let desk = DispatchQueue(label: "desk")
  private let locks = KeyLocks()
  private let store: ShelfStore
  private let bank: Bank
  private lazy var opening = store.open()
  private var dock: [Int] = []

  init(_ store: ShelfStore, _ bank: Bank) {
    self.store = store
    self.bank = bank
  }

  var shipped: [Int] { desk.sync { dock.sorted() } }

  func place(_ order: Order) -> Promise<Int> {
    opened()
      .then(label: "reserve \(order.id)", on: desk) { self.reserve(order) }
      .then(label: "pay \(order.id)", on: desk) { lines in self.pay(order, holding: lines) }
      .get(label: "ship \(order.id)", on: desk) { receipt in self.dock.append(receipt) }
  }

  func move(_ count: Int, from source: String, to target: String) -> Promise<Void> {
    let bins = [source, target].sorted()
    return opened().then(label: "move", on: desk) {
      self.locks.with(bins[0]) {
        self.locks.with(bins[1]) {
          self.add(-count, to: source)
            .then(on: self.desk) { self.add(count, to: target) }
        }
      }
    }
  }

  private func opened() -> Guarantee<Void> {
    Guarantee().then(label: "opened", on: desk) { self.opening }
  }

  private func reserve(_ order: Order) -> Promise<[Line]> {
    let lines = order.lines.sorted { $0.sku < $1.sku }
    return Promise.value([]).reduce(label: "lines", lines, on: desk) { held, line in
      self.locks.with(line.sku) { self.add(-line.count, to: line.sku) }
        .map(on: self.desk) { held + [line] }
        .recover(label: "undo", on: self.desk) { error in
          self.release(held).map(on: self.desk) { throw error }
        }
    }
  }

  private func pay(_ order: Order, holding lines: [Line]) -> Promise<Int> {
    let context = CancelContext()
    return context.run { bank.charge(order) }
      .timeout(label: "patience \(order.id)", order.payment.patience)
      .ensure(label: "void \(order.id)", on: desk) { context.cancel() }
      .recover(label: "release \(order.id)", on: desk) { error in
        self.release(lines).map(on: self.desk) { throw error }
      }
  }

  private func release(_ lines: [Line]) -> Promise<Void> {
    let returns = lines.map { line in
      locks.with(line.sku) { self.add(line.count, to: line.sku) }
    }
    return when(label: "release", fulfilled: returns)
  }

  private func add(_ change: Int, to sku: String) -> Promise<Void> {
    store.read(sku)
      .then(label: "count \(sku)", on: desk) { count in
        guard count + change >= 0 else { throw OrderError.soldOut }
        return self.store.write(sku, count + change)
      }
  }
}

let store = ShelfStore()
let bank = Bank()
let warehouse = Warehouse(store, bank)
let orders = [
  Order(id: 1, lines: [Line(sku: "bolt", count: 4), Line(sku: "lamp", count: 1)]),
  Order(id: 2, lines: [Line(sku: "oak", count: 9), Line(sku: "hinge", count: 2)]),
  Order(id: 3, lines: [Line(sku: "lamp", count: 2)], payment: .blockedCard),
  Order(id: 4, lines: [Line(sku: "bolt", count: 3)], payment: .voucher),
  Order(id: 5, lines: [Line(sku: "bolt", count: 2), Line(sku: "oak", count: 1)]),
]

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

func problem(_ outcomes: [String]) -> String? {
  if outcomes != ["100", "none", "none", "none", "500", "()", "()"] {
    return "orders and moves end as \(outcomes)"
  }
  if warehouse.shipped != [100, 500] { return "shipped is \(warehouse.shipped)" }
  if bank.voids != [4] { return "voided charges are \(bank.voids)" }
  let expected = ["bolt": 35, "hinge": 29, "lamp": 19, "oak": 5, "openings": 1]
  return store.snapshot == expected ? nil : "the shelves hold \(store.snapshot)"
}

func outcome<T>(_ result: Result<T, any Error>) -> String {
  (try? result.get()).map { "\($0)" } ?? "none"
}

let placed = orders.map { warehouse.place($0) }
let moves = [(3, "bolt", "hinge"), (4, "hinge", "bolt")].map {
  warehouse.move($0, from: $1, to: $2)
}

when(guarantees: when(label: "orders", resolved: placed), when(label: "moves", resolved: moves))
  .done(label: "verdict") { placed, moves in
    let problem = problem(placed.map(outcome) + moves.map(outcome))
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

RunLoop.main.run()
