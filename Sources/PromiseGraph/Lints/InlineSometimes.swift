package import PromiseEvents

/// A handler of one line of source ran within the call that attached it at one time, and later at
/// another.
///
/// **Why.** What stands behind that line runs now after the handler, now before it: the caller has
/// no order. (Zalgo; Promises/A+ 2.2.4)
///
/// **Told** when the second way is seen, once for each line: inline on a promise that was settled
/// already, and inline or queued on one that was not. Not told of handlers that are always inline
/// on pending promises, nor of any that always go to a queue.
///
/// **Fix.** Name a queue, or leave the default: the order is the same then, whether the promise is
/// settled or not.
///
/// ```swift
/// // wrong: a cached page is shown before `open` returns, another page after that
/// func open(_ id: Int, _ cache: [Int: Page]) {
///   let loading = cache[id].map { Promise.value($0) } ?? load(id)
///   loading.done(on: nil) { _ in print("page", id) }.cauterize()
///   print("opened", id)
/// }
/// open(1, [1: page])
/// open(2, [:])
/// // Prints "page 1"
/// // Prints "opened 1"
/// // Prints "opened 2"
/// // Prints "page 2"
/// // right
/// func openInOrder(_ id: Int, _ cache: [Int: Page]) {
///   let loading = cache[id].map { Promise.value($0) } ?? load(id)
///   loading.done { _ in print("page", id) }.cauterize()
///   print("opened", id)
/// }
/// openInOrder(1, [1: page])
/// openInOrder(2, [:])
/// // Prints "opened 1"
/// // Prints "opened 2"
/// // Prints "page 1"
/// // Prints "page 2"
/// ```
package enum InlineSometimes: Lint {
  package static let id = "inline-sometimes"
  package static let severity = Severity.warning
  package static let summary =
    "a handler of one line ran within the call that attached it, and later at another time"
  package static let fix =
    "name a queue: the order is the same then, whether the promise is settled or not"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard let (line, isWithin, child) = way(event, graph), !memory.toldInline.contains(line)
    else { return nil }
    let others = isWithin ? memory.laterLines : memory.inlineLines
    guard others.contains(line) else { return nil }
    var finding = Finding(Moment(event), promise: child)
    finding.site = graph.read(child) { $0.creation.site } ?? nil
    finding.number = Int64(line)
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    "the handler of \(finding.name(in: graph))"
      + (finding.site.map { ", at \($0)," } ?? "")
      + " runs within the call that attaches it at one time, and later at another"
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.toldInline.insert(Int(finding.number))
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    guard let (line, isWithin, _) = way(event, graph) else { return }
    if isWithin {
      memory.inlineLines.insert(line)
    } else {
      memory.laterLines.insert(line)
    }
  }

  /// The line that made a handler which begins, and whether it runs within the call that attached it.
  private static func way(_ event: PromiseEvent, _ graph: Graph) -> (Int, Bool, PromiseID)? {
    guard case .jobStarted(let job, let child?, let queue) = event.kind,
      let line = graph.read(child, { $0.line }), line > 0,
      graph.jobTable.read(job.rawValue, { $0.started?.sequence }) == event.sequence,
      let parent = graph.parent(of: child),
      let attached = graph.handler(settling: child)?.attached.sequence,
      let settled = graph.read(parent, { $0.settled?.sequence }) ?? nil
    else { return nil }
    let isInline = graph.queueKind(queue) == .immediate
    return (line, isInline && settled < attached, child)
  }
}
