import PromiseGraph

/// The frames of a page as JSON: every distinct row once, and for each frame the rows that differ from the
/// previous frame.
struct PageFrames {
  private var rows: [String] = []
  private var places: [String: Int] = [:]
  private var frames: [String] = []
  private var last: [Int] = []
  private let height: Int
  private let end: Int

  /// The number of frames.
  var count: Int { frames.count }

  /// Creates an empty list of frames with `height` rows, for a run that ends with the event `end`.
  init(height: Int, end: Int) {
    self.height = height
    self.end = end
  }

  /// A screen, as the rows that differ from the previous screen.
  struct Frame: Sendable {
    let event: Int
    let time: Int64
    let rows: [String?]

    /// Creates the frame of `canvas` at an event, with `height` rows, after `previous`.
    init(_ canvas: Canvas, after previous: Canvas?, height: Int, event: Int, time: Int64) {
      (self.event, self.time) = (event, time)
      rows = (0..<height).map { y in
        if let previous, canvas.hasSameRow(y, as: previous) { return nil }
        return PageFrames.row(canvas, y)
      }
    }
  }

  /// Adds the next frame.
  mutating func add(_ frame: Frame) {
    var changes: [String] = []
    for (y, row) in frame.rows.enumerated() {
      guard let row else { continue }
      let place = intern(row)
      guard last.count <= y || last[y] != place else { continue }
      changes.append("\(y),\(place)")
      if y < last.count { last[y] = place } else { last.append(place) }
    }
    let list = changes.joined(separator: ",")
    frames.append("[\(frame.event),\"\(milliseconds(frame.time))\",[\(list)]]")
  }

  private mutating func intern(_ row: String) -> Int {
    if let place = places[row] { return place }
    places[row] = rows.count
    rows.append(row)
    return rows.count - 1
  }

  /// All frames as JSON.
  var json: String {
    let roles = Role.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return "{\"height\":\(height),\"last\":\(end),\"roles\":[\(roles)],\n"
      + "\"rows\":[\n\(rows.joined(separator: ",\n"))],\n"
      + "\"frames\":[\n\(frames.joined(separator: ",\n"))]}"
  }

  /// Returns a row: numbers and texts alternately. A number is eight times the index of the role, plus 1 for
  /// reversed, 2 for a character two cells wide, 4 for a character of several scalars.
  private static func row(_ canvas: Canvas, _ y: Int) -> String {
    var parts: [String] = []
    var style = -1
    var text = ""
    var role = (Role.body, places[.body] ?? 0)
    func flush() {
      if !text.isEmpty { parts.append("\(style),\(pageText(text))") }
      text = ""
    }
    for x in 0..<canvas.width {
      let cell = canvas[x, y]
      guard !cell.text.isEmpty else { continue }
      let isWide = x + 1 < canvas.width && canvas[x + 1, y].text.isEmpty
      let isMarked = cell.text.unicodeScalars.count > 1
      if cell.role != role.0 { role = (cell.role, places[cell.role] ?? 0) }
      let new = role.1 * 8 + (cell.reversed ? 1 : 0) + (isWide ? 2 : isMarked ? 4 : 0)
      if new != style || isWide || isMarked { flush() }
      style = new
      text += cell.text
    }
    flush()
    return "[\(parts.joined(separator: ","))]"
  }

  private static let places = Dictionary(
    uniqueKeysWithValues: Role.allCases.enumerated().map { ($1, $0) })
}

/// Returns a text as JSON that is safe in a page: nothing in it ends the enclosing element.
func pageText(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": result += "\\\(scalar)"
    case "<", ">", "&", "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
