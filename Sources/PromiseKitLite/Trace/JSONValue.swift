/// A value that was read out of JSON.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A number that is no `Int`.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONField])
}

/// One field of an object.
struct JSONField: Hashable, Sendable {
  var key: String
  var value: JSONValue
}
