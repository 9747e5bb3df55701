import PromiseEvents

/// Work is pending at the end of the run, although everything that waited for it has settled without it.
///
/// **Why.** After a timeout or a race was decided, the work that lost goes on: it holds a connection, a listener, a
/// place in a pool.
///
/// **Reported** for a promise with a body, a timer or a resolver that is pending at the end, if all chains that read
/// it have settled. The place is where other promises of its line were settled, if that is known.
///
/// **Fix.** Cancel the context of the work when its result is no longer wanted.
///
/// ```swift
/// // wrong: the timer goes on for an hour
/// _ = Promise(after(.seconds(3600))).timeout(.milliseconds(10))
///   .recover { _ in }.done { print("late") }
/// // right
/// let context = CancelContext()
/// _ = context.run { Promise(after(.seconds(3600))) }.timeout(.milliseconds(10)).detached()
///   .ensure { context.cancel() }.recover { _ in }.done { print("late") }
/// // Prints "late"
/// ```
package enum LeftRunning: Relation {
  package static let id = "left-running"
  package static let summary =
    "work was pending at the end although everything that read it had settled"
  package static let fix = "cancel its context when its result is no longer wanted"

  package static func suspects(in run: RunLines) -> [Suspect] {
    guard run.isOver else { return [] }
    return run.groups.compactMap { peers in
      let left = peers.compactMap { id -> (PromiseNode, PromiseNode)? in
        guard run.graph.read(id, { isWork($0) }) == true, let work = run.graph[id],
          let reader = settledReader(of: work, run)
        else { return nil }
        return (work, reader)
      }
      guard let (work, reader) = left.first, let settled = reader.settled else { return nil }
      let place = run.resolver(of: peers) ?? run.detached(reader)
      return Suspect(
        place, and: work, weight: 75, since: work.created, at: settled, count: left.count,
        of: peers.count)
    }
  }

  private static func isWork(_ node: PromiseNode) -> Bool {
    let operation = node.creation.operation
    return !node.isFinal && node.freed == nil && node.state != .unknown && node.adopted == nil
      && (operation.isWork || [.after, .task].contains(operation))
  }

  /// Returns a promise that read the work and has settled, if all that read it have.
  private static func settledReader(of work: PromiseNode, _ run: RunLines) -> PromiseNode? {
    var decided: PromiseNode?
    var open = run.readers(of: work)
    var met = Set(open)
    while let next = open.popLast(), met.count < 128 {
      guard let node = run.graph[next] else { continue }
      if node.settled != nil {
        decided = decided ?? node
        continue
      }
      let readers = run.readers(of: node)
      if readers.isEmpty { return nil }
      open += readers.filter { met.insert($0).inserted }
    }
    return decided
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.placed(in: graph)) was pending at the end, although everything that read it had settled; see \(finding.name(in: graph))"
    )
  }
}

extension RunLines {
  /// Returns the promise in whose handler most of these promises were settled.
  func resolver(of promises: [PromiseID]) -> PromiseNode? {
    var lines: [Int: (node: PromiseNode, count: Int)] = [:]
    for promise in promises {
      guard let job = graph.read(promise, { $0.settledIn }) ?? nil,
        let child = graph.jobTable.read(job.rawValue, { $0.child }) ?? nil, child != promise,
        let node = graph[child], node.line > 0
      else { continue }
      lines[node.line, default: (node, 0)].count += 1
    }
    return lines.values.max { ($0.count, $1.node.id) < ($1.count, $0.node.id) }?.node
  }

  /// Returns the `detached()` behind a promise, or else the promise.
  func detached(_ node: PromiseNode) -> PromiseNode {
    readers(of: node).lazy.compactMap { graph[$0] }.first { $0.creation.operation == .detached }
      ?? node
  }
}
