/// A model that a server has.
struct Item: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}
