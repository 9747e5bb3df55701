import PromiseEvents
package import PromiseGraph

extension PromiseNode {
  /// The sign of its state.
  package var glyph: Glyph {
    unhandled != nil ? .unhandled : skipped != nil ? .passed : state.sign.0
  }

  /// What its state means for a theme.
  package var role: Role { unhandled != nil ? .rejected : skipped != nil ? .passed : state.sign.1 }
}

extension PromiseState {
  /// Its sign, and what it means for a theme.
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
    case .unknown: (.unknown, .pending)
    }
  }
}

extension StateCounts {
  /// The states that any promise is in, each with its sign and how many are, the most urgent one first.
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
  /// Why nothing is waited for any more, though the promise is pending: its settlement, or its place
  /// in a queue, is among the next events. None where something is waited for.
  func settlesNext(in graph: Graph) -> (long: String, short: String)? {
    guard state == .pending else { return nil }
    if let job = job.flatMap({ graph.job($0) }), job.ended != nil {
      return ("its job is over", "job over")
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.fired != nil {
      return ("its timer has fired", "fired")
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.cancelled != nil {
      return ("its timer has been stopped", "stopped")
    }
    if creation.operation.isFanIn {
      return isDecided ? ("its inputs have decided", "decided") : nil
    }
    if let parent = creation.parents.first, graph[parent]?.isFinal == true {
      return ("\(parent) has settled", "by \(parent)")
    }
    return nil
  }

  /// The inputs of a fan-in that have settled are enough to settle it.
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
  /// The inputs that this settled fan-in no longer waited for.
  var losers: some Sequence<InputNode> {
    inputs.lazy.filter { [settled, settlement] input in
      settled != nil && (input.outcome == nil || input.ignored)
        && input.promise != settlement?.from
    }
  }

  /// It is settled, and not by all of its inputs.
  var hasLosers: Bool {
    creation.operation.isFanIn && settled != nil && heard.total < inputs.count
      && losers.first { _ in true } != nil
  }
}

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

extension Graph {
  /// What a promise is called in a list: a root by its label, a link by its operation and label, a
  /// timer without a label by its delay.
  func name(of node: PromiseNode, clock: ShortClock) -> String {
    if node.creation.operation == .after, node.creation.label == nil,
      let timer = node.timer.flatMap({ timer($0) })
    {
      return "after \(clock.text(timer.due.saturatingMinus(timer.scheduled.time)))"
    }
    return node.creation.parents.isEmpty ? node.name : node.title
  }
}

extension Graph {
  /// A race took the outcome of `node` over; of very many children only the first are looked at.
  func hasWon(_ node: PromiseNode) -> Bool {
    node.children.prefix(1000).contains { child in
      guard let fanIn = self[child], fanIn.settlement?.from == node.id else { return false }
      return fanIn.creation.operation == .race || fanIn.creation.operation == .any
    }
  }
}
