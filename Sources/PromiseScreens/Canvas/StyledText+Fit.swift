import PromiseKitLite

extension StyledLine {
  /// The cells that it takes.
  var width: Int { spans.reduce(0) { $0 + displayWidth($1.text) } }

  /// The line cut to `width` cells, with an ellipsis where something was cut.
  func cut(to width: Int, ellipsis: Character) -> StyledLine {
    let spans = spans.map { Span(beginning(of: $0.text, cells: width + 1).text, $0.role) }
    guard spans.reduce(0, { $0 + displayWidth($1.text) }) > width else { return self }
    var result = StyledLine()
    var left = width
    for span in spans {
      let needed = displayWidth(span.text)
      if needed < left {
        result.spans.append(span)
        left -= needed
      } else {
        // Something is cut, here or further right: with the space it is always here.
        result.add(clipped(span.text + " ", to: left, ellipsis: ellipsis), span.role)
        break
      }
    }
    return result
  }

  /// The line without the `x` cells that come after its first `kept` ones; of a wide character that is
  /// cut in half a space stays.
  func scrolled(by x: Int, after kept: Int = 0) -> StyledLine {
    guard x > 0 else { return self }
    var result = StyledLine()
    var column = 0
    for span in spans {
      var text = ""
      for piece in DisplayPieces(sanitized(span.text)) {
        let hidden = (column..<(column + piece.width)).count { (kept..<(kept + x)).contains($0) }
        column += piece.width
        text += hidden == 0 ? piece.text : String(repeating: " ", count: piece.width - hidden)
      }
      if !text.isEmpty { result.add(text, span.role) }
    }
    return result
  }

  /// `left` at the left and `right` at the right of `width` cells; where both do not fit, the left
  /// one is cut, and the right one goes where less than a third is left.
  static func sides(
    _ left: StyledLine, _ right: StyledLine, width: Int, ellipsis: Character
  ) -> StyledLine {
    let rightWidth = right.width
    let needed = min(left.width, max(8, width / 3))
    guard rightWidth > 0, needed + 1 + rightWidth <= width else {
      return left.cut(to: width, ellipsis: ellipsis)
    }
    var line = left.cut(to: width - rightWidth - 1, ellipsis: ellipsis)
    line.add(String(repeating: " ", count: width - line.width - rightWidth))
    line.spans += right.spans
    return line
  }
}

/// `text` at the right of as many cells as `widest` takes: numbers that grow in their place.
func aligned(_ text: String, with widest: String) -> String {
  String(repeating: " ", count: max(0, displayWidth(widest) - displayWidth(text))) + text
}
