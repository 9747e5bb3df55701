import PromiseGraph
import PromiseInsight
import PromiseScreens

/// Playback as an asciicast v2, which asciinema and its players show: the first frame whole, then what
/// changes.
struct Cast {
  /// A frame: how long after the start it is shown, in nanoseconds, and what it shows.
  struct Frame {
    var time: Int64
    var canvas: Canvas
  }

  private let size: Size
  private let title: String
  private let theme: Theme

  init(size: Size, title: String, theme: Theme = .color) {
    self.size = size
    self.title = title
    self.theme = theme
  }

  /// Returns the file: a header, and a line for each frame that differs from the one before.
  func text(of frames: some Sequence<Frame>) -> String {
    var text = header
    var shown: Canvas?
    var end: Int64 = 0
    for frame in frames {
      end = frame.time
      let output = pen(from: shown, to: frame.canvas)
      shown = frame.canvas
      if !output.isEmpty { text += event(frame.time, output) }
    }
    // Players stop at the last event.
    return text + event(end, "")
  }

  private var header: String {
    let env = JSON.object([("TERM", .text("xterm-256color"))])
    let header = JSON.object([
      ("version", .number(2)), ("width", .number(size.width)), ("height", .number(size.height)),
      ("title", .text(title)), ("env", env),
    ])
    return "\(header)\n"
  }

  private func event(_ time: Int64, _ output: String) -> String {
    "\(JSON.list([.fraction(Double(time / 1_000_000) / 1000), .text("o"), .text(output)]))\n"
  }
}

// MARK: - What is written to the terminal

extension Cast {
  /// Returns what turns the screen `old` into `new`; all of it if there is no old one.
  private func pen(from old: Canvas?, to new: Canvas) -> String {
    let changes = new.changes(since: old)
    guard !changes.isEmpty else { return "" }
    var text = old == nil ? "\u{1B}[?25l\u{1B}[0m\u{1B}[2J" : ""
    var place: (x: Int, y: Int)?
    var style = "0"
    for change in changes {
      if old == nil, change.text == " ", look(change) == "0" { continue }
      if place.map({ $0 == (change.x, change.y) }) != true {
        text += move(from: place, to: change)
      }
      let next = look(change)
      if next != style {
        text += "\u{1B}[\(next)m"
        style = next
      }
      text += change.text
      place = (change.x + change.width, change.y)
    }
    return style == "0" ? text : text + "\u{1B}[0m"
  }

  /// Returns the shortest movement of the cursor.
  private func move(from place: (x: Int, y: Int)?, to change: CellChange) -> String {
    if let place, place.y == change.y, place.x < change.x, place.x < size.width {
      let cells = change.x - place.x
      return cells == 1 ? "\u{1B}[C" : "\u{1B}[\(cells)C"
    }
    return "\u{1B}[\(change.y + 1);\(change.x + 1)H"
  }

  /// Returns the parameters that select the look of a cell, beginning with a reset.
  private func look(_ change: CellChange) -> String {
    let appearance = theme[change.role]
    var parameters = ["0"]
    if appearance.bold { parameters.append("1") }
    let index = appearance.color.indexOf256 ?? theme.ground?.text.indexOf256
    if appearance.dim, appearance.color == .default { parameters.append("2") }
    if appearance.underline { parameters.append("4") }
    if change.reversed || appearance.reverse { parameters.append("7") }
    if let index { parameters.append("38;5;\(index)") }
    if let ground = theme.ground?.background.indexOf256 { parameters.append("48;5;\(ground)") }
    return parameters.joined(separator: ";")
  }
}

extension Cast {
  /// The most frames of a second.
  private static let shortest: Int64 = 1_000_000_000 / 30

  /// Returns the frames of playback: wherever the picture changes, at most 30 a second.
  static func frames(of plan: BeatPlan, from state: State, speed: Int = 0) -> [Frame] {
    var state = state
    var frames: [Frame] = []
    var elapsed: Int64 = 0
    while elapsed <= plan.length, let place = plan.place(at: elapsed) {
      state.show(place, of: plan)
      frames.append(Frame(time: paced(elapsed, speed), canvas: view(state)))
      guard elapsed < plan.length, let next = place.untilNext else { break }
      let least = speed > 0 ? shortest << Int64(speed) : shortest >> Int64(-speed)
      elapsed = min(plan.length, elapsed + max(next, least))
    }
    return frames.isEmpty ? [Frame(time: 0, canvas: view(state))] : frames
  }

  /// Returns how long after the start a moment at normal speed is shown.
  private static func paced(_ elapsed: Int64, _ speed: Int) -> Int64 {
    speed < 0 ? elapsed << Int64(-speed) : elapsed >> Int64(speed)
  }
}
