import PromiseKitLite

/// The actions of the timers that are set, by number.
///
/// Timers are numbered in the order in which they are set, so the table is an array in that order,
/// which is searched by halves; that takes less time than hashing.
struct TimerTable {
  private var entries: [Entry] = []
  /// The number of entries without an action.
  private var removed = 0

  private struct Entry {
    let timer: TimerID
    /// `nil` once the timer was removed.
    var action: (@Sendable () -> Void)?
  }

  /// Sets a timer. Complexity: O(1), amortized, for a higher number than all before.
  mutating func set(_ timer: TimerID, _ action: @escaping @Sendable () -> Void) {
    let entry = Entry(timer: timer, action: action)
    if entries.isEmpty { entries.reserveCapacity(4) }
    guard let last = entries.last, timer <= last.timer else { return entries.append(entry) }
    let place = place(of: timer)
    if entries[place].timer == timer {
      if entries[place].action == nil { removed -= 1 }
      entries[place] = entry
    } else {
      entries.insert(entry, at: place)
    }
  }

  /// Removes all timers, but keeps the memory.
  mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    removed = 0
  }

  /// Returns whether the timer is set. Complexity: O(log n).
  func contains(_ timer: TimerID) -> Bool {
    let place = place(of: timer)
    return place < entries.count && entries[place].timer == timer && entries[place].action != nil
  }

  /// Removes a timer and returns its action; `nil` if it is not set. Complexity: O(log n),
  /// amortized.
  mutating func remove(_ timer: TimerID) -> (@Sendable () -> Void)? {
    let place = place(of: timer)
    guard place < entries.count, entries[place].timer == timer,
      let action = entries[place].action.take()
    else { return nil }
    removed += 1
    if removed == entries.count {
      entries.removeAll(keepingCapacity: true)
      removed = 0
    } else if removed > 16, removed * 2 > entries.count {
      entries.removeAll { $0.action == nil }
      removed = 0
    }
    return action
  }

  /// Returns the index of the first entry whose number is not lower.
  private func place(of timer: TimerID) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].timer < timer { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
