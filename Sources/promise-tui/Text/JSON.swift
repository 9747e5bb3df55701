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
    case .text(let text): Self.quoted(text)
    case .list(let values): "[\(values.map(\.description).joined(separator: ","))]"
    case .object(let pairs):
      "{\(pairs.map { "\(Self.quoted($0)):\($1)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where isHarmful(scalar):
        "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      default: nil
      }
    }
    return "\"\(escaped)\""
  }
}

extension String {
  /// Returns the string with each scalar replaced by what `escape` returns for it, if anything.
  func escaped(_ escape: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = escape(scalar) {
        result += text
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
