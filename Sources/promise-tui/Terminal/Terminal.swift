import CNcurses
import PromiseScreens
import PromiseSystem

/// The terminal while the screen is up: canvases go in, keys come out. Nothing else calls curses.
///
/// It belongs to the thread of the interface. What a crash needs to give the terminal back lies in
/// the C functions beneath, where a signal handler can reach it.
final class Terminal: Surface {
  private let theme: Theme
  private let palette: Palette
  private var shown: Canvas?
  /// The size that curses was told.
  private var known: Size?
  /// The terminal shows something else than curses believes.
  private var needsRefresh = false
  private var decoder = KeyDecoder()
  let notice: String?

  /// Takes the terminal over.
  ///
  /// A terminal that this machine has no description of is taken for an xterm with 256 colours, as
  /// nearly all are.
  init(theme: Theme) throws(StartFailure) {
    var result = Int(cn_start(nil))
    var notice: String?
    if result == CN_UNKNOWN_TERM {
      notice =
        "TERM=\(getenv("TERM").map { String(cString: $0) } ?? "") is not known here: drawing"
        + " as xterm-256color"
      result = Int(cn_start("xterm-256color"))
    }
    if let failure = StartFailure(result: result) { throw failure }
    self.theme = theme
    self.notice = notice
    palette = Palette(theme, count: Int(cn_colors()))
    if let (text, background) = palette.ground { cn_set_ground(Int32(text), Int32(background)) }
    for (pair, color) in palette.colors { cn_set_color(Int32(pair), Int32(color)) }
  }

  /// The size as the terminal tells it now; what was drawn is forgotten if that is another.
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

  /// Where keys come from, which is not standard input where something is piped into that.
  var input: Int32 { cn_input() }

  /// Draws the screens, sending only what differs from what is shown.
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
    if !changes.isEmpty || needsRefresh { cn_refresh() }
    needsRefresh = false
    shown = canvas
  }

  /// Has everything drawn anew with the next canvas, whatever the terminal shows.
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

// MARK: - Leaving and coming back

extension Terminal {
  func stop(group: Bool) {
    cn_suspend()
    cn_stop(group)
  }

  var isOurs: Bool { cn_in_foreground() }

  func resume() {
    cn_resume()
    needsRefresh = true
  }

  func end() { cn_end() }
}
