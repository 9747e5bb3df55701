import CNcurses
import PromiseScreens

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal while the screen is up: canvases go in, keys come out. Nothing else calls curses.
///
/// It belongs to the thread of the interface. What a crash needs to give the terminal back lies in
/// the C functions beneath, where a signal handler can reach it.
final class Terminal {
  private let theme: Theme
  private let palette: Palette
  private var shown: Canvas?
  /// The size that curses was told.
  private var known: Size?
  /// The terminal shows something else than curses believes.
  private var needsRefresh = false
  private var decoder = KeyDecoder()
  /// What to say about the terminal, if it is not what `TERM` promised.
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

  /// The size as the terminal tells it now; what was drawn is forgotten if it has changed.
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

  /// Shows `canvas`, sending only what differs from what is shown.
  func draw(_ canvas: Canvas) {
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

  /// The keys that have been pressed, which may be none that has a meaning; nil where nothing has
  /// come at all.
  func readKeys() -> [Key]? {
    var codes: [Int] = []
    while case let code = Int(cn_read_code()), code != CN_NOTHING { codes.append(code) }
    return codes.isEmpty ? nil : decoder.decode(codes)
  }
}

// MARK: - Leaving and coming back

extension Terminal {
  /// Leaves the screen and stops, with the whole job if it is `^Z` that asks; returns when the
  /// process goes on.
  func stop(group: Bool) {
    cn_suspend()
    cn_stop(group)
  }

  /// The process may draw: the terminal is its own, not that of a shell which has put it in the
  /// background.
  var isOurs: Bool { cn_in_foreground() }

  /// Comes back to the screen, also after a stop that nobody could prepare.
  func resume() {
    cn_resume()
    needsRefresh = true
  }

  /// Gives the terminal back.
  func end() { cn_end() }
}
