import PromiseGraph
import PromiseKitLite

extension StyledLine {
  /// The line with the places marked where `pattern` stands.
  func marked(_ pattern: SearchPattern) -> StyledLine {
    var line = StyledLine()
    for span in spans {
      var start = span.text.startIndex
      for range in pattern.ranges(in: span.text) {
        if start < range.lowerBound {
          line.add(String(span.text[start..<range.lowerBound]), span.role)
        }
        line.add(String(span.text[range]), .match)
        start = range.upperBound
      }
      if start < span.text.endIndex { line.add(String(span.text[start...]), span.role) }
    }
    return line
  }
}
