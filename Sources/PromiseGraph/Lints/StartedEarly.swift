import PromiseEvents

/// A handler returned a promise that had been made before the handler ran, by the code that attached the handler: its
/// work did not wait for its turn. Or a promise was passed to `when(fulfilled:concurrently:)`, which takes the next one
/// when an earlier one has settled, and had been made before.
///
/// **Why.** A chain orders the work that its handlers start. What was started before the chain reached the handler
/// runs at the same time as the links before it.
///
/// **Reported** if the promise that a handler returned was made by the job that attached the handler, and earlier than
/// the handler ran. It is more unusual if that holds for every run of the line. Not reported for a promise that a
/// resolver settles, nor for what the program made outside of any job, such as a cache. Reported for an input if the
/// code that made the fan-in had made it before.
///
/// **Fix.** Start the work in the handler.
///
/// ```swift
/// // wrong: both texts are saved at the same time
/// let second = save("two")
/// save("one").then { _ in second }.done { _ in print("saved") }.cauterize()
/// // right
/// save("one").then { _ in save("two") }.done { _ in print("saved") }.cauterize()
/// // Prints "saved"
/// ```
package enum StartedEarly: Relation {
  package static let id = "started-early"
  package static let summary =
    "work had been made before its turn, such as before the handler that returned it ran"
  package static let fix = "start the work in the handler, unless it may run at any time"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.flatMap { peers -> [Suspect] in
      let fanIns = peers.compactMap { run.graph[$0] }.filter(\.creation.operation.isFanIn)
      guard fanIns.isEmpty else { return fanIns.compactMap { input(of: $0, run) } }
      let returning = peers.filter { run.graph.read($0) { $0.firstAdopted != nil } ?? false }
      let early = returning.compactMap { Self.early($0, run) }
      let weight = early.count == returning.count ? 90 : 80
      // One for each line that the handlers returned.
      var lines: Set<Int> = []
      return early.compactMap { handler, made, start in
        guard lines.insert(made.line).inserted, let root = run.links(to: made.id).first else {
          return nil
        }
        return Suspect(
          handler, and: root, weight: weight, since: made.created, at: start, count: early.count,
          of: returning.count)
      }
    }
  }

  /// Returns the promise that the handler of `promise` returned if it was made early, and when the handler started.
  private static func early(
    _ promise: PromiseID, _ run: RunLines
  ) -> (PromiseNode, PromiseNode, Moment)? {
    guard let handler = run.graph[promise], let maker = handler.createdIn,
      let made = handler.firstAdopted.flatMap({ run.graph[$0] }), made.isDeclared,
      let start = run.start(of: promise), made.created.sequence < start.sequence,
      made.createdIn == maker, made.id != handler.parent, made.isWork
    else { return nil }
    return (handler, made, start)
  }

  /// Returns the first input of a fan-in that had been made before its turn.
  private static func input(of fanIn: PromiseNode, _ run: RunLines) -> Suspect? {
    let early = fanIn.inputs.lazy.filter(\.isLater).compactMap { run.graph[$0.promise] }.filter {
      $0.isDeclared && $0.created.sequence < fanIn.created.sequence
        && $0.createdIn == fanIn.createdIn && $0.isWork
    }
    guard let first = early.first else { return nil }
    let peers = Set(run.peers(of: first.id))
    let count = early.count { peers.contains($0.id) }
    var suspect = Suspect(
      first, and: fanIn, weight: 85, since: first.created, at: fanIn.created, count: count,
      of: peers.count)
    suspect.finding.text = "input"
    return suspect
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    guard finding.text == nil else {
      return language.text(
        "\(finding.name(in: graph)) had been made before its turn in \(finding.placed(in: graph))")
    }
    let handler = finding.promise.map { graph.handlerTitle(of: $0, language) } ?? ""
    return language.text(
      "\(handler) returned \(finding.placed(in: graph)), which had been made before it ran")
  }
}
