import PromiseKitLite

extension [JSONField] {
  /// Returns the value of a key; `nil` if there is none.
  subscript(key: String) -> JSONValue? { first { $0.key == key }?.value }

  /// Returns the integer of a key; `nil` if its value is not one.
  func integer(_ key: String) -> Int? {
    if case .integer(let number)? = self[key] { number } else { nil }
  }
}
