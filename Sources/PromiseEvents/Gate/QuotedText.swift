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
    // A quotation mark and an accent after it are one character, but two scalars.
    let scalars = text.unicodeScalars
    guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return nil }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in scalars.dropFirst().dropLast() {
      if isEscaped {
        switch scalar {
        case "n": result.append("\n")
        case "r": result.append("\r")
        default: result.append(scalar)
        }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        return nil
      } else {
        result.append(scalar)
      }
    }
    return isEscaped ? nil : String(result)
  }
}
