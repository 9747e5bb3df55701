/// A text in quotation marks, on one line.
package enum QuotedText {
  /// Returns the text in quotation marks.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns the text that was quoted; `nil` if it is not a text in quotation marks.
  package static func unquoted(_ text: String) -> String? {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return nil }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if isEscaped {
        switch character {
        case "n": result.append("\n")
        case "r": result.append("\r")
        default: result.append(character)
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        return nil
      } else {
        result.append(character)
      }
    }
    return isEscaped ? nil : result
  }
}
