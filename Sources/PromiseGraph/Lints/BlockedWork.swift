import PromiseEvents

/// A timeout or a race with a timer was decided while what it waited for stood in a queue behind another handler.
///
/// **Why.** The work was not slow: its queue was busy with something else, and the time ran out meanwhile.
///
/// **Reported** if a handler of the work that lost was enqueued on a serial queue and had not started when the time was up,
/// and another handler was running there.
///
/// **Fix.** Run the long handler on a queue of its own.
///
/// ```swift
/// // wrong: the answer waits behind the report
/// let shared = DispatchQueue(label: "shared")
/// after(seconds: 0).done(on: shared) { Thread.sleep(forTimeInterval: 0.1) }
/// Promise(after(seconds: 0.01)).then(on: shared) { Promise.value("answer") }
///   .timeout(.milliseconds(30)).recover { _ in Promise.value("no answer") }.done { print($0) }
///   .cauterize()
/// // Prints "no answer"
/// // right
/// let reports = DispatchQueue(label: "reports")
/// let answers = DispatchQueue(label: "answers")
/// after(seconds: 0).done(on: reports) { Thread.sleep(forTimeInterval: 0.1) }
/// Promise(after(seconds: 0.01)).then(on: answers) { Promise.value("answer") }
///   .timeout(.seconds(10)).recover { _ in Promise.value("no answer") }.done { print($0) }
///   .cauterize()
/// // Prints "answer"
/// ```
package enum BlockedWork: Relation {
  package static let id = "blocked-work"
  package static let summary =
    "the time was up while the work stood in a queue behind another handler"
  package static let fix = "run the long handler on a queue of its own"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      var found: [(blocker: PromiseNode, decider: PromiseNode, start: Moment)] = []
      for peer in peers {
        guard found.count < mostSearches, let decider = run.graph[peer],
          let settlement = decider.settlement, let decided = decider.settled,
          decider.creation.operation == .timeout
            || settlement.from.map({ isTimer(run.graph.chainRoot(of: $0), run) }) == true
        else { continue }
        let behind = run.undecided(behind: decider).lazy.compactMap { node in
          blocker(of: node, at: decided, run).map { ($0.0, decider, $0.1) }
        }
        if let first = behind.first { found.append(first) }
      }
      guard let first = found.first, let decided = first.decider.settled else { return nil }
      return Suspect(
        first.blocker, and: first.decider, weight: 90, since: first.start, at: decided,
        count: found.count, of: peers.count)
    }
  }

  private static func isTimer(_ promise: PromiseID, _ run: RunLines) -> Bool {
    run.graph.read(promise) { $0.creation.operation == .after } ?? false
  }

  /// Returns the handler that ran on the serial queue in which the job of `node` stood, and when it started.
  private static func blocker(
    of node: PromiseNode, at decided: Moment, _ run: RunLines
  ) -> (PromiseNode, Moment)? {
    guard let job = node.job.flatMap({ run.graph.job($0) }), run.graph.isSerial(job.queue),
      (job.enqueued?.sequence ?? .max) < decided.sequence,
      (job.started?.sequence ?? .max) > decided.sequence
    else { return nil }
    let running = run.graph.jobs.first {
      $0.queue == job.queue && ($0.started?.sequence ?? .max) < decided.sequence
        && ($0.ended?.sequence ?? .max) > decided.sequence
    }
    guard let child = running?.child.flatMap({ run.graph[$0] }), let start = running?.started else {
      return nil
    }
    return (child, start)
  }

  /// How many times the jobs of a run are searched for a line.
  private static var mostSearches: Int { 8 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    let handler = finding.promise.map { graph.handlerTitle(of: $0, language) } ?? ""
    return language.text(
      "\(handler) was running when \(finding.placed(in: graph)) was decided, and what that waited for stood in the same queue"
    )
  }
}
