import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Returns text from a run as markup: harmless, and without the meaning that HTML gives to its characters.
func html(_ text: String) -> String { sanitized(text).escapedForXML }

/// Returns a text as JSON that is safe in a page: nothing in it ends the enclosing element.
func pageText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case _ where scalar == "<" || scalar == ">" || scalar == "&" || isHarmful(scalar):
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// An object as JSON, in the order in which its fields are added.
struct PageObject {
  private var fields: [String] = []

  /// The JSON.
  var json: String { "{\(fields.joined(separator: ","))}" }

  mutating func add(_ name: String, text: String?) {
    if let text { fields.append("\"\(name)\":\(pageText(text))") }
  }

  mutating func add(_ name: String, _ number: (some BinaryInteger)?) {
    if let number { fields.append("\"\(name)\":\(number)") }
  }

  /// Adds a list of values that are JSON already.
  mutating func add(_ name: String, list: [String]?) {
    if let list { fields.append("\"\(name)\":[\(list.joined(separator: ","))]") }
  }

  /// Adds a list of numbers.
  mutating func add(_ name: String, numbers: some Sequence<some BinaryInteger>) {
    add(name, list: numbers.map { "\($0)" })
  }

  mutating func add(_ name: String, object: PageObject) {
    fields.append("\"\(name)\":\(object.json)")
  }
}

extension PageFacts {
  /// The longest value of a promise in a page, in characters.
  static let longestValue = 400

  /// Returns text from the run, harmless and cut.
  static func brief(_ text: String) -> String {
    let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * longestValue)))
    return sanitized(scalars).cut(to: longestValue)
  }
}
