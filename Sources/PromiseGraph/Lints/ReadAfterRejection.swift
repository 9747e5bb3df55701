import PromiseEvents

/// A promise was read again after it was rejected, by other jobs than the one that made it: what failed once fails
/// for everyone.
///
/// **Why.** A promise never changes its outcome. A cache that keeps a rejected promise returns the old error, and a
/// retry that reads it again makes no new attempt.
///
/// **Reported** if handlers were attached to the promise, or other promises were resolved with it, in other jobs after
/// its rejection. Each further job makes it more unusual.
///
/// **Fix.** Forget the promise when it is rejected, and make a new one.
///
/// ```swift
/// // wrong: the second attempt reads the same rejected promise
/// let request = fetch("token")
/// request.recover { _ in request }.done { print($0) }.cauterize()
/// // right
/// fetch("token").recover { _ in fetch("token") }.done { print($0) }.cauterize()
/// // Prints "[1, 2, 3]"
/// ```
package enum ReadAfterRejection: Relation {
  package static let id = "read-after-rejection"
  package static let summary = "a promise was read again after it had been rejected"
  package static let fix = "make a new promise for each attempt, unless the old error is wanted"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.flatMap { peers in
      peers.compactMap { id -> Suspect? in
        guard run.graph.read(id, { $0.state }) == .rejected, let node = run.graph[id],
          let settled = node.settled
        else { return nil }
        let late = run.readers(of: node).compactMap { run.graph[$0] }.compactMap { reader in
          read(reader, node, after: settled, run).map { (reader, $0) }
        }
        guard let (reader, job) = late.first else { return nil }
        let jobs = Set(late.map(\.1.job)).count
        return Suspect(
          node, and: reader, weight: jobs == 1 ? 61 : 60 + 10 * min(3, jobs), since: settled,
          at: job.moment,
          count: late.count, of: 1)
      }
    }
  }

  /// Returns when and in which other job a promise began to read `node`; `nil` if that was not after its rejection.
  private static func read(
    _ reader: PromiseNode, _ node: PromiseNode, after settled: Moment, _ run: RunLines
  ) -> (job: JobID?, moment: Moment)? {
    let isLocked = reader.adopted == node.id
    let moment = isLocked ? reader.adoptedAt ?? reader.created : reader.created
    let job = isLocked ? reader.job : reader.createdIn
    guard moment.sequence > settled.sequence, job != node.createdIn else { return nil }
    return (job, moment)
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    guard finding.count > 1 else {
      return language.text(
        "\(finding.name(in: graph)) had been rejected when \(finding.placed(in: graph)) began to read it"
      )
    }
    return language.text(
      "\(finding.name(in: graph)) had been rejected when \(finding.placed(in: graph)) and \(finding.count - 1) more began to read it"
    )
  }
}
