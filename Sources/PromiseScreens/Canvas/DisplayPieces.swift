/// What goes into one or two cells: a character with its marks.
struct DisplayPiece: Hashable {
  /// The character and its marks.
  var text: String
  /// The cells it takes: 1 or 2.
  var width: Int
}

/// The pieces of a text in order: each scalar that takes room, with the marks that follow it.
///
/// Joiners, variation selectors and other scalars that only ask for another shape are dropped, so
/// that what a terminal draws takes the cells that were counted. A cell keeps at most four marks.
struct DisplayPieces: Sequence, IteratorProtocol {
  private static let mostMarks = 4
  private var scalars: String.UnicodeScalarView.Iterator
  private var ahead: Unicode.Scalar?

  /// The pieces of `text`, which has passed the sanitiser.
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
