// Checkout of a shop: stock is held, prices are fresh, the card is charged once, and the order is sent.
import Foundation
import PromiseKitLite

struct Order: Sendable {
  let customer: String
  let items: [String]
  let card: String
}

enum CheckoutError: Error, Equatable {
  case soldOut(String)
  case declined(String)
  case gatewayBusy
  case unknownCoupon
}

protocol CheckoutDelegate: AnyObject, Sendable {
  func checkout(_ customer: String, isBusy: Bool)
  func checkout(_ customer: String, showsTotal total: Int)
  func checkout(_ customer: String, endedWith text: String)
}

final class Stock: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shop.stock")
  private var shelf = ["lamp": 2, "desk": 3, "chair": 1]
  private var last: Promise<Void>

  init(opening: Promise<Void>) {
    last = opening
  }

  func hold(_ item: String) -> Promise<Void> { change(item, by: -1) }
  func putBack(_ item: String) -> Promise<Void> { change(item, by: 1) }

  private func change(_ item: String, by count: Int) -> Promise<Void> {
    queue.async(.promise, label: "line up \(item)") { [self] () -> Promise<Void> in
      let mine = last.then(label: "change \(item)", on: queue) { [self] in write(item, count) }
      last = mine.recover(label: "next in line", on: queue) { _ in }
      return mine
    }
    .then(label: "changed \(item)", on: queue) { $0 }
  }

  private func write(_ item: String, _ count: Int) -> Promise<Void> {
    let left = (shelf[item] ?? 0) + count
    guard left >= 0 else { return Promise(label: "sold out", error: CheckoutError.soldOut(item)) }
    let writing = after(label: "write shelf", .milliseconds(2))
      .done(label: "shelf of \(item)", on: queue) { [self] in shelf[item] = left }
    return Promise(writing)
  }

  func contents() -> [String: Int] { queue.sync { shelf } }
}

final class Gateway: @unchecked Sendable {
  private let queue = DispatchQueue(label: "shop.gateway")
  private var keys: [String: Int] = [:]
  private var busy = 2
  private(set) var charges: [String: Int] = [:]

  func price(of item: String, coupon: String) -> Promise<Int> {
    after(label: "price travels", .milliseconds(coupon == "old" ? 25 : 4))
      .map(label: "price of \(item)", on: queue) {
        if coupon == "fake" { throw CheckoutError.unknownCoupon }
        return item.count * 100 - (coupon == "new" ? 50 : 0)
      }
  }

  func charge(_ order: Order, _ cents: Int) -> Promise<Void> {
    after(label: "charge travels", .milliseconds(5))
      .map(label: "charge \(order.customer)", on: queue) { [self] in
        if order.card == "empty" { throw CheckoutError.declined(order.customer) }
        if busy > 0 {
          busy -= 1
          throw CheckoutError.gatewayBusy
        }
        charges[order.customer, default: 0] += cents
      }
  }
}

final class Checkout: @unchecked Sendable {
  weak var delegate: (any CheckoutDelegate)?
  private let stock: Stock
  private let gateway: Gateway
  private let queue = DispatchQueue(label: "shop.checkout")
  private var running: [String: Promise<Int>] = [:]
  private var coupons: [String: String] = [:]

  init(stock: Stock, gateway: Gateway) {
    self.stock = stock
    self.gateway = gateway
  }

  func apply(_ coupon: String, for order: Order) -> Promise<Void> {
    queue.async(.promise, label: "coupon") { [self] in coupons[order.customer] = coupon }
      .then(label: "price again", on: queue) { [self] in total(of: order, coupon: coupon) }
      .done(label: "show total", on: queue) { [self] total in
        guard coupons[order.customer] == coupon else { return }
        delegate?.checkout(order.customer, showsTotal: total)
      }
  }

  private func total(of order: Order, coupon: String) -> Promise<Int> {
    when(label: "prices", fulfilled: order.items.map { gateway.price(of: $0, coupon: coupon) })
      .map(label: "total", on: queue) { prices in prices.reduce(0, +) }
      .recover(label: "without coupon", only: CheckoutError.unknownCoupon, on: queue) { [self] _ in
        total(of: order, coupon: "")
      }
  }

