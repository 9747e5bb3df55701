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
