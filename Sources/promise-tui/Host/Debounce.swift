/// When a burst of changes is over: an editor that saves writes, renames and deletes within a moment.
/// Times are nanoseconds on one clock.
struct Debounce: Hashable, Sendable {
  /// So long nothing may change.
  static let quiet: Int64 = 40_000_000
  /// Longer than this nobody waits, however much changes.
  static let patience: Int64 = 400_000_000
  private var first: Int64?
  private var last: Int64 = 0

  /// Something has changed.
  mutating func changed(at now: Int64) {
    first = first ?? now
    last = now
  }

  /// When the burst is over if nothing more changes; none where nothing has changed.
  var due: Int64? { first.map { min(last + Self.quiet, $0 + Self.patience) } }

  /// Whether a burst is over; whoever is told acts on it.
  mutating func take(at now: Int64) -> Bool {
    guard let due, now >= due else { return false }
    first = nil
    return true
  }
}
