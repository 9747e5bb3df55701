package import PromiseEvents
package import PromiseGraph
package import PromiseInsight

/// What is worth knowing at the end of a run: what came out, and where the time went. It depends only on the
/// state after the last event.
package struct EndCard: Hashable, Sendable {
  /// Something that came out.
  package enum Result: Hashable, Sendable {
    /// The last promise of a chain: the sign and the role of its state, its name, and its value or error.
    case promise(PromiseID, Glyph, Role, name: String, text: String)
    /// A promise that never settled.
    case pending(PromiseID, Glyph, Role, name: String)
    /// A line that the program printed.
    case printed(String)
    /// An input that did not decide its fan-in.
    case late(InputNode, name: String, PromiseState?)
  }

  /// What came out, the most important first: errors, promises that never settled, what was printed, values, and
  /// the inputs that settled too late.
  package private(set) var results: [Result]
  /// How many more results there are.
  package private(set) var more: Int
  /// Where the time of the main chain went.
  package private(set) var shares: TimeShares?
  /// The last promise of the main chain.
  package private(set) var subject: PromiseID?
  /// The length of the run in nanoseconds, and the number of its promises.
  package let length: Int64
  package let promises: Int
  /// The number of the last event.
  package let event: Int

  /// Creates the card for the state at the end of a run that began at `start`, with what the program printed.
  package init(_ graph: Graph, since start: Int64, output: PrintedOutput? = nil) {
    length = max(0, graph.time.saturatingMinus(start))
    promises = graph.counts.total
    event = graph.sequence
    let sketch = ChainSketch(graph)
    subject = sketch.end
    shares = sketch.end.flatMap { TimeShares(of: $0, in: graph, atMost: 3) }
    let leaves = Self.leaves(graph)
    let errors = leaves.filter { $0.isError }.map(Self.promise)
    let pending = leaves.filter { !$0.isFinal }.map {
      Result.pending($0.id, $0.glyph, $0.role, name: $0.title)
    }
    let values = leaves.filter { !$0.isError && $0.hasValue }.map(Self.promise)
    let (lines, count) =
      output.map { ($0.lines.suffix(Self.mostOfKind).map(\.text), $0.count + $0.evicted) }
      ?? (graph.notes.suffix(Self.mostOfKind).map(\.text), graph.notes.count)
    let late = Self.late(graph).map {
      Result.late($0, name: graph.plainName(of: $0.promise), graph[$0.promise]?.state)
    }
    let kinds = [errors, pending, lines.map(Result.printed), values, late]
    results = kinds.flatMap { $0.prefix(Self.mostOfKind) }
    more = kinds.reduce(count - lines.count - results.count) { $0 + $1.count }
  }

  /// The inputs that did not decide their fan-ins, without those that an `all` counted.
  private static func late(_ graph: Graph) -> [InputNode] {
    graph.promises.prefix(mostPromises)
      .filter { $0.creation.operation.isFanIn && $0.creation.operation != .retry }
      .flatMap { node -> [InputNode] in
        guard let winner = node.settlement?.from else { return [] }
        return node.inputs.filter { $0.promise != winner && ($0.ignored || $0.outcome == nil) }
      }
  }

  /// The last promise of each chain, in the order in which they settled; those that never did come first.
  private static func leaves(_ graph: Graph) -> [PromiseNode] {
    graph.promises.prefix(mostPromises)
      .filter { $0.isDeclared && $0.children.isEmpty && $0.adoptedBy.isEmpty }
      .sorted {
        ($0.settled?.sequence ?? -1, $0.id.rawValue) < ($1.settled?.sequence ?? -1, $1.id.rawValue)
      }
  }

  private static func promise(_ node: PromiseNode) -> Result {
    // A rejected link whose handler did not run is the end of the error, which matters more here.
    let (glyph, role) = node.skipped == nil ? (node.glyph, node.role) : node.state.sign
    return .promise(
      node.id, glyph, role, name: node.title, text: node.settlement?.description ?? "")
  }

  private static var mostOfKind: Int { 3 }
  private static var mostPromises: Int { 2000 }
}

extension PromiseNode {
  /// Whether it ended with an error that no handler after it handles.
  fileprivate var isError: Bool {
    settlement?.outcome == .rejected || unhandled != nil
  }

  /// Whether it ended with a value that says something.
  fileprivate var hasValue: Bool {
    guard let settlement, skipped == nil else { return false }
    return settlement.outcome == .cancelled || !["", "()"].contains(settlement.description)
  }
}
