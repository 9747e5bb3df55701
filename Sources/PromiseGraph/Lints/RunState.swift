package import PromiseEvents

/// The state of a run after an event: the graph, and what the lints have found so far. A ``History`` keeps it
/// as keyframes: a copy is cheap and shares whatever neither has changed since.
package struct RunState: Equatable, Sendable {
  /// The promises, jobs, queues and timers, and their groups.
  package private(set) var graph: Graph
  /// What the lints have found, and what they remember.
  package private(set) var lints: LintState

  /// Creates the state before any event.
  package init(lints: LintSettings = LintSettings(), since: Int = 0, canForget: Bool = false) {
    graph = Graph(since: since, canForget: canForget)
    self.lints = LintState(lints)
  }

  /// Applies the next event. Returns whether it begins a turn.
  @discardableResult
  package mutating func apply(_ event: PromiseEvent) -> Bool {
    let turn = graph.turn
    graph.apply(event)
    lints.watch(event, in: graph)
    return graph.turn != turn
  }

  /// Forgets what had ended at the event `base`, the earliest that the playhead can go back to.
  package mutating func forget(upTo base: Int) {
    graph.forget(upTo: base)
    lints.forget(with: graph)
  }

  /// The warnings, in the order of the events. Each sentence is made when it is read.
  package var warnings: WarningList { WarningList(lints, graph) }

  /// Whether there are any warnings if nothing follows, including those that were forgotten.
  package var hasWarnings: Bool {
    lints.warningCount + lints.forgottenCount > 0 || !warningsAtEnd.isEmpty
  }

  /// The warnings that hold only if nothing follows.
  package var warningsAtEnd: [Warning] { lints.warnings(atEnd: graph) }

  /// The approximate number of bytes.
  package var byteCount: Int { graph.byteCount + lints.byteCount }

  /// Returns about how many bytes an earlier state has alone: what was copied and what was forgotten since
  /// then.
  package func bytes(since earlier: RunState?) -> Int {
    let forgotten = graph.forgottenBytes + lints.forgottenBytes
    let before = earlier.map { $0.graph.forgottenBytes + $0.lints.forgottenBytes } ?? 0
    return graph.copiedBytes.saturatingMinus(earlier?.graph.copiedBytes ?? 0)
      + forgotten.saturatingMinus(before)
  }
}
