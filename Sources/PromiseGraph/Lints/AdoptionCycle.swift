package import PromiseEvents

/// A promise that waits for itself.
///
/// **Why.** A handler returned the promise that waits for it, directly or through other promises: a
/// cycle that nothing can end. (Rule 7; Promises/A+ 2.3.1)
///
/// **Reported** when the promise is rejected with `returnedSelf`; once for each cycle, wherever the
/// error goes next. Also at the end of the run, for promises that wait for each other: by adoption, as
/// links, as the last input of a fan-in, by an `await`, or because a thread waits. In Swift, a cycle of
/// adoptions alone is rejected; in JavaScript, only a promise that is resolved with itself is.
///
/// **Fix.** Return a promise that does not wait for this handler.
///
/// ```swift
/// // wrong: each waits for the other
/// let (one, sealOne) = Promise<Int>.pending()
/// let (two, sealTwo) = Promise<Int>.pending()
/// sealOne.resolve(two)
/// sealTwo.resolve(one)
/// one.done { print($0) }.catch { print($0) }
/// // Prints "A promise handler returned itself"
/// // right
/// let (first, sealFirst) = Promise<Int>.pending()
/// let (second, sealSecond) = Promise<Int>.pending()
/// sealFirst.resolve(second)
/// sealSecond.fulfill(7)
/// first.done { print($0) }.catch { print($0) }
/// // Prints "7"
/// ```
package enum AdoptionCycle: Lint {
  package static let id = "adoption-cycle"
  package static let severity = Severity.error
  package static let summary = "a promise waits for itself: it was rejected, or can never settle"
  package static let fix = "return a promise that does not wait for this handler"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .settled(let settlement) = event.kind, settlement.oddity == .returnedSelf,
      settlement.origin ?? settlement.promise == settlement.promise
    else { return nil }
    var finding = Finding(Moment(event), promise: settlement.promise)
    finding.cause = graph[settlement.promise]?.adoptedAt?.sequence
    if let inner = graph[settlement.promise]?.adopted { finding.add(inner) }
    return finding
  }

  package static func findings(atEnd graph: Graph, knowing memory: LintMemory) -> [Finding] {
    let moment = Moment(sequence: graph.sequence, time: graph.time)
    return graph.cycles.map { cycle in
      var finding = Finding(moment, promise: cycle[0])
      finding.cause = graph.read(cycle[0]) { $0.created.sequence }
      for promise in cycle.dropFirst() { finding.add(promise) }
      return finding
    }
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(
      isOpen(finding, graph) ? .lost : .rejected,
      harm: finding.promise.map { [.promise($0)] } ?? [])
  }

  private static func isOpen(_ finding: Finding, _ graph: Graph) -> Bool {
    graph.read(finding.promise) { $0.settled == nil } ?? false
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    guard !isOpen(finding, graph) else {
      return finding.others.isEmpty
        ? language.text("\(name) waits for itself: it can never settle")
        : language.text("\(name) waits for itself, through \(list): it can never settle")
    }
    guard !finding.others.isEmpty else {
      return language.text("\(name) was resolved with itself and rejected")
    }
    return language.text("\(name) was resolved with itself, through \(list), and rejected")
  }
}

extension Graph {
  /// The cycles of promises that wait for each other, each from its oldest promise. O(promises that have not settled)
  fileprivate var cycles: [[PromiseID]] {
    var cycles: [[PromiseID]] = []
    var path: [PromiseID] = []
    var branches: [[PromiseID]] = []
    // The promises that were met, with their places in the path.
    var places: [PromiseID: Int?] = [:]
    func enter(_ promise: PromiseID) {
      places[promise] = path.count
      path.append(promise)
      branches.append(needs(of: promise))
    }
    for number in unsettled.open.numbers.lazy.prefix(Self.mostSearched)
    where places[PromiseID(number)] == nil {
      enter(PromiseID(number))
      while let last = branches.indices.last {
        guard let next = branches[last].popLast() else {
          branches.removeLast()
          places[path.removeLast()] = .some(nil)
          continue
        }
        guard let known = places[next] else {
          enter(next)
          continue
        }
        guard let place = known else { continue }
        let cycle = path[place...]
        let oldest = cycle.indices.min { cycle[$0] < cycle[$1] } ?? place
        cycles.append(Array(cycle[oldest...] + cycle[..<oldest]))
      }
    }
    return cycles
  }

  /// Returns the promises without which a promise cannot settle.
  private func needs(of promise: PromiseID) -> [PromiseID] {
    guard goesOn(promise), let node = self[promise], node.strandedBy == nil else { return [] }
    if case .lockedIn(let inner) = node.state { return [inner] }
    if let job = node.job.flatMap({ self.job($0) }), job.ended == nil {
      return wait(of: job).map { [$0.promise] } ?? []
    }
    if let wait = node.awaiting { return [wait.promise] }
    let operation = node.creation.operation
    if operation.isFanIn {
      let open = node.inputs.filter { $0.outcome == nil }.prefix(64).map(\.promise)
      return operation.has(.oneInputDecides) && open.count > 1 ? [] : open
    }
    if let timer = node.timer.flatMap({ self.timer($0) }), timer.fired == nil { return [] }
    return [node.parent].compactMap { $0 }
  }

  /// The most promises from which the search begins.
  private static var mostSearched: Int { 4096 }
}
