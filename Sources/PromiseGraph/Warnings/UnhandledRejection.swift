package import PromiseKitLite

/// An error that nobody handled: the last promise that it reached is gone.
///
/// The chain ends without a `catch`, or its handler is for other errors only. A `cauterize()` at the end
/// says that this is meant.
package enum UnhandledRejection: Lint {
  package static let id = "unhandled-rejection"
  package static let severity = Severity.error
  package static let fix = "end the chain with catch or recover"

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .errorUnhandled(let promise, let origin, _) = event.kind else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.cause = graph[origin]?.settled?.sequence
    if origin != promise { finding.add(origin) }
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    guard let promise = finding.promise else { return "" }
    let error = (finding.others.first ?? promise, graph[finding.others.first ?? promise])
    let text = graph[promise]?.settlement?.description ?? error.1?.settlement?.description ?? ""
    return "nobody handled the error of \(LinearReport.name(promise, in: graph))"
      + (text.isEmpty ? "" : ": \(text)")
      + (finding.others.isEmpty ? "" : ", which arose in \(finding.words(in: graph))")
  }
}
