import PromiseKitLite

/// Texts made harmless, cut and put in a row.

/// Foreign text made harmless and cut to `limit` characters.
func brief(_ text: String, _ limit: Int) -> String {
  // A character may be made of thousands of scalars: these are counted first.
  let scalars = String(String.UnicodeScalarView(text.unicodeScalars.prefix(4 * limit + 1)))
  return sanitized(scalars).cut(to: limit)
}

/// Names in a row, and how many more there are: `a`, `a and b`, `a, b and 7 more`.
func inARow(_ names: [String], more: Int = 0) -> String {
  if more > 0 { return inARow(names + ["\(more) more"]) }
  guard let last = names.last, names.count > 1 else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " and " + last
}

extension String {
  /// The first `limit` characters; where some are missing, the last three say so.
  package func cut(to limit: Int) -> String {
    count <= limit
      ? self : String(prefix(max(0, limit - 3))) + String(repeating: ".", count: min(3, limit))
  }

  /// The text up to its last character that is no blank.
  package var withoutTrailingBlanks: String {
    var result = self
    while result.last == " " { result.removeLast() }
    return result
  }
}
