package import PromiseEvents

/// Chains each hold what a pool has given them, and wait for another one: a circle of waits.
///
/// **Why.** What each of them waits for can only be given back by the others. None of them fails,
/// and nothing is reported in the program. (Rule 12)
///
/// **Reported** at the end of a run in which no timer is set and no job waits or runs, except for those
/// of something that repeats itself by a timer, such as a heartbeat, and for a handler that ends the
/// program and was given nothing, for pending promises that one line created and whose resolvers nothing
/// has used: the line of the pool. No
/// event says who keeps a resolver, so what a chain holds is derived. It has been given something
/// if a promise of the pool led to the handler that asked for the next one: a promise of the same
/// line, or one of the same file that was settled from the beginning and that the same line of the
/// program reads. It has given something back if one of its handlers used the resolver of a promise
/// of the pool. Every use of such a resolver in the run must be of that kind, or else the promises
/// come from somewhere else, and nothing is reported; if there was none, at least two chains must
/// hold and wait. The promises are not reported as `never-settles`.
///
/// **Fix.** Take all that a chain needs in one step, or give back what it has before it asks again.
///
/// ```swift
/// // wrong: each has one of the two, and waits for the other one
/// let pool = Pool(2)
/// for _ in 1...2 {
///   pool.take().then { load(1) }.then { _ in pool.take() }
///     .done { print("done") }.ensure { pool.give(2) }.cauterize()
/// }
/// // Prints nothing
/// // right
/// let pool = Pool(2)
/// for _ in 1...2 {
///   pool.take().then { load(1) }.ensure { pool.give(1) }.then { _ in pool.take() }
///     .done { print("done") }.ensure { pool.give(1) }.cauterize()
/// }
/// // Prints "done"
/// // Prints "done"
/// ```
package enum HoldAndWait: Lint {
  package static let id = "hold-and-wait"
  package static let severity = Severity.error
  package static let summary =
    "chains each hold what a pool has given them and wait for another one: none can go on"
  package static let fix =
    "take all that a chain needs in one step, or give back before asking again"
  package static let kinds: [PromiseEvent.Kind.Name]? = []

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? { nil }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    return circles(atEnd: graph, knowing: memory).map { circle in
      var finding = Finding(moment, promise: circle.holders.first)
      for holder in circle.holders { finding.add(holder) }
      finding.cause = circle.holders.last.flatMap { graph[$0]?.created.sequence }
      finding.site = circle.holders.first.flatMap { graph[$0]?.creation.site }
      finding.text = circle.name
      finding.number = Int64(circle.waiting.count - circle.holders.count)
      return finding
    }
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    let harm = explained(atEnd: graph, knowing: memory).sorted()
    return Consequences(.lost, harm: harm.map { .promise($0) })
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let makers = finding.others.compactMap { graph.maker(of: $0) }
    var sites: [SourceSite] = []
    for site in makers.compactMap({ graph[$0]?.creation.site }) where !sites.contains(site) {
      sites.append(site)
    }
    let asked = language.list(sites.prefix(2).map(\.fileAndLine))
    let words = sentence(about: finding, in: graph, language)
    return sites.isEmpty ? words : language.text("\(words); asked for at \(asked)")
  }

  private static func sentence(
    about finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let thing = finding.text.map { "'\(brief($0, 24))'" } ?? "promise"
    let place = finding.site.map { language.text("\(thing) from \($0.fileAndLine)") } ?? thing
    let list = finding.list(in: graph, language)
    guard finding.otherCount > 1 else {
      return language.text(
        "\(list) waits for a \(place) in a chain that holds one: it can never go on")
    }
    let count = finding.otherCount
    let sentence = language.text(
      "\(count) chains each hold a \(place) and wait for another one, a circle: \(list)")
    guard finding.number > 0 else { return sentence }
    let others = Int(finding.number)
    return language.text("\(sentence); \(others) more wait behind them")
  }

  /// Returns the promises that such circles explain.
  static func explained(atEnd graph: Graph, knowing memory: LintMemory) -> Set<PromiseID> {
    guard memory.settings.reports(Self.self) else { return [] }
    return Set(circles(atEnd: graph, knowing: memory).flatMap(\.waiting))
  }

  private static func circles(atEnd graph: Graph, knowing memory: LintMemory) -> [Circle] {
    var lines: [Int: [PromiseID]] = [:]
    for number in graph.unsettled.open.numbers.prefix(4096) {
      guard let node = graph[PromiseID(number)], node.isDeclared, node.state == .pending,
        node.strandedBy == nil, node.line > 0,
        node.creation.operation.isCallback
      else { continue }
      lines[node.line, default: []].append(node.id)
    }
    guard !lines.isEmpty, let rest = Rest(graph) else { return [] }
    return lines.sorted { $0.key < $1.key }.compactMap { line, waiting in
      let search = PoolSearch(line: line, graph: graph)
      return rest.running.contains(where: search.holds)
        ? nil : search.circle(of: waiting, memory.work.handOvers)
    }
    .filter { circle in
      rest.holds(
        since: circle.holders.compactMap { graph.read($0) { $0.created.sequence } }.max() ?? .max,
        without: memory.work.handOvers.filter { $0.line == circle.line }.compactMap(\.handler))
    }
  }
}

