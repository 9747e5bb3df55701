import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Returns the width of `text` in cells; control characters count as the escapes that are drawn for them.
package func displayWidth(_ text: String) -> Int {
  if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text.utf8.count }
  return DisplayPieces(sanitized(text)).reduce(0) { $0 + $1.width }
}

/// Returns `text` cut to `width` cells, with `ellipsis` at the end if something was cut.
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
  // A text that was cut before ends in dots.
  while result.hasSuffix("..") { result.removeLast() }
  return result + String(ellipsis)
}

/// Returns as much of `text` as can affect `cells` cells, so that very long texts take no time.
func beginning(of text: String, cells: Int) -> (text: String, isCut: Bool) {
  let most = 16 * max(0, min(cells, 10_000)) + 64
  guard text.utf8.count > most else { return (text, false) }
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return (text, false) }
  return (String(scalars[..<end]), true)
}

/// Returns `text` cut or padded with spaces to exactly `width` cells.
package func padded(_ text: String, to width: Int, ellipsis: Character) -> String {
  let text = clipped(text, to: width, ellipsis: ellipsis)
  return text + blanks(width - displayWidth(text))
}

/// Returns the width of a scalar in cells: 0 for marks and invisible scalars, 2 for wide East Asian characters
/// and emoji, otherwise 1. Ambiguous ones count as 1.
func cellWidth(_ scalar: Unicode.Scalar) -> Int {
  let value = scalar.value
  if value < 0x300 { return value == 0xAD || value < 0x20 || (0x7F..<0xA0) ~= value ? 0 : 1 }
  if isZeroWidth(scalar) { return 0 }
  return value >= 0x1100 && WidthTable.wide.covers(value) ? 2 : 1
}

/// Returns whether a scalar takes no cell of its own: marks, format characters, the middle and end of a Korean
/// syllable.
private func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator, .surrogate:
    true
  default: (0x1160...0x11FF) ~= scalar.value || (0xD7B0...0xD7FF) ~= scalar.value
  }
}

/// Returns whether a scalar only changes the shape of the previous one: joiners, variation selectors, tags,
/// skin tones. Such scalars are never drawn.
func isShapeModifier(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x200B...0x200D, 0x2060...0x2064, 0xFE00...0xFE0F, 0xFEFF, 0x180B...0x180F,
    0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF:
    true
  default: false
  }
}

/// A character with its marks, which takes one or two cells.
struct DisplayPiece: Hashable {
  /// The character and its marks.
  var text: String
  /// The width in cells: 1 or 2.
  var width: Int
}

/// The pieces of a text in order: each scalar with a width, followed by its marks.
///
/// Joiners, variation selectors and other scalars that only change a shape are dropped, so that the terminal
/// draws exactly as many cells as were counted. A cell keeps at most four marks.
struct DisplayPieces: Sequence, IteratorProtocol {
  private static let mostMarks = 4
  private var scalars: String.UnicodeScalarView.Iterator
  private var ahead: Unicode.Scalar?

  /// Creates the pieces of a sanitized `text`.
  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
    ahead = scalars.next()
  }

  mutating func next() -> DisplayPiece? {
    while let first = ahead {
      ahead = scalars.next()
      let width = cellWidth(first)
      guard width > 0 else { continue }
      var text = String(first)
      var marks = 0
      while let mark = ahead, cellWidth(mark) == 0 || (width == 2 && isShapeModifier(mark)) {
        if marks < Self.mostMarks, !isShapeModifier(mark) {
          text.unicodeScalars.append(mark)
          marks += 1
        }
        ahead = scalars.next()
      }
      return DisplayPiece(text: text, width: width)
    }
    return nil
  }
}

/// The scalars of East Asian width W and F (Unicode 16), as ranges in order. The table is built in because the
/// system's `wcwidth` depends on the locale.
enum WidthTable {
  /// First and last scalar of each range.
  static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2630...0x2637, 0x2648...0x2653,
    0x267F...0x267F, 0x268A...0x268F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB,
    0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA,
    0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705,
    0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
    0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C,
    0x2B50...0x2B50, 0x2B55...0x2B55, 0x2E80...0x2E99, 0x2E9B...0x2EF3, 0x2F00...0x2FD5,
    0x2FF0...0x303E, 0x3041...0x3096, 0x3099...0x30FF, 0x3105...0x312F, 0x3131...0x318E,
    0x3190...0x31E5, 0x31EF...0x321E, 0x3220...0x3247, 0x3250...0xA48C, 0xA490...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE52,
    0xFE54...0xFE66, 0xFE68...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x16FE4,
    0x16FF0...0x16FF1, 0x17000...0x187F7, 0x18800...0x18CD5, 0x18CFF...0x18D08,
    0x1AFF0...0x1AFF3, 0x1AFF5...0x1AFFB, 0x1AFFD...0x1AFFE, 0x1B000...0x1B122,
    0x1B132...0x1B132, 0x1B150...0x1B152, 0x1B155...0x1B155, 0x1B164...0x1B167,
    0x1B170...0x1B2FB, 0x1D300...0x1D356, 0x1D360...0x1D376, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F202,
    0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
    0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C, 0x1F37E...0x1F393,
    0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0, 0x1F3F4...0x1F3F4,
    0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596,
    0x1F5A4...0x1F5A4, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC,
    0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6D7, 0x1F6DC...0x1F6DF, 0x1F6EB...0x1F6EC,
    0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7EB, 0x1F7F0...0x1F7F0, 0x1F90C...0x1F93A,
    0x1F93C...0x1F945, 0x1F947...0x1F9FF, 0x1FA70...0x1FA7C, 0x1FA80...0x1FA89,
    0x1FA8F...0x1FAC6, 0x1FACE...0x1FADC, 0x1FADF...0x1FAE9, 0x1FAF0...0x1FAF8,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

extension [ClosedRange<UInt32>] {
  /// Returns whether one of the ranges, which are in order, contains `value`.
  func covers(_ value: UInt32) -> Bool {
    let place = partitionPoint { $0.upperBound < value }
    return place < count && self[place].contains(value)
  }
}
