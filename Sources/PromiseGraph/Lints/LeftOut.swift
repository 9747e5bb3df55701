import PromiseEvents

/// A job made several promises on one line, and a fan-in that it made reads all but a few of them.
///
/// **Why.** The fan-in does not wait for what it does not read, and an error of that is not its error.
///
/// **Reported** if nothing reads the promises that were left out, and a job made all of them and the fan-in.
///
/// **Fix.** Pass every promise to the fan-in.
///
/// ```swift
/// // wrong: nothing waits for the third text
/// let saves = ["one", "two", "three"].map { save($0) }
/// when(fulfilled: Array(saves.dropLast())).done { print("saved \($0.count)") }.cauterize()
/// // right
/// when(fulfilled: ["one", "two", "three"].map { save($0) })
///   .done { print("saved \($0.count)") }.cauterize()
/// // Prints "saved 3"
/// ```
package enum LeftOut: Relation {
  package static let id = "left-out"
  package static let summary = "a fan-in reads only some of the promises that were made for it"
  package static let fix =
    "pass every promise to it, unless it is right to go on without the others"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.flatMap { fanIns -> [Suspect] in
      fanIns.prefix(mostFanIns).compactMap { id in
        guard let fanIn = run.graph[id], let job = fanIn.createdIn,
          [.all, .allSettled].contains(fanIn.creation.operation),
          let input = fanIn.inputs.first
        else { return nil }
        let made = run.peers(of: input.promise).filter { id in
          run.graph.read(id) {
            $0.createdIn == job && $0.created.sequence < fanIn.created.sequence
          } ?? false
        }
        let left = made.filter { !run.isRead($0) }
        guard let first = left.first.flatMap({ run.graph[$0] }), left.count < made.count else {
          return nil
        }
        return Suspect(
          fanIn, and: first, weight: 70, since: first.created, at: fanIn.created, count: left.count,
          of: made.count)
      }
    }
  }

  /// How many fan-ins of a line are inspected.
  private static var mostFanIns: Int { 64 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.name(in: graph)) does not read \(finding.placed(in: graph)), which the same job made, and neither does anything else"
    )
  }
}
