import PromiseEvents

extension String {
  /// The string in quotation marks, as in JSON. Characters that could change how a terminal shows the text around
  /// them are escaped, too.
  package var quotedForJSON: String {
    let escaped = escaped { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where isHarmful(scalar):
        "\\u" + String(scalar.value, radix: 16).padded(before: 4, with: "0")
      default: nil
      }
    }
    return "\"\(escaped)\""
  }

  /// The string as it reads in XML and HTML; characters that these do not allow become U+FFFD.
  package var escapedForXML: String {
    escaped { scalar in
      switch scalar {
      case "<": "&lt;"
      case ">": "&gt;"
      case "&": "&amp;"
      case "\"": "&quot;"
      case "\n", "\t": nil
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
