// What the customers and the server of the shop send each other, as JSON.

/// Who comes in. The session itself is a cookie.
struct Credentials: Codable, Sendable {
  var customer: String
  var password: String
}

/// How the shop greets a customer.
struct Welcome: Codable, Sendable {
  var customer: String
}

/// What a customer wants to buy.
struct Cart: Codable, Sendable {
  var items: [String]
}

/// What an item costs today.
struct Price: Codable, Sendable {
  var item: String
  var cents: Int
}

/// When an order would arrive.
struct Delivery: Codable, Sendable {
  var day: String
}

/// What a customer buys, and when it should arrive, if the customer knows.
struct Order: Codable, Sendable {
  var items: [String]
  var cents: Int
  var day: String?
}

/// What the shop says of an order that it has taken.
struct Receipt: Codable, Sendable {
  var number: Int
  var customer: String
  var order: Order
}
