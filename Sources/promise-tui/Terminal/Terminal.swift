import CHost
import CNcurses
import PromiseScreens
import PromiseSystem

/// The terminal while the screen is up: canvases go in, keys come out. Nothing else calls curses.
///
/// It belongs to the interface's thread. What a crash needs to restore the terminal is in the C
/// functions below it, where a signal handler can reach it.
final class Terminal: Surface {
  private let theme: Theme
  private var line: TerminalLine
  private let palette: Palette
  private var shown: Canvas?
  /// The size that curses knows.
  private var known: Size?
  /// Whether the terminal shows something other than curses assumes.
  private var needsRefresh = false
  private var decoder = KeyDecoder()
  let notice: String?

  /// Takes over the terminal.
  ///
  /// A terminal that this machine has no description of is treated as an xterm with 256 colors, as
  /// nearly all are.
  init(theme: Theme) throws(StartFailure) {
    var result = Int(cn_start(nil))
    var notice: String?
    if result == CN_UNKNOWN_TERM {
      notice =
        "TERM=\(getenv("TERM").map { String(cString: $0) } ?? "") is unknown here: drawing"
        + " as xterm-256color"
      result = Int(cn_start("xterm-256color"))
    }
    if let failure = StartFailure(result: result) { throw failure }
    self.theme = theme
    self.notice = notice
    palette = Palette(theme, count: Int(cn_colors()))
    line = TerminalLine(speed: Int(cn_line_speed()))
    if let (text, background) = palette.ground { cn_set_ground(Int32(text), Int32(background)) }
    for (pair, color) in palette.colors { cn_set_color(Int32(pair), Int32(color)) }
  }

  /// Returns the current size; a new size discards what was drawn.
  func currentSize() -> Size {
    var width: Int32 = 0
    var height: Int32 = 0
    cn_size(&width, &height)
    let size = Size(width: Int(width), height: Int(height))
    if size != known {
      cn_resize(width, height)
      known = size
      shown = nil
    }
    return size
  }

  /// Whether frames reach the terminal too slowly for anything to move.
  var isSlow: Bool { line.isSlow }

  /// The descriptor of the keys, which is not standard input if that is a pipe.
  var input: Int32 { cn_input() }

  /// Draws the screen, sending only what differs from what is shown.
  func show(_ state: State) {
    cn_capture_mouse(state.takesMouse)
    draw(view(state))
  }

  private func draw(_ canvas: Canvas) {
    let changes = canvas.changes(since: shown)
    for change in changes {
      let look = theme[change.role]
      let pair = palette.pair(of: look.color)
      let attributes = look.attributes(reversed: change.reversed, hasColor: pair != 0)
      cn_put(
        Int32(change.x), Int32(change.y), change.text, Int32(change.width), Int32(pair),
        Int32(attributes))
    }
    if !changes.isEmpty || needsRefresh {
      let start = EventWaiter.now
      cn_refresh()
      line.wrote(changes.count, in: EventWaiter.now - start)
    }
    needsRefresh = false
    shown = canvas
  }

  /// Has everything redrawn with the next canvas, whatever the terminal shows.
  func redraw() {
    cn_redraw_all()
    needsRefresh = true
  }

  func read() -> [Message]? {
    var codes: [Int] = []
    while case let code = Int(cn_read_code()), code != CN_NOTHING { codes.append(code) }
    return codes.isEmpty ? nil : decoder.decode(codes)
  }

  func send(_ bytes: [UInt8]) {
    bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer {
      cn_send($0.baseAddress, Int32($0.count))
    }
  }
}

/// How fast frames reach the terminal.
struct TerminalLine: Hashable {
  /// Whether frames take so long that a moving picture would lag behind.
  private(set) var isSlow: Bool
  private var slowFrames = 0

  /// Creates a line of that speed in bits a second; 0 if it is unknown.
  init(speed: Int) { isSlow = (1..<Self.leastSpeed).contains(speed) }

  /// Notes that a frame of some cells was written in some nanoseconds. A large frame says nothing: it may take
  /// long on a fast line, too.
  mutating func wrote(_ cells: Int, in nanoseconds: Int64) {
    guard cells <= Self.smallFrame else { return }
    slowFrames = nanoseconds > Self.longest ? slowFrames + 1 : 0
    if slowFrames >= Self.mostSlow { isSlow = true }
  }

