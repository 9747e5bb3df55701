package import PromiseKitLite

/// A promise that was resolved once more, which changes nothing.
///
/// A callback fires twice, or two callbacks are meant to exclude each other and do not. What came second
/// is lost, an error too.
package enum ResolvedAgain: Lint {
  package static let id = "resolved-again"
  package static let severity = Severity.warning
  package static let fix = "see to it that one path alone resolves it, and once"

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .resolutionIgnored(let promise, let site, let attempt) = event.kind else {
      return nil
    }
    var finding = Finding(Moment(event), promise: promise)
    (finding.site, finding.attempt) = (site, attempt)
    let node = graph[promise]
    finding.cause = node?.settled?.sequence ?? node?.adoptedAt?.sequence
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let attempt = finding.attempt?.rawValue ?? "resolved"
    return
      "\(LinearReport.name(promise, in: graph)) was \(attempt) once more, which changes nothing"
      + (finding.site.map { ", at \($0)" } ?? "")
  }
}
