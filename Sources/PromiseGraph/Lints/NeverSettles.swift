package import PromiseEvents

/// A promise that is pending at the end of a run, when nothing is left that could resolve it.
///
/// **Why.** The resolver is not called on some path: nothing after it ever runs, not even an
/// `ensure`, and nothing is reported in the program.
///
/// **Reported** at the end of a run in which no timer is set and no job waits or runs, for promises
/// that wait for no other promise; the promises that wait for them are named. Not reported if nothing
/// waits for the promise: nothing reads it, or all that reads it, itself or through others, has
/// settled, such as a race that another input won; nor for a promise freed while pending, nor for one that `hold-and-wait` explains: these are warnings of
/// their own; nor if a callback outside any queue resolved another promise of the same line after at
/// least half as long: its answer may be on the way. A recording that stopped too early
/// looks the same. In a simulation, real timers, callbacks and tasks do not take part, so what they
/// would resolve stays pending.
///
/// **Fix.** Resolve it on every path, or give it a `timeout`. In a simulation, use `after` and
/// `queue.async(.promise)` instead of real timers and callbacks.
///
/// ```swift
/// // wrong: a reply without items resolves nothing
/// _ = Promise<[Int]> { seal in
///   api.fetch("expired") { items, _ in if let items { seal.fulfill(items) } }
/// }
/// .ensure { print("replied") }
/// // Prints nothing
/// // right
/// Promise<[Int]> { seal in
///   api.fetch("expired") { items, error in seal.resolve(items, error) }
/// }
/// .ensure { print("replied") }
/// .catch { error in print(error) }
/// // Prints "replied"
/// // Prints "notFound"
/// ```
package enum NeverSettles: Lint {
  package static let id = "never-settles"
  package static let severity = Severity.error
  package static let summary =
    "a promise is pending at the end, and nothing is left that could resolve it"
  package static let fix = "resolve it on every path, or give it a timeout"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = []
  package static let effect = Consequences.Effect.lost

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? { nil }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    guard graph.isAtRest else { return [] }
    let explained = HoldAndWait.explained(atEnd: graph, knowing: memory)
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    var findings: [Finding] = []
    for id in graph.unsettled.open.numbers.lazy.prefix(mostSearched).map({ PromiseID($0) }) {
      guard findings.count < mostReported else { break }
      guard let node = graph[id], isForgotten(node, in: graph), !explained.contains(id),
        !isAwaited(node, in: graph)
      else { continue }
      let waiting = (Array(node.children) + Array(node.adoptedBy)).filter(graph.goesOn)
      guard waiting.contains(where: graph.isWaitedFor) || graph.isBlocking(id) else { continue }
      var finding = Finding(moment, promise: id)
      finding.cause = node.created.sequence
      for reader in waiting { finding.add(reader) }
      findings.append(finding)
    }
    return findings
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    let list = finding.list(in: graph, language)
    let text =
      switch finding.otherCount {
      case 0: language.text("\(name) is pending, and nothing is left that could resolve it")
      case 1:
        language.text(
          "\(name) is pending, and nothing is left that could resolve it; \(list) waits forever")
      default:
        language.text(
          "\(name) is pending, and nothing is left that could resolve it; \(list) wait forever")
      }
    return text + graph.resolverHint(for: finding.promise, language)
  }

  /// Returns whether it waits for no other promise: its resolver was not called.
  private static func isForgotten(_ node: PromiseNode, in graph: Graph) -> Bool {
    guard node.isDeclared, node.state == .pending, node.strandedBy == nil, node.awaiting == nil
    else { return false }
    let hasRun = node.job.flatMap { graph.job($0) }?.ended != nil
    return node.creation.operation.isWork || node.creation.operation.has(.resolver) && hasRun
  }

  /// Returns whether a callback may still resolve it: one that is in no queue resolved another promise of its
  /// line after at least half as long.
  private static func isAwaited(_ node: PromiseNode, in graph: Graph) -> Bool {
    guard let site = node.creation.site,
      let line = graph.made(in: site.file, line: site.line, near: node.id)
    else { return false }
    let age = graph.time.saturatingMinus(node.created.time)
    return line.promises.lazy.prefix(mostSearched).contains { other in
      graph.read(other) { other in
        guard let settled = other.settled, settled.queue == nil, other.settledIn == nil else {
          return false
        }
        return settled.time.saturatingMinus(other.created.time) >= age / 2
      } ?? false
    }
  }

  private static var mostSearched: Int { 4096 }
  private static var mostReported: Int { 16 }
}

extension Graph {
  /// Returns whether a pending promise matters to something that has not settled: whether it is the end of a chain, or
  /// something that reads it is waited for. O(readers), of which the first few are inspected.
  func isWaitedFor(_ promise: PromiseID) -> Bool {
    var open = [promise]
    var met = Set(open)
    while let next = open.popLast(), met.count < 128 {
      let readers = read(next) { Array($0.children.prefix(64)) + $0.adoptedBy.prefix(64) } ?? []
      if readers.isEmpty { return true }
      open += readers.filter { goesOn($0) && met.insert($0).inserted }
    }
    return met.count >= 128
  }

  /// Returns whether a thread waits for a promise, or code that has no promise awaits it.
  fileprivate func isBlocking(_ promise: PromiseID) -> Bool {
    waits.contains { $0.promise == promise }
      || awaits(of: promise).map { $0.count > $0.functions.count } ?? false
  }
}
