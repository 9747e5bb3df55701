/// When a span ends: a state machine that calls nothing.
///
/// A span lasts until all of its promises have settled, and the code whose chains it covers has
/// returned. A program can still attach a link to a promise that has settled, which belongs to the span
/// too; so the span waits until its promises are freed. It ends at the time of the last settlement in
/// any case.
struct SpanLife: Equatable, Sendable {
  /// The promises of the span that have not settled, and those that are not freed.
  private(set) var pending = 0
  private(set) var alive = 0
  /// The running bodies, and the spans of other chains, that this span covers.
  private(set) var holds = 0
  /// When the last promise settled, or the last hold was released.
  private(set) var last: Int64
  private(set) var isEnded = false

  /// What to do after a change.
  enum Step: Equatable, Sendable {
    case nothing
    /// Nothing is pending, but a link could still be attached.
    case linger
    /// The span has ended.
    case end
  }

  init(began time: Int64) { last = time }

  /// Adds a promise.
  mutating func join() {
    pending += 1
    alive += 1
  }

  /// Notes that a promise settled.
  mutating func settle(at time: Int64) -> Step {
    pending -= 1
    last = max(last, time)
    return step()
  }

  /// Notes that a settled promise is freed.
  mutating func free() -> Step {
    alive -= 1
    return step()
  }

  mutating func hold() { holds += 1 }

  mutating func release(at time: Int64) -> Step {
    holds -= 1
    last = max(last, time)
    return step()
  }

  /// Ends the span although its promises are not freed. Returns `false` if something is pending again,
  /// or it has ended.
  mutating func endIfIdle() -> Bool {
    guard !isEnded, isIdle else { return false }
    isEnded = true
    return true
  }

  /// Ends the span in any case. Returns `false` if it has ended.
  mutating func end() -> Bool {
    defer { isEnded = true }
    return !isEnded
  }

  /// Whether nothing is pending.
  var isIdle: Bool { pending <= 0 && holds <= 0 }

  private mutating func step() -> Step {
    guard !isEnded, isIdle else { return .nothing }
    guard alive <= 0 else { return .linger }
    isEnded = true
    return .end
  }
}
