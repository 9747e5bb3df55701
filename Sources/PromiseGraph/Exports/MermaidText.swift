import PromiseKitLite

/// Foreign text in a Mermaid diagram: everything but letters, digits and a few harmless signs is an entity, so
/// that no label ends a string, begins a comment, or is read as Markdown.
func mermaidText(_ text: String) -> String {
  var result = ""
  for scalar in sanitizedScalars(text) {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "'", "/", "-", "(", ")", "+", "=", "?":
      result.unicodeScalars.append(scalar)
    case "\u{0}"..<"\u{80}": result += "#\(scalar.value);"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A text in double quotes, as YAML and JSON write it.
func quotedText(_ text: String) -> String {
  var result = "\""
  for scalar in sanitizedScalars(text) {
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    result.unicodeScalars.append(scalar)
  }
  return result + "\""
}

private func sanitizedScalars(_ text: String) -> String.UnicodeScalarView {
  sanitized(text).unicodeScalars
}
