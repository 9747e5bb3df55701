import PromiseScreens

/// What the interface is shown on, and where its keys come from: a screen, or sentences line by
/// line.
protocol Surface: AnyObject {
  /// A message about a terminal that is not what its description says.
  var notice: String? { get }
  /// The descriptor at which keys arrive.
  var input: Int32 { get }
  /// Returns the size to draw in.
  func currentSize() -> Size
  /// Shows `state`, as far as it is not shown yet.
  func show(_ state: State)
  /// Whether what is shown arrives too slowly for anything to move.
  var isSlow: Bool { get }
  /// Redraws everything with the next state.
  func redraw()
  /// Returns what was typed, which may be empty if it has no meaning; `nil` if nothing has arrived.
  func read() -> [Message]?
  /// Sends a control sequence for the clipboard to the terminal.
  func send(_ bytes: [UInt8])
  /// Leaves the terminal and stops the process, along with its whole job if `group` (for `^Z`);
  /// returns when the process continues.
  func stop(group: Bool)
  /// Whether this process is in the foreground of the terminal.
  var isOurs: Bool { get }
  /// Comes back, also after a stop without preparation (SIGSTOP).
  func resume()
  /// Restores the terminal.
  func end()
}

extension Surface {
  /// Sentences are never drawn over.
  var isSlow: Bool { false }
}

/// Decides when to draw and how long to sleep: at most 30 frames a second, and an unlimited sleep
/// if nothing moves. All times are nanoseconds on the same clock.
struct FramePacer {
  private static let interval: Int64 = 33_333_333
  private var last: Int64?
  /// Whether something has changed since the last frame.
  private var isStale = true
  /// When the screen wants the next tick.
  private(set) var tick: Int64?

  init() {}

  /// Records that something has changed, so that a frame is due.
  mutating func changed() { isStale = true }

  /// Sets the time of the next tick; only the latest request counts.
  mutating func wantTick(at time: Int64) { tick = time }

  /// Returns whether to draw now. The caller draws.
  mutating func takeFrame(at now: Int64) -> Bool {
    guard isStale, now >= nextFrame else { return false }
    isStale = false
    last = now
    return true
  }

  /// Returns whether a tick is due, and clears the request.
  mutating func takeTick(at now: Int64) -> Bool {
    guard let tick, now >= tick else { return false }
    self.tick = nil
    return true
  }

  /// Returns how many milliseconds to wait for input; `nil` for no limit. `draws` says whether the
  /// screen is up.
  func patience(at now: Int64, draws: Bool) -> Int? {
    let frame = isStale && draws ? nextFrame : nil
    guard let next = [frame, tick].compactMap({ $0 }).min() else { return nil }
    return next <= now ? 0 : Int((next - now + 999_999) / 1_000_000)
  }

  private var nextFrame: Int64 { last.map { $0 + Self.interval } ?? .min }
}
