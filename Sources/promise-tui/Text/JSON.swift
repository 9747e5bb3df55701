import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// A JSON value whose keys keep their order.
enum JSON {
  case null
  case flag(Bool)
  case number(Int)
  case fraction(Double)
  case text(String)
  case list([JSON])
  case object([(String, JSON)])

  /// Returns a string, or `null` for `nil`.
  static func maybe(_ text: String?) -> JSON { text.map(JSON.text) ?? .null }

  /// Returns an array of strings.
  static func texts(_ texts: [String]) -> JSON { .list(texts.map(JSON.text)) }
}

extension JSON: CustomStringConvertible {
  /// The JSON text, on one line.
  var description: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .fraction(let number): number.isFinite ? "\(number)" : "null"
    case .text(let text): text.quotedForJSON
    case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let pairs):
      "{\(pairs.map { "\($0.quotedForJSON):\($1)" }.joined(separator: ","))}"
    }
  }
}
