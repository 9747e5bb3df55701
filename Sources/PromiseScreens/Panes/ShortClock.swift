import PromiseGraph

/// Times in as few cells as tell them apart: what narrow columns have room for.
struct ShortClock: Hashable, Sendable {
  /// The whole run is so short that tenths of a millisecond matter.
  private let showsTenths: Bool

  /// The clock for a run that, as far as it is known, ends at `end`.
  init(end: Int64) { showsTenths = end < 10_000_000 }

  /// The clock for the run that `context` shows.
  init(_ context: PaneContext) {
    self.init(end: max(context.history.endTime, context.prediction?.endTime ?? 0))
  }

  /// `80`, `0.3` in a short run, `4.2s` from a second on; at most four cells up to some hours.
  func text(_ ns: Int64) -> String {
    switch ns.magnitude {
    case ..<1_000_000_000:
      showsTenths ? milliseconds(ns) : "\(ns / 1_000_000)"
    case ..<10_000_000_000: "\(ns / 1_000_000_000).\(abs(ns / 100_000_000 % 10))s"
    case ..<1_000_000_000_000: "\(ns / 1_000_000_000)s"
    default: "\(ns / 60_000_000_000)m"
    }
  }
}
