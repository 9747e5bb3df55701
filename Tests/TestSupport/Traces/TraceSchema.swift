package import Foundation
package import PromiseEvents

/// The schema in docs/reference/trace.schema.json, applied to a line: it supports the keywords of JSON Schema
/// that the schema uses.
package struct TraceSchema: Sendable {
  package let root: JSONValue

  /// The schema next to the documents.
  package init() throws {
    let file = Self.checkout.appending(path: "docs/reference/trace.schema.json")
    root = try JSONScanner.value(of: Array(try Data(contentsOf: file))[...])
  }

  package static var checkout: URL {
    var folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "docs/learn/rules.md").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }

  /// Returns why the line does not belong to a trace; `nil` if it does.
  package func problem(with line: some Sequence<UInt8>) -> String? {
    guard let value = try? JSONScanner.value(of: Array(line)[...]) else { return "no JSON" }
    return problem(value, root)
  }

  /// Returns the definition with the given name.
  package subscript(name: String) -> JSONValue { root["$defs"][name] }

  /// The names of the kinds, in order.
  package var kinds: [String] {
    self["event"]["properties"]["k"]["enum"].array.compactMap(\.string)
  }

  /// The fields of a definition.
  package func fields(of name: String) -> [(name: String, schema: JSONValue, isRequired: Bool)] {
    let required = self[name]["required"].array.compactMap(\.string)
    return self[name]["properties"].fields.filter { $0.value["const"].string == nil }
      .map { ($0.key, $0.value, required.contains($0.key)) }
  }
}

// MARK: - Validating

extension TraceSchema {
  private func problem(_ value: JSONValue, _ schema: JSONValue) -> String? {
    for keyword in schema.fields {
      if let problem = problem(value, schema, keyword.key, keyword.value) { return problem }
    }
    return nil
  }

  private func problem(
    _ value: JSONValue, _ schema: JSONValue, _ keyword: String, _ wanted: JSONValue
  ) -> String? {
    switch keyword {
    case "$schema", "$defs", "title", "description": return nil
    case "$ref":
      let name = wanted.string?.split(separator: "/").last.map(String.init) ?? ""
      return problem(value, self[name])
    case "oneOf":
      let problems = wanted.array.map { problem(value, $0) }
      let count = problems.count { $0 == nil }
      return count == 1 ? nil : "\(count) fit: \(Set(problems.compactMap { $0 }).sorted())"
    case "type": return value.type == wanted.string ? nil : "no \(wanted.string ?? "")"
    case "enum": return wanted.array.contains(value) ? nil : "none of the words"
    case "const": return value == wanted ? nil : "not \(wanted)"
    case "minimum":
      guard case .integer(let least) = wanted, case .integer(let number) = value else { return nil }
      return number >= least ? nil : "less than \(least)"
    case "maximum":
      guard case .integer(let most) = wanted, case .integer(let number) = value else { return nil }
      return number <= most ? nil : "more than \(most)"
    case "pattern":
      guard let text = value.string, let pattern = wanted.string else { return nil }
      return text.range(of: pattern, options: .regularExpression) == nil ? "another form" : nil
    case "required":
      let missing = wanted.array.compactMap(\.string).first { key in
        !value.fields.contains { $0.key == key }
      }
      return value.isObject ? missing.map { "\($0) is missing" } : nil
    case "dependentRequired":
      return first(wanted.fields) { field in
        value.fields.contains { $0.key == field.key }
          ? problem(value, schema, "required", field.value) : nil
      }
    case "properties":
      return first(value.fields) { field in
        wanted.fields.first { $0.key == field.key }
          .flatMap { problem(field.value, $0.value).map { "\(field.key): \($0)" } }
      }
    case "items": return first(value.array) { problem($0, wanted) }
    default: return "the schema uses \(keyword), which is not checked"
    }
  }

  /// Returns the first problem, each being looked for once: a lazy collection would look for it twice.
  private func first<Element>(_ elements: [Element], _ problem: (Element) -> String?) -> String? {
    for element in elements {
      if let problem = problem(element) { return problem }
    }
    return nil
  }
}

extension JSONValue {
  package subscript(key: String) -> JSONValue { fields.first { $0.key == key }?.value ?? .null }

  package var fields: [JSONField] { if case .object(let fields) = self { fields } else { [] } }
  package var array: [JSONValue] { if case .array(let values) = self { values } else { [] } }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  var isObject: Bool { type == "object" }

  /// The name of the type in JSON Schema.
  fileprivate var type: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
