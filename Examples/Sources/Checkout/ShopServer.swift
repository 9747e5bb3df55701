import Dispatch
import FlyingFox
import FlyingSocks
import Foundation
import PromiseKitLite

/// The other side: a server on this machine, on a port that the system chooses.
actor ShopServer {
  /// How the server delays and refuses requests.
  struct Behavior: Sendable {
    /// How long the server takes for the day of delivery.
    var delivery: Duration = .milliseconds(200)
    /// Whether every order is refused. Without this, only the first order of each customer fails,
    /// because the database is busy.
    var refusesOrders = false
    /// Whether the server is a process of its own. Then the handling of each request is a promise, in the
    /// distributed trace that the request belongs to.
    var isService = false
  }

  private static let prices = ["tea": 420, "milk": 139, "cake": 1250]

  private let behavior: Behavior
  /// The number of orders that each customer has sent.
  private var attempts: [String: Int] = [:]
  private var orders = 0

  private init(_ behavior: Behavior) { self.behavior = behavior }

  /// Starts a server, which runs as long as the program, and returns its address once it is
  /// listening. With a port, other machines can use it as well.
  static func start(_ behavior: Behavior, port: UInt16 = 0) async throws -> URL {
    let own = port == 0 ? "127.0.0.1" : "0.0.0.0"
    let http = HTTPServer(address: try sockaddr_in.inet(ip4: own, port: port), logger: .disabled)
    await ShopServer(behavior).addRoutes(to: http)
    Task { try await http.run() }
    try await http.waitUntilListening()
    guard case .ip4(_, let port)? = await http.listeningAddress,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw URLError(.cannotFindHost) }
    return url
  }
}

extension ShopServer {
  private func addRoutes(to http: HTTPServer) async {
    await http.appendRoute("POST /login") { [self] in
      try await answer("login", $0) { try await self.login($0) }
    }
    await http.appendRoute("GET /cart") { [self] in
      try await answer("cart", $0) { try await self.cart($0) }
    }
    await http.appendRoute("GET /prices/*") { [self] in
      try await answer("price", $0) { try await self.price($0) }
    }
    await http.appendRoute("GET /delivery") { [self] in
      try await answer("delivery", $0) { try await self.delivery($0) }
    }
    await http.appendRoute("POST /orders") { [self] in
      try await answer("order", $0) { try await self.order($0) }
    }
  }

  /// Handles a request; as a service, with a promise in the trace of the request.
  private func answer(
    _ name: String, _ request: HTTPRequest,
    _ handle: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard behavior.isService else { return try await handle(request) }
    return try await PromiseTrace.continuing(traceparent: request.headers[.traceparent]) {
      Promise(label: name, async: { try await handle(request) })
        .get(label: "\(name) answered", on: Self.answers) { response in
          PromiseTrace.note("\(name): \(response.statusCode.code)")
        }
    }.async()
  }

  /// The queue on which the answers of a service are noted.
  private static let answers = DispatchQueue(label: "answers")

  private func login(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await Task.sleep(for: .milliseconds(80))
    let body = try await request.bodyData
    let customer = try JSONDecoder().decode(Credentials.self, from: body).customer
    return try .json(
      Welcome(customer: customer), [.setCookie: "customer=\(Self.escaped(customer)); Path=/"])
  }

  private func cart(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard Self.customer(of: request) != nil else { return HTTPResponse(statusCode: .unauthorized) }
    try await Task.sleep(for: .milliseconds(60))
    return try .json(Cart(items: Self.prices.keys.sorted()))
  }

  /// Returns the price of an item. A more expensive item takes longer.
  private func price(_ request: HTTPRequest) async throws -> HTTPResponse {
    let item = (request.path as NSString).lastPathComponent
    guard let cents = Self.prices[item] else { return HTTPResponse(statusCode: .notFound) }
    try await Task.sleep(for: .milliseconds(cents / 10))
    return try .json(Price(item: item, cents: cents))
  }

  private func delivery(_ request: HTTPRequest) async throws -> HTTPResponse {
    try await Task.sleep(for: behavior.delivery)
    return try .json(Delivery(day: "Tuesday"))
  }

  /// Accepts an order. The first order of a customer fails, because the database is busy.
  private func order(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let customer = Self.customer(of: request) else {
      return HTTPResponse(statusCode: .unauthorized)
    }
    attempts[customer, default: 0] += 1
    let isFirst = attempts[customer] == 1
    try await Task.sleep(for: .milliseconds(40))
    guard !behavior.refusesOrders, !isFirst else {
      return HTTPResponse(statusCode: .internalServerError)
    }
    let order = try JSONDecoder().decode(Order.self, from: await request.bodyData)
    orders += 1
    return try .json(Receipt(number: orders, customer: customer, order: order))
  }
}

extension ShopServer {
  /// Returns the customer that the cookie of a request names.
  private static func customer(of request: HTTPRequest) -> String? {
    request.headers[.cookie]?.split(separator: "; ").first { $0.hasPrefix("customer=") }
      .flatMap { $0.dropFirst("customer=".count).removingPercentEncoding }
  }

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension HTTPHeader {
  fileprivate static let cookie = HTTPHeader("Cookie")
  fileprivate static let traceparent = HTTPHeader("traceparent")
  fileprivate static let setCookie = HTTPHeader("Set-Cookie")
}

extension HTTPResponse {
  fileprivate static func json(
    _ model: some Encodable, _ headers: [HTTPHeader: String] = [:]
  ) throws -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders(headers.merging([.contentType: "application/json"]) { mine, _ in mine }),
      body: try JSONEncoder().encode(model))
  }
}
