import PromiseEvents

/// Work of a line was started at one place before a run that another place had started was done, although the other runs
/// wait for each other.
///
/// **Why.** What must not run twice at a time is guarded in one place and not in another: a renewal, the filling of a
/// cache, a change that reads first and writes later.
///
/// **Reported** for work that is started at least four times and goes on in chains of different lines, if at most a quarter
/// of its runs overlap with the one before, and only with one that goes on in another line; with `--wrong`, also if it
/// goes on in the same line. Not reported if one job starts runs that overlap, nor for runs with different labels or tags.
///
/// **Fix.** Guard the work where it is made: keep the promise of the run under way, and return it.
///
/// ```swift
/// // wrong: a timer starts what the button has started
/// @Sendable func load() -> Promise<Int> { reply(after: 0.02) { 1 } }
/// for place in 0..<4 {
///   _ = tapped(button).delay(.milliseconds(40 * place)).then { load() }
/// }
/// _ = tapped(button).delay(.milliseconds(125)).then { load() }.done { print($0) }
/// // Prints "1"
/// // right
/// let running = Mutex<Promise<Int>?>(nil)
/// @Sendable func loadOnce() -> Promise<Int> {
///   running.withLock { running in
///     if let last = running, last.isPending { return last }
///     let next = reply(after: 0.02) { 1 }
///     running = next
///     return next
///   }
/// }
/// for place in 0..<4 {
///   _ = tapped(button).delay(.milliseconds(40 * place)).then { loadOnce() }
/// }
/// _ = tapped(button).delay(.milliseconds(125)).then { loadOnce() }.done { print($0) }
/// // Prints "1"
/// ```
package enum Overlap: Relation {
  package static let id = "overlap"
  package static let summary =
    "work was started before an earlier run of it was done, unlike the other runs of its line"
  package static let fix = "keep the promise of the run under way, unless they may overlap"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      guard peers.count >= fewestRuns else { return nil }
      var last: (node: PromiseNode, entry: PromiseNode)?
      var entries: Set<Int> = []
      var isUsual = false
      var over: [(entry: PromiseNode, later: PromiseNode, earlier: PromiseNode)] = []
      for peer in peers {
        guard let node = run.graph[peer], node.isWork, let entry = entry(of: node, run) else {
          continue
        }
        entries.insert(entry.line)
        defer { last = (node, entry) }
        guard let last, (last.node.settled?.sequence ?? .max) > node.created.sequence else {
          continue
        }
        // Runs that one job starts are meant to overlap.
        guard last.node.createdIn != node.createdIn,
          last.node.creation.label == node.creation.label,
          last.node.creation.tag == node.creation.tag
        else { return nil }
        if last.entry.line == entry.line {
          // Of a chain that is made at one place, the end stands for the whole.
          if entry.parent == node.id { return nil }
          isUsual = true
        }
        over.append((entry, node, last.node))
      }
      guard let odd = over.first, over.count * 4 <= peers.count, isUsual || entries.count > 1
      else { return nil }
      return Suspect(
        odd.later, and: odd.entry, weight: isUsual ? 55 : 85, since: odd.earlier.created,
        at: odd.later.created,
        count: over.count, of: peers.count)
    }
  }

  /// Returns what the code that started a run attached to it, or the promise whose handler returned it.
  private static func entry(of node: PromiseNode, _ run: RunLines) -> PromiseNode? {
    run.readers(of: node).lazy.compactMap { run.graph[$0] }.first {
      $0.parent == node.id
        ? $0.createdIn == node.createdIn : $0.adopted == node.id && $0.job == node.createdIn
    }
  }

  private static var fewestRuns: Int { 4 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.name(in: graph)), read by \(finding.placed(in: graph)), was started before the previous run of its line was done, unlike the others"
    )
  }
}
