import PromiseKitLite

/// How many cells `text` takes on the canvas, control characters counted as the escapes they are
/// drawn as.
package func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  return DisplayPieces(sanitized(text)).reduce(0) { $0 + $1.width }
}

/// `text` cut to `width` cells; where something was cut, `ellipsis` stands at the end.
package func clipped(_ text: String, to width: Int, ellipsis: Character) -> String {
  guard width > 0 else { return "" }
  let (text, isCut) = beginning(of: text, cells: width)
  guard isCut || displayWidth(text) > width else { return text }
  var result = ""
  var used = 0
  for piece in DisplayPieces(sanitized(text)) {
    guard used + piece.width <= width - 1 else { break }
    result += piece.text
    used += piece.width
  }
  return result + String(ellipsis)
}

/// As much of `text` as can matter for so many cells: of one without end nobody looks at the rest.
func beginning(of text: String, cells: Int) -> (text: String, isCut: Bool) {
  let most = 16 * max(0, min(cells, 10_000)) + 64
  guard text.utf8.count > most else { return (text, false) }
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return (text, false) }
  return (String(scalars[..<end]), true)
}

/// `text` cut or filled with spaces to exactly `width` cells.
package func padded(_ text: String, to width: Int, ellipsis: Character) -> String {
  let text = clipped(text, to: width, ellipsis: ellipsis)
  return text + String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// The cells that one scalar takes: 0 for marks and what is invisible, 2 for wide East Asian
/// characters and emoji, else 1. Ambiguous ones count 1.
func cellWidth(_ scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return value == 0xAD || value < 0x20 || (0x7F..<0xA0) ~= value ? 0 : 1 }
  if isZeroWidth(scalar) { return 0 }
  return value >= 0x1100 && WidthTable.wide.covers(value) ? 2 : 1
}

/// The scalar takes no cell of its own: a mark, a format character, the middle and end of a Korean
/// syllable.
private func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator, .surrogate:
    true
  default: (0x1160...0x11FF) ~= scalar.value || (0xD7B0...0xD7FF) ~= scalar.value
  }
}

/// A scalar that only asks for another shape of the one before it: joiners, variation selectors,
/// tags, skin tones. It is never drawn.
func isShapeModifier(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x200B...0x200D, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF, 0x180B...0x180F,
    0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF:
    true
  default: false
  }
}
