/// Foreign text made harmless: control characters, line separators and the marks that turn the
/// direction of writing become visible escapes, so that no label or value moves a cursor, rings a
/// bell or reorders a line.
package func sanitized(_ text: String) -> String {
  guard text.unicodeScalars.contains(where: isHarmful) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    if isHarmful(scalar) {
      result += visibleEscape(scalar)
    } else {
      result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// C0, DEL, C1, line and paragraph separators, bidirectional controls.
private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x20..<0x7F: false
  case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// The scalar as Swift writes it: `\n`, `\u{1b}`.
private func visibleEscape(_ scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\0": "\\0"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}
