import PromiseKitLite
import Testing

extension Promise {
  /// The error that it is rejected with.
  func rejection<E: Error>(_: E.Type = E.self) async throws -> E {
    let value: Value
    do { value = try await async() } catch { return try #require(error as? E, "\(error)") }
    throw Failure("fulfilled with \(value)")
  }
}

/// An error with a name.
struct Failure: Error, Equatable, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
