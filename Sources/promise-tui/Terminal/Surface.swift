import PromiseScreens

/// What the interface is shown on, and where its keys come from: a screen, or sentences line by line.
protocol Surface: AnyObject {
  /// What to say about it, if it is not what it promised to be.
  var notice: String? { get }
  /// The descriptor at which keys arrive.
  var input: Int32 { get }
  /// The size that there is to draw on.
  func currentSize() -> Size
  /// Shows what `state` says, as far as that is not shown yet.
  func show(_ state: State)
  /// Shows everything anew with the next state.
  func redraw()
  /// What was typed, which may be nothing that has a meaning; nil where nothing has come at all.
  func read() -> [Message]?
  /// Sends a text to the clipboard of whoever looks, as far as the terminal takes it.
  func send(_ bytes: [UInt8])
  /// Leaves the terminal and stops, with the whole job if it is `^Z` that asks; returns when the
  /// process goes on.
  func stop(group: Bool)
  /// The terminal is the process's own, not that of a shell which has put it in the background.
  var isOurs: Bool { get }
  /// Comes back, also after a stop that nobody could prepare.
  func resume()
  /// Gives the terminal back.
  func end()
}

/// Decides when to draw and how long to sleep: at most 30 frames a second, and no end to the sleep
/// where nothing moves. Times are nanoseconds on one clock.
struct FramePacer {
  private static let interval: Int64 = 33_333_333
  private var last: Int64?
  /// Something has changed since the last frame.
  private var isStale = true
  /// When the screens want to be told the time.
  private(set) var tick: Int64?

  init() {}

  /// Something has changed: a frame is wanted.
  mutating func changed() { isStale = true }

  /// The screens want to be told the time then; only the latest wish counts.
  mutating func wantTick(at time: Int64) { tick = time }

  /// Whether to draw now; whoever asks draws.
  mutating func takeFrame(at now: Int64) -> Bool {
    guard isStale, now >= nextFrame else { return false }
    isStale = false
    last = now
    return true
  }

  /// Whether to tell the time now; the wish is fulfilled by that.
  mutating func takeTick(at now: Int64) -> Bool {
    guard let tick, now >= tick else { return false }
    self.tick = nil
    return true
  }

  /// How long to wait for news, in whole milliseconds; none: until there is some. `draws` says
  /// whether the screen is up.
  func patience(at now: Int64, draws: Bool) -> Int? {
    let frame = isStale && draws ? nextFrame : nil
    guard let next = [frame, tick].compactMap({ $0 }).min() else { return nil }
    return next <= now ? 0 : Int((next - now + 999_999) / 1_000_000)
  }

  private var nextFrame: Int64 { last.map { $0 + Self.interval } ?? .min }
}
