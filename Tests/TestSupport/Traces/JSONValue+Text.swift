package import PromiseEvents

extension JSONValue {
  /// The value as JSON.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { Self.quoted($0.key) + ":" + $0.value.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\0"..<" ": result += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  fileprivate func changed(
    _ key: String, _ change: (_ key: String, JSONValue) -> JSONValue
  ) -> JSONValue {
    switch self {
    case .array(let values): .array(values.map { $0.changed(key, change) })
    case .object(let fields): .object(fields.changed(change))
    case .null, .bool, .integer, .real, .string: change(key, self)
    }
  }
}

extension [JSONField] {
  /// Returns the fields with other values, also inside arrays and objects. `change` is given each value that contains
  /// no other, with the key of its field.
  package func changed(_ change: (_ key: String, JSONValue) -> JSONValue) -> [JSONField] {
    map { JSONField(key: $0.key, value: $0.value.changed($0.key, change)) }
  }
}
