import Dispatch
import PromiseKitLite
import PromiseKitLiteFoundation

/// The chain that this program demonstrates, from the login to the receipt.
struct Checkout: Sendable {
  let shop: ShopClient
  let customer: String
  /// How long the customer waits for the day of delivery.
  let patience: DispatchTimeInterval
  /// The queue on which the customer's steps run one after another.
  private let session: DispatchQueue

  init(of customer: String, in shop: ShopClient, patience: DispatchTimeInterval) {
    self.customer = customer
    self.shop = shop
    self.patience = patience
    session = DispatchQueue(label: customer)
  }

  /// Logs in, fetches the cart, asks for the prices and the day of delivery, and places the order.
  func run() -> Promise<Receipt> {
    firstly {
      shop.login(customer)
    }.then(label: "fetch cart", on: session) { _ in
      shop.cart()
    }.then(label: "ask", on: session) { cart in
      when(label: "offer", fulfilled: prices(of: cart), day())
    }.then(label: "submit", on: session) { prices, day in
      submit(
        Order(
          items: prices.map(\.item), cents: prices.map(\.cents).reduce(0, +), day: day))
    }.get(label: "show", on: .main) { receipt in
      print(receipt)
    }
  }
}

extension Checkout {
  /// Returns the price of each item. All prices are requested at the same time.
  private func prices(of cart: Cart) -> Promise<[Price]> {
    when(label: "prices", fulfilled: cart.items.map(shop.price))
  }

  /// Returns the day of delivery; `nil` if the shop takes longer than the customer waits.
  private func day() -> Promise<String?> {
    race(
      label: "day",
      shop.delivery().map(label: "day known", on: session) { $0.day as String? },
      after(label: "patience", patience).map(label: "any day", on: session) { nil as String? })
  }

  /// Places the order, and retries if the server has a problem.
  private func submit(_ order: Order) -> Promise<Receipt> {
    retrying(
      label: "order taken", times: 3, delay: .milliseconds(60), on: session,
      while: { error, _ in isTrouble(error) }
    ) { _ in
      shop.submit(order)
    }
  }
}

/// Returns whether the server failed, rather than refused.
private func isTrouble(_ error: any Error) -> Bool {
  guard case PMKHTTPError.badStatusCode(let status, _, _) = error else { return false }
  return status >= 500
}

extension Receipt: CustomStringConvertible {
  var description: String {
    let (euros, cents) = order.cents.quotientAndRemainder(dividingBy: 100)
    return "order \(number) of \(customer): \(order.items.joined(separator: ", ")), "
      + "\(euros).\(cents < 10 ? "0" : "")\(cents) €, \(order.day ?? "some day soon")"
  }
}