  private static let leastSpeed = 38_400
  private static let smallFrame = 400
  private static let longest: Int64 = 60_000_000
  private static let mostSlow = 3
}

// MARK: - Suspending and resuming

extension Terminal {
  func stop(group: Bool) {
    cn_suspend()
    host_stop(group)
  }

  var isOurs: Bool { host_in_foreground() }

  func resume() {
    cn_resume()
    needsRefresh = true
  }

  func end() { cn_end() }
}

/// One cell that the terminal must draw again.
struct CellChange: Hashable {
  var x: Int
  var y: Int
  /// One character with its combining marks.
  var text: String
  /// The number of cells that it takes: 1 or 2.
  var width: Int
  var role: Role
  var reversed: Bool
}

extension Canvas {
  /// Returns the cells in which this canvas differs from `shown`, from left to right and top to
  /// bottom; all cells if `shown` is `nil` or has another size.
  ///
  /// The right half of a wide character is never a change of its own: drawing the left half draws
  /// both.
  func changes(since shown: Canvas?) -> [CellChange] {
    let shown = shown.flatMap { $0.width == width && $0.height == height ? $0 : nil }
    if shown == self { return [] }
    var changes: [CellChange] = []
    for y in 0..<height {
      for x in 0..<width {
        let cell = self[x, y]
        guard !cell.text.isEmpty,
          shown.map({ $0[x, y] != cell || isWide(x, y) != $0.isWide(x, y) })
            ?? true
        else { continue }
        changes.append(
          CellChange(
            x: x, y: y, text: cell.text, width: isWide(x, y) ? 2 : 1, role: cell.role,
            reversed: cell.reversed))
      }
    }
    return changes
  }

  private func isWide(_ x: Int, _ y: Int) -> Bool { self[x + 1, y].text.isEmpty }
}

/// Maps the colors of a theme to the numbers that curses uses, on a terminal with a given number of
/// colors.
struct Palette {
  /// The terminal's colors, by the number of the pair that shows them.
  let colors: [Int: Int]
  /// The color of pair 0, and the background of all pairs; `nil` to keep the terminal's own.
  let ground: (text: Int, background: Int)?
  private let pairs: [Color: Int]

  /// Creates the palette of `theme` for a terminal with `count` colors. A color that the terminal
  /// lacks becomes its own foreground.
  init(_ theme: Theme, count: Int) {
    func index(_ color: Color) -> Int? {
      count >= 256 ? color.indexOf256 : count >= 8 ? color.indexOf8 : nil
    }
    var colors: [Int: Int] = [:]
    var pairs: [Color: Int] = [:]
    let used = Set(Role.allCases.map { theme[$0].color })
    for (number, color) in used.sorted(by: { $0.name < $1.name }).enumerated() {
      guard let index = index(color) else { continue }
      colors[number + 1] = index
      pairs[color] = number + 1
    }
    self.colors = colors
    self.pairs = pairs
    ground = theme.ground.flatMap { ground in
      index(ground.text).flatMap { text in index(ground.background).map { (text, $0) } }
    }
  }

  /// Returns the number of the pair; 0 is the terminal's own color.
  func pair(of color: Color) -> Int { pairs[color] ?? 0 }
}

extension Appearance {
  /// Returns the attributes for curses. A cell that is reversed for two reasons is reversed once,
  /// and a cell that `hasColor` is not dimmed further.
  func attributes(reversed: Bool, hasColor: Bool = false) -> Int {
    (bold ? CN_BOLD : 0) | (dim && !hasColor ? CN_DIM : 0) | (underline ? CN_UNDERLINE : 0)
      | (reverse || reversed ? CN_REVERSE : 0)
  }
}

extension StartFailure {
  /// Creates a failure from the result of `cn_start`; `nil` if it succeeded.
  init?(result: Int) {
    switch result {
    case CN_STARTED: return nil
    case CN_NOT_A_TERMINAL: self = .notATerminal
    case CN_NO_TERM: self = .noTerm
    case CN_UNKNOWN_TERM: self = .unknownTerm
    case CN_DUMB_TERM: self = .dumb
    default: self = .failed
    }
  }
}
