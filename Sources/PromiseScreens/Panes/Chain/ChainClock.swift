import PromiseGraph

/// Times in as few cells as tell them apart: what the narrow form of the chain pane has room for.
struct ChainClock: Hashable, Sendable {
  /// The whole run is so short that tenths of a millisecond matter.
  private let showsTenths: Bool

  /// The clock for a run that, as far as it is known, ends at `end`.
  init(end: Int64) { showsTenths = end < 10_000_000 }

  /// `80`, `0.3` in a short run, `4.2s` from a second on; at most four cells up to some hours.
  func text(_ ns: Int64) -> String {
    switch abs(ns) {
    case ..<1_000_000_000:
      showsTenths ? milliseconds(ns) : "\(ns / 1_000_000)"
    case ..<10_000_000_000: "\(ns / 1_000_000_000).\(abs(ns / 100_000_000) % 10)s"
    case ..<1_000_000_000_000: "\(ns / 1_000_000_000)s"
    default: "\(ns / 60_000_000_000)m"
    }
  }
}