/// Chains that hold and wait.
private struct Circle {
  /// The promises that wait in a chain that holds something, and all that wait.
  var holders: [PromiseID]
  var waiting: [PromiseID]
  /// What they wait for, and the line that created it.
  var name: String?
  var line: Int
}

/// Finds out what the promises of one line, those of a pool, were given to.
private struct PoolSearch {
  let line: Int
  let graph: Graph
  private let file: String?
  /// The lines of the program that read promises of the pool.
  private let readers: Set<Int>

  init(line: Int, graph: Graph) {
    (self.line, self.graph) = (line, graph)
    let made = graph.made(onLine: line)
    file = made.first.flatMap { graph[$0]?.creation.site?.file }
    readers = Set(made.flatMap { Self.readers(of: $0, graph) })
  }

  /// Returns the circle that the waiting promises are in, if the uses of resolvers show that there is one.
  func circle(of waiting: [PromiseID], _ handOvers: [WorkWatch.HandOver]) -> Circle? {
    let uses = handOvers.filter { $0.line == line && !$0.isImmediate }
    var givers: Set<PromiseID> = []
    for use in uses {
      guard let handler = use.handler, handler != use.promise,
        chain(above: handler).contains(where: isGrant)
      else { return nil }
      givers.insert(handler)
    }
    let holders = waiting.prefix(Self.mostCompared).filter { promise in
      let chain = chain(above: promise)
      return chain.count(where: isGrant) > chain.count(where: givers.contains)
    }
    guard holders.count >= (uses.isEmpty ? 2 : 1) else { return nil }
    if uses.isEmpty, hasOtherSettlements(handOvers) { return nil }
    let labels = Set(waiting.map { graph[$0]?.creation.label })
    return Circle(
      holders: holders, waiting: waiting, name: labels.count == 1 ? labels.first ?? nil : nil,
      line: line)
  }

  /// Returns whether a promise is in a chain that the pool has given something.
  func holds(_ promise: PromiseID) -> Bool { chain(above: promise).contains(where: isGrant) }

  /// How many of the promises that wait are looked at.
  private static var mostCompared: Int { 256 }

  /// Returns whether any promise of the line was settled after the job that created it, although no use of its resolver is
  /// known.
  private func hasOtherSettlements(_ handOvers: [WorkWatch.HandOver]) -> Bool {
    let known = Set(handOvers.filter(\.isImmediate).map(\.promise))
    return graph.made(onLine: line).contains {
      guard !known.contains($0) else { return false }
      return graph.read($0) { $0.settled != nil && $0.creation.operation != .value } ?? false
    }
  }

  /// Returns whether a promise is one that the pool has given.
  private func isGrant(_ promise: PromiseID) -> Bool {
    guard let node = graph[promise], node.settlement?.outcome == .fulfilled,
      node.creation.parents.isEmpty
    else { return false }
    if node.line == line { return true }
    guard file != nil, node.creation.site?.file == file, node.line > 0 else { return false }
    guard node.creation.operation.isCallback || node.creation.operation == .value else {
      return false
    }
    return !readers.isDisjoint(with: Self.readers(of: promise, graph)) || isNear(node)
  }

  /// Returns whether the promise was created some lines from the promises of the pool, by the same function.
  private func isNear(_ node: PromiseNode) -> Bool {
    guard node.creation.operation == .value, let site = node.creation.site,
      let pool = graph.made(onLine: line).first.flatMap({ graph[$0]?.creation.site })
    else { return false }
    return abs(site.line.saturatingMinus(pool.line)) <= 12
  }

  /// Returns the promises that led to a promise: the links before it, what they adopted, and the chains in whose
  /// handlers they were created.
  private func chain(above promise: PromiseID) -> Set<PromiseID> {
    var met: Set<PromiseID> = []
    var open = [promise]
    while let next = open.popLast(), met.count < 256 {
      guard let node = graph[next] else { continue }
      let maker = node.createdIn.flatMap { graph.jobTable.read($0.rawValue) { $0.child } ?? nil }
      for before in [node.parent, maker, node.settled == nil ? nil : node.adopted] {
        if let before, before != promise, met.insert(before).inserted { open.append(before) }
      }
    }
    met.insert(promise)
    return met
  }

  /// Returns the lines that read a promise.
  private static func readers(of promise: PromiseID, _ graph: Graph) -> [Int] {
    let readers = graph.read(promise) { Array($0.children.prefix(8)) } ?? []
    return readers.compactMap { graph.read($0) { $0.line } }.filter { $0 > 0 }
  }
}
