import PromiseEvents

/// A handler returned a promise that had been made before the handler ran, by the code that attached the handler: its
/// work did not wait for its turn.
///
/// **Why.** A chain orders the work that its handlers start. What was started before the chain reached the handler
/// runs at the same time as the links before it.
///
/// **Reported** if the promise that a handler returned was made by the job that attached the handler, and earlier than
/// the handler ran. It is more unusual if that holds for every run of the line. Not reported for a promise that a
/// resolver settles, nor for what the program made outside of any job, such as a cache.
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
    "a handler returned work that had been made before the handler ran"
  package static let fix = "start the work in the handler, unless it may run at any time"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.flatMap { peers -> [Suspect] in
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
      made.createdIn == maker, made.id != handler.parent, isWork(made)
    else { return nil }
    return (handler, made, start)
  }

  /// Whether a promise stands for work, not for a value that is there or a resolver's call.
  private static func isWork(_ node: PromiseNode) -> Bool {
    !node.creation.parents.isEmpty
      || ![.pending, .value, .error].contains(node.creation.operation)
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    let handler = finding.promise.map { graph.handlerTitle(of: $0, language) } ?? ""
    return language.text(
      "\(handler) returned \(finding.placed(in: graph)), which had been made before it ran")
  }
}
