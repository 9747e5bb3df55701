import Dispatch
import Foundation
import PromiseKitLite
import PromiseKitLiteFoundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The shop as one customer's program uses it: one function for each request.
struct ShopClient: Sendable {
  /// The address of the server.
  let url: URL
  /// Sends the requests, and keeps the cookie of the customer's session.
  private let session = URLSession(configuration: .ephemeral)
  /// The queue on which responses are decoded.
  private static let decoding = DispatchQueue(label: "decode")

  init(at url: URL) { self.url = url }

  func login(_ customer: String) -> Promise<Welcome> {
    post("login", Credentials(customer: customer, password: "secret"), to: "login")
  }

  func cart() -> Promise<Cart> { get("cart", from: "cart") }

  func price(of item: String) -> Promise<Price> { get(item, from: "prices/\(item)") }

  func delivery() -> Promise<Delivery> { get("delivery", from: "delivery") }

  func submit(_ order: Order) -> Promise<Receipt> { post("order", order, to: "orders") }
}

extension ShopClient {
  private func get<Answer: Decodable & Sendable>(
    _ name: String, from path: String
  ) -> Promise<Answer> {
    answer(name, to: URLRequest(url: url.appendingPathComponent(path)))
  }

  private func post<Answer: Decodable & Sendable>(
    _ name: String, _ body: some Encodable, to path: String
  ) -> Promise<Answer> {
    firstly {
      var request = URLRequest(url: url.appendingPathComponent(path))
      request.httpMethod = "POST"
      request.httpBody = try JSONEncoder().encode(body)
      return answer(name, to: request)
    }
  }

  /// Sends a request, checks the status of the response, and decodes it.
  private func answer<Answer: Decodable & Sendable>(
    _ name: String, to request: URLRequest
  ) -> Promise<Answer> {
    session.dataTask(.promise, label: name, with: request)
      .validate(label: "\(name) ok")
      .decode(label: "\(name) decoded", Answer.self, on: Self.decoding)
  }
}
