package import PromiseEvents

/// A promise that was to settle as it does itself.
///
/// **Why.** A handler returned the very promise that waits for it, or one that waits for that: a
/// circle that nothing can end. (Rule 7; Promises/A+ 2.3.1)
///
/// **Told** when the promise is rejected for it, with `returnedSelf`; once for each circle,
/// whatever the error reaches then.
///
/// **Fix.** Return another promise than the one that waits for the handler.
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
  package static let summary = "a promise was to settle as it does itself: it was rejected"
  package static let fix = "return another promise than the one that waits for the handler"
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

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "\(finding.name(in: graph)) was to settle as it does itself"
      + (finding.others.isEmpty ? "" : ", by way of \(finding.words(in: graph))")
      + ": it was rejected"
  }
}
