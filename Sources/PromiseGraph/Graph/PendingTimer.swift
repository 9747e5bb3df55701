import PromiseKitLite

/// A timer that has not fired, in the order in which they are due.
struct PendingTimer: Comparable, Sendable {
  /// When it is due.
  let due: Int64
  /// Which one it is; of two that are due at once the one that was set first fires first.
  let id: TimerID

  init(_ timer: TimerNode) {
    due = timer.due
    id = timer.id
  }

  static func < (a: PendingTimer, b: PendingTimer) -> Bool { (a.due, a.id) < (b.due, b.id) }
}
