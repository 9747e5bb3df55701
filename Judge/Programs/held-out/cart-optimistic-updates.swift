// A shopping cart that shows every change at once and tells the shop afterwards.
import Foundation
import PromiseKitLite

enum CartError: Error {
  case soldOut
  case shopBusy
  case cardDeclined
}

final class ShopClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "cart.shop")
  private let stock = ["tea": 9, "cake": 2, "bread": 3, "milk": 4]
  private let prices = ["tea": 4, "cake": 10, "bread": 3, "milk": 2]
  private var cart: [String: Int] = [:]
  private var calls: [String: Int] = [:]
  private var placed: [[String: Int]] = []

  var orders: [[String: Int]] { queue.sync { placed } }
  var coupons: Int { queue.sync { calls["coupon", default: 0] } }

  func set(_ item: String, to quantity: Int) -> Promise<Void> {
    Promise(label: "set \(item) to \(quantity)") { seal in
      queue.async { [self] in
        let delay = max(20 - count("set \(item)") * 6, 3)
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { [self] in
          guard quantity <= stock[item, default: 0] else { return seal.reject(CartError.soldOut) }
          cart[item] = quantity
          seal.fulfill()
        }
      }
    }
  }

  func quote(for lines: [String: Int]) -> Promise<Int> {
    Promise(label: "quote") { seal in
      queue.async { [self] in
        let sum = lines.reduce(0) { $0 + $1.value * prices[$1.key, default: 0] }
        let delay = count("quote") < 7 ? 50 : 9
        queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { seal.fulfill(sum) }
      }
    }
  }

  func check(_ coupon: String) -> Promise<Int> {
    after(label: "check \(coupon)", .milliseconds(5))
      .map(label: "discount of \(coupon)", on: queue) { [self] in
        guard count("coupon") > 1 else { throw CartError.shopBusy }
        return 5
      }
  }

  func place(with card: String) -> Promise<Int> {
    Promise(label: "place order with \(card)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(6)) { [self] in
        guard card != "old card" else { return seal.reject(CartError.cardDeclined) }
        guard count("place") > 2 else { return seal.reject(CartError.shopBusy) }
        placed.append(cart)
        seal.fulfill(placed.count)
      }
    }
  }

  private func count(_ call: String) -> Int {
    calls[call, default: 0] += 1
    return calls[call, default: 0]
  }
}

protocol CartViewModelDelegate: AnyObject {
  func cartDidNotice(_ text: String)
}

final class CartViewModel: @unchecked Sendable {
  enum State: Equatable {
    case shopping
    case ordering
    case ordered(Int)
  }

  weak var delegate: (any CartViewModelDelegate)?
  private(set) var state = State.shopping
  private(set) var lines: [String: Int] = [:]
  private(set) var total = 0
  private let shop: ShopClient
  private var confirmed: [String: Int] = [:]
  private var edits: [String: Int] = [:]
  private var tails: [String: Promise<Void>] = [:]
  private var unsettled: [Promise<Void>] = []
  private var discounts: [String: Promise<Int>] = [:]
  private var quotes = 0

  init(shop: ShopClient) { self.shop = shop }

  func change(_ item: String, to quantity: Int) {
    lines[item] = quantity
    edits[item, default: 0] += 1
    let edit = edits[item]
    let sent = tails[item, default: .value]
      .then(label: "send \(item) \(quantity)") { [shop] in shop.set(item, to: quantity) }
    tails[item] = sent.recover(label: "next \(item)") { _ in Promise<Void>.value }
    let settled =
      sent
      .done(label: "confirm \(item)") { [self] in confirmed[item] = quantity }
      .recover(label: "roll back \(item)") { [self] error -> Promise<Void> in
        guard edits[item] == edit else { return .value }
        lines[item] = confirmed[item]
        delegate?.cartDidNotice("\(item): \(error)")
        return refreshTotal()
      }
    unsettled.append(settled)
    unsettled.append(refreshTotal())
  }

  func discount(_ coupon: String) -> Promise<Int> {
    if let known = discounts[coupon] { return known }
    let check = shop.check(coupon)
      .tap(label: "remember \(coupon)") { [self] result in
        if case .failure = result { discounts[coupon] = nil }
      }
    discounts[coupon] = check
    return check
  }

  func checkOut(with card: String) -> Promise<Void> {
    guard state == .shopping else { return .value }
    state = .ordering
    return when(label: "all changes sent", resolved: unsettled)
      .then(label: "order") { [self] _ in place(with: card, attempts: 3) }
      .done(label: "show order") { [self] number in
        state = .ordered(number)
        delegate?.cartDidNotice("order \(number): \(total)")
      }
      .recover(label: "back to the cart", only: CartError.cardDeclined) { [self] error in
        state = .shopping
        delegate?.cartDidNotice("\(error) for \(total)")
      }
  }

  private func place(with card: String, attempts: Int) -> Promise<Int> {
    shop.place(with: card)
      .recover(label: "shop is busy") { [self] error -> Promise<Int> in
        guard attempts > 1, case CartError.shopBusy = error else { throw error }
        return after(label: "wait", .milliseconds(4 * (4 - attempts)))
          .then(label: "order again") { [self] in place(with: card, attempts: attempts - 1) }
      }
  }

  private func refreshTotal() -> Promise<Void> {
    quotes += 1
    let newest = quotes
    return shop.quote(for: lines)
      .done(label: "show total") { [self] sum in
        guard newest == quotes else { return }
        total = sum
      }
  }
}

final class CartScreen: CartViewModelDelegate, @unchecked Sendable {
  private let shop = ShopClient()
  private lazy var cart = CartViewModel(shop: shop)
  private var notices: [String] = []
  private var applied: [Int] = []

  func cartDidNotice(_ text: String) { notices.append(text) }

  func use() {
    cart.delegate = self
    let taps = [
      ("tea", 1), ("cake", 2), ("bread", 5), ("tea", 2), ("milk", 1), ("cake", 9), ("bread", 1),
    ]
    taps.forEach { cart.change($0, to: $1) }
    when(label: "first tries", resolved: [cart.discount("SPRING"), cart.discount("SPRING")])
      .then(label: "coupons") { [self] _ in
        when(label: "both", fulfilled: (1...2).map { _ in cart.discount("SPRING") })
      }
      .get(label: "show coupons") { [self] in applied = $0 }
      .then(label: "first card") { [self] _ in cart.checkOut(with: "old card") }
      .get(label: "add tea") { [self] in cart.change("tea", to: 3) }
      .then(label: "second card, two taps") { [self] in
        when(label: "taps", fulfilled: (1...2).map { _ in cart.checkOut(with: "new card") })
      }
      .catch(label: "give up") { [self] error in notices.append("gave up: \(error)") }
      .finally(label: "compare") { [self] in finish() }
  }

  private func finish() {
    let lines = ["tea": 3, "cake": 2, "bread": 1, "milk": 1]
    var problem: String?
    if notices != ["cake: soldOut", "cardDeclined for 33", "order 1: 37"] {
      problem = "the customer read \(notices)"
    } else if cart.lines != lines || cart.total != 37 || cart.state != .ordered(1) {
      problem = "the cart shows \(cart.lines), \(cart.total), \(cart.state)"
    } else if shop.orders != [lines] {
      problem = "the shop sends \(shop.orders)"
    } else if shop.coupons != 2 || applied != [5, 5] {
      problem = "the coupon was checked \(shop.coupons) times: \(applied)"
    }
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
let screen = CartScreen()
screen.use()
dispatchMain()
