@testable import PromiseScreens

/// How a picture of the screen is taken.
enum PictureForm: String, CaseIterable, Sendable {
  /// The signs, without their appearance.
  case unicode
  /// The same on an ASCII terminal.
  case ascii
  /// Without color; below each line is how its cells are drawn, so that no emphasis can be lost
  /// unseen.
  case monochrome

  /// The size of the pictures: each form has a small, a usual or a large one.
  var size: Size {
    switch self {
    case .unicode: Size(width: 80, height: 24)
    case .ascii: Size(width: 40, height: 12)
    case .monochrome: Size(width: 200, height: 50)
    }
  }

  /// The signs that it is drawn with.
  var glyphs: GlyphSet { self == .ascii ? .ascii : .unicode }
  /// The appearance of each role.
  var theme: Theme { self == .monochrome ? .monochrome : .color }

  /// `canvas` as text, without trailing blanks.
  func text(of canvas: Canvas) -> String {
    (0..<canvas.height).flatMap { y -> [String] in
      let cells = (0..<canvas.width).map { canvas[$0, y] }
      let line = trimmed(cells.map(\.text).joined())
      guard self == .monochrome else { return [line] }
      let emphasis = trimmed(cells.map(emphasis).joined())
      return emphasis.isEmpty ? [line] : [line, emphasis]
    }.joined(separator: "\n")
  }

  /// `r` reversed, `b` bold, `d` dim, `u` underlined, blank if plain; a capital letter if a
  /// reversed cell is also bold.
  private func emphasis(_ cell: Cell) -> String {
    let appearance = theme[cell.role]
    if cell.reversed || appearance.reverse { return appearance.bold ? "R" : "r" }
    // A blank looks the same in every weight.
    if cell.text == " " { return appearance.underline ? "u" : " " }
    return appearance.underline ? "u" : appearance.bold ? "b" : appearance.dim ? "d" : " "
  }
}

/// `line` without trailing blanks.
func trimmed(_ line: String) -> String {
  var line = line
  while line.last == " " { line.removeLast() }
  return line
}
