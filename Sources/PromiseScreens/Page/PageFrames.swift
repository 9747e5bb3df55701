import PromiseGraph

/// The frames of a page as JSON: rows that stand in any of them, once each, and of each frame the rows that
/// differ from the frame before.
struct PageFrames {
  private var rows: [String] = []
  private var places: [String: Int] = [:]
  private var frames: [String] = []
  private var last: [Int] = []
  private let height: Int
  private let end: Int

  /// How many frames there are.
  var count: Int { frames.count }

  /// No frame yet, of so many rows, of a run that ends with the event `end`.
  init(height: Int, end: Int) {
    self.height = height
    self.end = end
  }

  /// One screen: the rows that are not those of the screen before.
  struct Frame: Sendable {
    let event: Int
    let time: Int64
    let rows: [String?]

    /// What `canvas` shows at an event, in so many rows, after `previous`.
    init(_ canvas: Canvas, after previous: Canvas?, height: Int, event: Int, time: Int64) {
      (self.event, self.time) = (event, time)
      rows = (0..<height).map { y in
        if let previous, canvas.hasSameRow(y, as: previous) { return nil }
        return PageFrames.row(canvas, y)
      }
    }
  }

  /// Adds the next one.
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

  /// All frames.
  var json: String {
    let roles = Role.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    return "{\"height\":\(height),\"last\":\(end),\"roles\":[\(roles)],\n"
      + "\"rows\":[\n\(rows.joined(separator: ",\n"))],\n"
      + "\"frames\":[\n\(frames.joined(separator: ",\n"))]}"
  }

  /// A row: numbers and texts by turns. A number is eight times the role's place, and 1 for reversed, 2 for
  /// one character that is two cells wide, 4 for one of several scalars.
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

/// A text as JSON that may stand in a page: nothing in it ends the element that it lies in.
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