  func buy(_ order: Order) -> Promise<Int> {
    queue.async(.promise, label: "buy pressed") { [self] () -> Promise<Int> in
      if let current = running[order.customer] { return current }
      delegate?.checkout(order.customer, isBusy: true)
      let purchase = hold(order.items[...])
        .then(label: "charge", on: queue) { [self] in pay(order) }
        .tap(label: "tell customer", on: queue) { [self] result in
          tell(order.customer, result)
        }
        .ensure(label: "not busy", on: queue) { [self] in
          running[order.customer] = nil
          delegate?.checkout(order.customer, isBusy: false)
        }
      running[order.customer] = purchase
      return purchase
    }
    .then(label: "bought", on: queue) { $0 }
  }

  private func hold(_ items: ArraySlice<String>) -> Promise<Void> {
    guard let item = items.first else { return Promise() }
    return stock.hold(item)
      .then(label: "hold rest", on: queue) { [self] in
        hold(items.dropFirst())
          .recover(label: "put back \(item)", on: queue) { [stock] error -> Promise<Void> in
            stock.putBack(item)
              .map(label: "still failed") { throw error }
          }
      }
  }

  private func pay(_ order: Order) -> Promise<Int> {
    total(of: order, coupon: coupons[order.customer] ?? "")
      .then(label: "pay total", on: queue) { [gateway] total in
        retrying(
          label: "charge once", times: 3, delay: .milliseconds(2), on: self.queue,
          while: { error, _ in error as? CheckoutError == .gatewayBusy }
        ) { _ in gateway.charge(order, total) }
        .map(label: "paid") { total }
      }
      .recover(label: "give back", on: queue) { [stock] error -> Promise<Int> in
        when(label: "all back", fulfilled: order.items.map { stock.putBack($0) })
          .map(label: "not paid") { throw error }
      }
  }

  private func tell(_ customer: String, _ result: Result<Int, any Error>) {
    switch result {
    case .success(let total): delegate?.checkout(customer, endedWith: "paid \(total)")
    case .failure(let error): delegate?.checkout(customer, endedWith: "\(error)")
    }
  }
}

final class Window: CheckoutDelegate, @unchecked Sendable {
  private(set) var totals: [String: Int] = [:]
  private(set) var ends: [String: [String]] = [:]
  private(set) var busy: [String: Int] = [:]

  func checkout(_ customer: String, isBusy: Bool) { busy[customer, default: 0] += isBusy ? 1 : -1 }
  func checkout(_ customer: String, showsTotal total: Int) { totals[customer] = total }
  func checkout(_ customer: String, endedWith text: String) {
    ends[customer, default: []] += [text]
  }
}

func problem(_ stock: Stock, _ gateway: Gateway, _ window: Window) -> String? {
  let ends = ["ann": ["paid 700"], "bob": ["declined(\"bob\")"], "cid": ["soldOut(\"chair\")"]]
  if window.ends != ends { return "the customers read \(window.ends)" }
  if window.totals != ["ann": 700, "cid": 1000] { return "totals are \(window.totals)" }
  if window.busy.values.contains(where: { $0 != 0 }) { return "a button stays busy" }
  if gateway.charges != ["ann": 700] { return "charges are \(gateway.charges)" }
  if stock.contents() != ["lamp": 1, "desk": 2, "chair": 1] { return "stock \(stock.contents())" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let opening = Promise<Void>.pending(label: "shop opens")
let stock = Stock(opening: opening.promise)
let gateway = Gateway()
let window = Window()
let checkout = Checkout(stock: stock, gateway: gateway)
checkout.delegate = window

let ann = Order(customer: "ann", items: ["lamp", "desk"], card: "gold")
let bob = Order(customer: "bob", items: ["lamp", "desk"], card: "empty")
let cid = Order(customer: "cid", items: ["chair", "chair"], card: "gold")

when(label: "coupons", fulfilled: ["old", "new"].map { checkout.apply($0, for: ann) })
  .then(label: "false coupon") { checkout.apply("fake", for: cid) }
  .then(label: "all buy") {
    let purchases = [ann, ann, bob, cid, ann].map { checkout.buy($0) }
    opening.resolver.fulfill()
    return when(label: "bought all", resolved: purchases)
  }
  .done(label: "check") { _ in finish(problem(stock, gateway, window)) }
  .catch(label: "failed") { error in finish("\(error)") }

dispatchMain()
