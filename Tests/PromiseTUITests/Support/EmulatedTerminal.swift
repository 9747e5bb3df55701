import Foundation
import PromiseScreens

/// A terminal that knows only what a cast uses: it moves the cursor, clears, and sets the look of text.
struct EmulatedTerminal {
  struct Cell: Hashable {
    var text = " "
    /// The parameters of the last change of the look.
    var look = "0"
  }

  private(set) var rows: [[Cell]]
  private(set) var isCursorHidden = false
  /// What it did not understand.
  private(set) var unknown: [String] = []
  private var x = 0
  private var y = 0
  private var look = "0"

  init(size: Size) {
    rows = Array(repeating: Array(repeating: Cell(), count: size.width), count: size.height)
  }

  /// The rows as text.
  var text: String { rows.map { $0.map(\.text).joined() }.joined(separator: "\n") }

  /// Writes to the terminal.
  mutating func write(_ output: String) {
    var rest = Substring(output)
    while let next = rest.first {
      if next == "\u{1B}" {
        let sequence = rest.dropFirst().prefix { !($0.isLetter) }
        let end = rest.dropFirst(1 + sequence.count).first
        rest = rest.dropFirst(2 + sequence.count)
        perform(String(sequence.dropFirst()), end)
      } else {
        put(String(next))
        rest = rest.dropFirst()
      }
    }
  }

  private mutating func perform(_ parameters: String, _ end: Character?) {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch end {
    case "H" where numbers.count == 2: (y, x) = (numbers[0] - 1, numbers[1] - 1)
    case "C": x += numbers.first ?? 1
    case "J" where parameters == "2":
      rows = rows.map { $0.map { _ in Cell() } }
    case "m": look = parameters
    case "l" where parameters == "?25": isCursorHidden = true
    default: unknown.append("\(parameters)\(end.map(String.init) ?? "")")
    }
  }

  private mutating func put(_ text: String) {
    let width = displayWidth(text)
    guard rows.indices.contains(y), x >= 0, x + width <= rows[y].count, width > 0 else {
      unknown.append("'\(text)' at \(x), \(y)")
      return
    }
    rows[y][x] = Cell(text: text, look: look)
    if width == 2 { rows[y][x + 1] = Cell(text: "", look: look) }
    x += width
  }
}
