import Dispatch
import PromiseKitLite
import PromiseKitLiteFoundation

/// From the login to the receipt: the chain that this program is about.
struct Checkout: Sendable {
  let shop: ShopClient
  let customer: String
  /// How long the customer waits to hear of the day of delivery.
  let patience: DispatchTimeInterval
  /// Where the customer's steps follow one another.
  private let session: DispatchQueue

  init(of customer: String, in shop: ShopClient, patience: DispatchTimeInterval) {
    self.customer = customer
    self.shop = shop
    self.patience = patience
    session = DispatchQueue(label: customer)
  }

  /// Logs in, fetches the cart, asks what it costs and when it would arrive, and orders.
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
  /// What each item costs. They are asked for all at once.
  private func prices(of cart: Cart) -> Promise<[Price]> {
    when(label: "prices", fulfilled: cart.items.map(shop.price))
  }

  /// The day of delivery, or none if the shop thinks about it for longer than the customer waits.
  private func day() -> Promise<String?> {
    race(
      label: "day",
      shop.delivery().map(label: "day known", on: session) { $0.day as String? },
      after(label: "patience", patience).map(label: "any day", on: session) { nil as String? })
  }

  /// Orders, and tries again while the server is in trouble.
  private func submit(_ order: Order) -> Promise<Receipt> {
    retrying(
      label: "order taken", times: 3, delay: .milliseconds(60), on: session,
      while: { error, _ in isTrouble(error) }
    ) { _ in
      shop.submit(order)
    }
  }
}

/// Whether the server could not, as opposed to would not.
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
