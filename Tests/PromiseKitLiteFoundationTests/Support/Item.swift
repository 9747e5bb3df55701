/// A model on a server.
struct Item: Codable, Equatable, Sendable {
  var id: Int
  var name: String
}
