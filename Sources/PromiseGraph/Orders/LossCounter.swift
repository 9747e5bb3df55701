import PromiseKitLite

/// Counts the events that are not there: those that were given up, and numbers that are missing, as where
/// lines of a trace were cut out.
struct LossCounter {
  /// How many so far.
  private(set) var count = 0
  /// The number up to which nothing is missing that is not counted.
  private var last: Int?

  /// A number up to `since` that is missing is no loss; without it none before the first event is.
  init(since: Int = 0) { last = since > 0 ? since : nil }

  /// Takes the next event in, in order.
  mutating func take(_ event: PromiseEvent) {
    let gap = last.map { event.sequence.saturatingMinus($0).saturatingMinus(1) } ?? 0
    var lost = max(0, gap)
    // Its number is that of the last one that was lost.
    if case .dropped(let dropped) = event.kind { lost = max(lost, dropped) }
    count = count.saturatingPlus(lost)
    last = max(last ?? event.sequence, event.sequence)
  }
}
