import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct Order: Codable, Sendable {
  var id: Int
  var items: [String]
}

struct Shop: Sendable {
  let url: URL
  var session = URLSession.shared

  /// Fetches the orders, sends a new one with the next number, and returns how many there are now.
  func order(_ items: [String]) -> Promise<Int> {
    firstly {
      session.fetch(label: "orders", [Order].self, from: url)
    }.then(on: .background) { orders in
      send(Order(id: orders.count + 1, items: items))
    }.map(on: .background) { order in
      order.id
    }
  }

  private func send(_ order: Order) -> Promise<Order> {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    do {
      let body = try JSONEncoder().encode(order)
      return session.uploadTask(.promise, label: "send", with: request, from: body)
        .validate()
        .decode(Order.self)
    } catch {
      return Promise(error: error)
    }
  }
}
