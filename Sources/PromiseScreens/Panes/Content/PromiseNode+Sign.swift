import PromiseEvents
package import PromiseGraph
import PromiseInsight

extension PromiseNode {
  /// The sign of its state.
  package var glyph: Glyph {
    unhandled != nil ? .unhandled : skipped != nil ? .passed : state.sign.0
  }

  /// The role of its state.
  package var role: Role { unhandled != nil ? .rejected : skipped != nil ? .passed : state.sign.1 }
}

extension PromiseState {
  /// The sign and the role of the state.
  var sign: (Glyph, Role) {
    switch self {
    case .pending: (.pending, .pending)
    case .queued: (.queued, .queued)
    case .running: (.running, .running)
    case .lockedIn, .forwarded: (.lockedIn, .lockedIn)
    case .fulfilled: (.fulfilled, .fulfilled)
    case .rejected: (.rejected, .rejected)
    case .cancelled: (.cancelled, .cancelled)
    case .lost: (.lost, .lost)
    case .idle: (.passed, .passed)
    case .unknown: (.unknown, .pending)
    }
  }
}

extension StateCounts {
  /// The states with any promises, each with its sign and count, the most urgent one first.
  var byUrgency: [(glyph: Glyph, role: Role, count: Int)] {
    [
      (.rejected, .rejected, rejected), (.running, .running, running), (.queued, .queued, queued),
      (.lost, .lost, lost), (.lockedIn, .lockedIn, lockedIn), (.pending, .pending, pending),
      (.unknown, .pending, unknown), (.cancelled, .cancelled, cancelled),
      (.fulfilled, .fulfilled, fulfilled),
    ].filter { $0.count > 0 }
  }
}

extension PromiseNode {
  /// Returns why a pending promise no longer waits for anything: it is settled or enqueued by one of the
  /// next events. `nil` if it still waits.
  func settlesNext(
    in graph: Graph, _ language: Language
  ) -> (long: String, short: String)? {
    guard state == .pending, awaiting == nil else { return nil }
    // A delay goes on after its handler.
    if let timer = timer.flatMap({ graph.timer($0) }), timer.fired == nil, timer.cancelled == nil {
      return nil
    }
    // A retry goes on with its next attempt.
    if let job = job.flatMap({ graph.job($0) }), job.ended != nil, creation.operation != .retry,
      job.ending != .suspended
    {
      // A resolver may be called at any time after the handler.
      guard !creation.operation.has(.resolver) else { return nil }
      return (language.text("its handler returned"), language.text("returned"))
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.fired != nil,
      creation.operation != .retry
    {
      return (language.text("its timer fired"), language.text("fired"))
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.cancelled != nil {
      return (language.text("its timer was cancelled"), language.text("timer off"))
    }
    if creation.operation.isFanIn {
      return isDecided
        ? (language.text("its inputs have decided it"), language.text("decided")) : nil
    }
    if let parent = creation.parents.first, graph[parent]?.isFinal == true {
      return (language.text("\(parent) has settled"), language.text("\(parent) settled"))
    }
    return nil
  }

  /// Whether the settled inputs of a fan-in are enough to settle it.
  private var isDecided: Bool {
    let isWhole =
      !inputs.isEmpty && inputs.count == creation.parents.count && heard.total == inputs.count
    return switch creation.operation {
    case .race: heard.total > 0
    case .retry: heard.fulfilled > 0
    case .any: isWhole || heard.fulfilled > 0
    case .all: isWhole || heard.total > heard.fulfilled
    default: isWhole
    }
  }
}

extension PromiseNode {
  /// The inputs that this settled fan-in did not wait for.
  var losers: some Sequence<InputNode> {
    inputs.lazy.filter { [settled, settlement] input in
      settled != nil && (input.outcome == nil || input.ignored)
        && input.promise != settlement?.from
    }
  }

  /// Whether it settled without waiting for all of its inputs.
  var hasLosers: Bool {
    creation.operation.isFanIn && settled != nil && heard.total < inputs.count
      && losers.first { _ in true } != nil
  }
}

/// Formats times for narrow columns, with as few digits as possible.
struct ShortClock: Hashable, Sendable {
  /// Whether the run is so short that tenths of a millisecond matter.
  private let showsTenths: Bool

  /// Creates the clock for a run that, as far as known, ends at `end`.
  init(end: Int64) { showsTenths = end < 10_000_000 }

  /// Creates the clock for the run of `context`.
  init(_ context: PaneContext) {
    self.init(end: max(context.history.endTime, context.prediction?.endTime ?? 0))
  }

  /// Returns a length without the fraction that the clock does not show.
  func rounded(_ ns: Int64) -> Int64 {
    let unit: Int64 = showsTenths ? 100_000 : 1_000_000
    return ns.saturatingPlus(unit / 2) / unit * unit
  }

  /// Returns `80`, `0.3` in a short run, `4.2s` from a second on; at most four cells for up to some hours.
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

extension Graph {
  /// Returns the name of a promise in a list: the label of a root, the operation and label of a link, the
  /// delay of a timer without a label.
  func name(of node: PromiseNode, clock: ShortClock) -> String {
    if node.creation.operation == .after, node.creation.label == nil,
      let timer = node.timer.flatMap({ timer($0) })
    {
      // Its event came a moment after it was set.
      return "after \(clock.text(clock.rounded(timer.delay)))"
    }
    return node.creation.parents.isEmpty ? node.name : node.title
  }
}

extension Graph {
  /// Returns whether a race took the outcome of `node`; of very many children, only the first are examined.
  func hasWon(_ node: PromiseNode) -> Bool {
    node.children.prefix(1000).contains { child in
      guard let fanIn = self[child], fanIn.settlement?.from == node.id else { return false }
      return fanIn.creation.operation.has(.firstInputWins)
    }
  }
}
