import PromiseEvents
import PromiseGraph

/// A table that is printed as lines of text with aligned columns.
package struct TextTable {
  /// A column of the table.
  package struct Column {
    /// The title above it.
    package var title: String
    /// The maximum width, if there is room; longer text is cut.
    package var limit: Int
    /// Whether it contains numbers, which are aligned right.
    package var isNumber: Bool

    /// Creates a column.
    package init(title: String, limit: Int, isNumber: Bool = false) {
      self.title = title
      self.limit = limit
      self.isNumber = isNumber
    }
  }

  /// The columns from left to right.
  package let columns: [Column]
  private var rows: [[String]] = []

  /// Creates a table without rows.
  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row with a cell for each column. The text is sanitized.
  package mutating func add(_ cells: [String]) { rows.append(cells.map(sanitized)) }

  /// Returns the titles and the rows, each line indented by `indent` spaces and no longer than `width`.
  package func lines(indent: Int, width: Int = LinearReport.width) -> [String] {
    let all = [columns.map(\.title)] + rows
    var room = width - indent + 2
    let widths = columns.indices.map { column in
      let longest = all.map { $0[column].count }.max() ?? 0
      let width = max(0, min(columns[column].limit, longest, room - 2))
      room -= width + 2
      return width
    }
    return all.map { cells in
      let padded = columns.indices.map { column in
        let (text, width) = (cells[column].cut(to: widths[column]), widths[column])
        return columns[column].isNumber ? text.padded(before: width) : text.padded(to: width)
      }
      let line = String(repeating: " ", count: indent) + padded.joined(separator: "  ")
      return line.withoutTrailingBlanks
    }
  }
}

extension LinearReport {
  /// Returns `text` as at most `limit` lines of at most `width` characters, broken at spaces if possible.
  /// The first line begins with `start`, the others with `indent` spaces; if text is left over, the last line
  /// ends in three dots.
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
