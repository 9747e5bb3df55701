// The JSON that the customers and the server of the shop exchange.

/// The credentials of a login. The session itself is a cookie.
struct Credentials: Codable, Sendable {
  var customer: String
  var password: String
}

/// The response to a login.
struct Welcome: Codable, Sendable {
  var customer: String
}

/// The items that a customer wants to buy.
struct Cart: Codable, Sendable {
  var items: [String]
}

/// The current price of an item.
struct Price: Codable, Sendable {
  var item: String
  var cents: Int
}

/// The day on which an order would arrive.
struct Delivery: Codable, Sendable {
  var day: String
}

/// The items that a customer buys, and the day of delivery, if known.
struct Order: Codable, Sendable {
  var items: [String]
  var cents: Int
  var day: String?
}

/// The response to an accepted order.
struct Receipt: Codable, Sendable {
  var number: Int
  var customer: String
  var order: Order
}
