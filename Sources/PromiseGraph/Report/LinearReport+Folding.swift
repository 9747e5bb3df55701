import PromiseKitLite

extension LinearReport {
  /// `text` as at most `limit` lines of at most `width` characters, broken at blanks where there
  /// are any. The first line begins with `start`, the others with `indent` blanks; where something
  /// is left over, the last line ends in three points.
  package static func folded(
    _ text: String, after start: String = "", indent: Int = 4, limit: Int = 6,
    width: Int = LinearReport.width
  ) -> [String] {
    var lines: [String] = []
    var start = start
    var rest = sanitized(text)[...]
    repeat {
      let room = width - start.count
      let isLast = lines.count == limit - 1
      let part = rest.count <= room ? rest : brokenAtBlank(rest.prefix(isLast ? room - 3 : room))
      rest = rest.dropFirst(part.count)
      let end = isLast && !rest.isEmpty ? "..." : ""
      lines.append((start + part).withoutTrailingBlanks + end)
      start = String(repeating: " ", count: indent)
    } while !rest.isEmpty && lines.count < limit
    return lines
  }

  private static func brokenAtBlank(_ text: Substring) -> Substring {
    guard let blank = text.lastIndex(of: " "), blank > text.startIndex else { return text }
    return text[...blank]
  }
}
