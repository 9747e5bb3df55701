/// A text in quotation marks, on one line.
package enum QuotedText {
  /// Returns the text in quotation marks.
  package static func quoted(_ text: String) -> String {
    let escaped = text.escaped { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case _ where isHarmful(scalar): "\\u{\(String(scalar.value, radix: 16))}"
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// Returns the text that was quoted; `nil` if it is not a text in quotation marks.
  package static func unquoted(_ text: String) -> String? {
    // A quotation mark and an accent after it are one character, but two scalars.
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return nil }
    var result = String.UnicodeScalarView()
    var rest = scalars.dropFirst().dropLast()
    while let scalar = rest.popFirst() {
      guard scalar != "\"" else { return nil }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n"?: result.append("\n")
      case "r"?: result.append("\r")
      case "u"?:
        guard let scalar = number(&rest) else { return nil }
        result.append(scalar)
      case let other?: result.append(other)
      case nil: return nil
      }
    }
    return String(result)
  }

  /// Reads the number of a character, such as `{1b}`.
  private static func number(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar? {
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let digits = String(rest[rest.index(after: rest.startIndex)..<end])
    rest = rest[rest.index(after: end)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }
}
