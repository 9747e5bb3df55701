import PromiseEvents

/// A handler ran after that of a newer call of its line, although the calls of the line usually follow one another.
///
/// **Why.** Two requests are under way, and the answer to the first comes last. What it shows or stores belongs to
/// what was asked before.
///
/// **Reported** for a `done`, `get` or `tap` whose line was called at least four times, by whomever, if at most a quarter
/// of the calls came out of turn and most were made when the one before was done. It is more unusual if
/// the handler that ran last is not that of the newest call. Not reported for calls with different labels or tags, for
/// those of one job, nor for later links of the same chain.
///
/// **Fix.** Cancel the older call when a newer one begins, or drop an answer that is not the newest.
///
/// ```swift
/// // wrong: the answer to the third question comes last
/// for (place, seconds) in [0.01, 0.01, 0.09, 0.01].enumerated() {
///   _ = tapped(button).delay(.milliseconds(40 * place)).done {
///     after(seconds: seconds).done { print(place) }
///   }
/// }
/// // Prints "0"
/// // Prints "1"
/// // Prints "3"
/// // Prints "2"
/// // right: an older answer is dropped
/// let newest = Mutex(0)
/// for (place, seconds) in [0.01, 0.01, 0.09, 0.01].enumerated() {
///   _ = tapped(button).delay(.milliseconds(40 * place)).done {
///     newest.withLock { $0 = place }
///     after(seconds: seconds).done { if newest.withLock({ $0 }) == place { print(place) } }
///   }
/// }
/// // Prints "0"
/// // Prints "1"
/// // Prints "3"
/// ```
package enum OutOfOrder: Relation {
  package static let id = "out-of-order"
  package static let summary = "a handler ran after that of a newer call, unlike others of its line"
  package static let fix = "cancel the older call, or drop an answer that is not the newest"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      guard peers.count >= fewestCalls, let operation = run.graph[peers[0]]?.creation.operation,
        operation.has(.hasEffect)
      else { return nil }
      var newest: PromiseNode?
      var late: [(older: PromiseNode, newer: PromiseNode, start: Moment)] = []
      var overlaps = 0
      var ran: [(node: PromiseNode, start: Moment)] = []
      for peer in peers {
        guard let node = run.graph[peer], let start = run.start(of: peer) else { continue }
        if let last = ran.last, last.start.sequence > node.created.sequence { overlaps += 1 }
        ran.append((node, start))
      }
      let turns = ran.sorted { $0.start.sequence < $1.start.sequence }
      for turn in turns {
        if let newer = newest, newer.id > turn.node.id {
          if isAnotherCall(turn.node, newer, run) { late.append((turn.node, newer, turn.start)) }
        } else {
          newest = turn.node
        }
      }
      guard let first = late.first, late.count * 4 <= peers.count, overlaps * 3 <= ran.count else {
        return nil
      }
      let isLast = late.last?.older.id == turns.last?.node.id
      return Suspect(
        first.older, and: first.newer, weight: isLast ? 96 : 82, since: first.newer.created,
        at: first.start, count: late.count, of: peers.count)
    }
  }

  /// Returns whether two handlers may be meant for the same thing, and no earlier link of theirs was out of turn too.
  private static func isAnotherCall(_ one: PromiseNode, _ other: PromiseNode, _ run: RunLines)
    -> Bool
  {
    guard one.parent != other.parent, one.createdIn == nil || one.createdIn != other.createdIn,
      one.creation.label == other.creation.label, one.creation.tag == other.creation.tag,
      let first = one.parent.flatMap({ run.graph[$0] }),
      let second = other.parent.flatMap({ run.graph[$0] })
    else { return false }
    guard first.line == second.line, first.creation.operation.has(.hasEffect),
      let start = run.start(of: first.id), let next = run.start(of: second.id)
    else { return true }
    return start.sequence < next.sequence
  }

  private static var fewestCalls: Int { 4 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.name(in: graph)) ran after \(finding.placed(in: graph)), the handler of a newer call: the older result stays, unless the handler checks"
    )
  }
}
