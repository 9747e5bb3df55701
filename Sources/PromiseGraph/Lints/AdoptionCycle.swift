package import PromiseEvents

/// A promise that was resolved with itself.
///
/// **Why.** A handler returned the promise that waits for it, directly or through other promises: a
/// cycle that nothing can end. (Rule 7; Promises/A+ 2.3.1)
///
/// **Reported** when the promise is rejected with `returnedSelf`; once for each cycle, wherever the
/// error goes next.
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
  package static let summary = "a promise was resolved with itself and rejected"
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

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.rejected, harm: finding.promise.map { [.promise($0)] } ?? [])
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    guard !finding.others.isEmpty else {
      return language.text("\(name) was resolved with itself and rejected")
    }
    return language.text(
      "\(name) was resolved with itself, through \(finding.list(in: graph, language)), and rejected"
    )
  }
}
