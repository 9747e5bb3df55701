/// A value that was read out of JSON.
package enum JSONValue: Hashable, Sendable {
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
package struct JSONField: Hashable, Sendable {
  package var key: String
  package var value: JSONValue
}
