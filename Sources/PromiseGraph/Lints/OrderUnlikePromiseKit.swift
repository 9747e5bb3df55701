package import PromiseEvents

/// A place where PromiseKit could have run two handlers in another order, or settled a promise
/// otherwise.
///
/// **Why.** Here handlers of one promise never overtake each other, links are passed breadth first,
/// and a promise that is locked in stays so (rules 3, 4 and 7); in PromiseKit 8 they may, are
/// passed by recursion, and it does not. A bug that comes from that vanishes when the import is
/// changed, and comes back with it.
///
/// **Told** where a handler was attached to a promise that had settled while earlier handlers were
/// not handed out yet; where an error or a value passed a link, and what hangs behind it was queued
/// after a later handler of the promise before it; and where a locked-in promise was resolved
/// again. Once for each promise.
///
/// **Fix.** Where the import may change back, do not count on this order: put the two in one chain.
///
/// ```swift
/// // wrong: PromiseKit may run the second before the first
/// let (page, seal) = Promise<Page>.pending()
/// page.done(on: nil) { _ in page.done { _ in print("second") }.cauterize() }.cauterize()
/// page.done { _ in print("first") }.cauterize()
/// seal.fulfill(start)
/// // Prints "first"
/// // Prints "second"
/// // right: the same order in both
/// let (loaded, sealLoaded) = Promise<Page>.pending()
/// loaded.get { _ in print("first") }.done { _ in print("second") }.cauterize()
/// sealLoaded.fulfill(start)
/// // Prints "first"
/// // Prints "second"
/// ```
package enum OrderUnlikePromiseKit: Lint {
  package static let id = "order-unlike-promisekit"
  package static let severity = Severity.advice
  package static let summary =
    "PromiseKit could have run two handlers in another order, or settled a promise otherwise"
  package static let fix = "where the import may change, do not count on this order: chain the two"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobEnqueued, .resolutionIgnored]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    if case .jobEnqueued(_, let child?, let queue, _) = event.kind {
      guard
        let other = overtaker(of: child, graph, memory)
          ?? deeper(than: child, on: queue, graph, memory)
      else { return nil }
      var finding = Finding(Moment(event), promise: child, queue: queue)
      finding.add(other)
      finding.cause = graph.handler(settling: other)?.attached.sequence
      return finding
    }
    guard case .resolutionIgnored(let promise, _, let attempt) = event.kind,
      let node = graph[promise], node.settled == nil, let inner = node.adopted
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(inner)
    (finding.attempt, finding.text) = (attempt, "locked in")
    return finding
  }

  package static func sentence(_ finding: Finding, in graph: Graph) -> String {
    let name = finding.name(in: graph)
    if finding.text != nil {
      return "\(name) stays locked in to \(finding.words(in: graph)); in PromiseKit it would be"
        + " \(finding.attempt?.rawValue ?? "settled") now"
    }
    return "in PromiseKit \(finding.words(in: graph)) could run on the other side of \(name)"
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let promise = finding.promise, let parent = graph.parent(of: promise) {
      memory.toldOrders.insert(parent.rawValue)
    }
  }

  /// A handler of the same promise that was attached when that had settled and `child` was not handed
  /// out yet: there PromiseKit hands it out at once.
  private static func overtaker(
    of child: PromiseID, _ graph: Graph, _ memory: LintMemory
  ) -> PromiseID? {
    guard let parent = graph.parent(of: child),
      graph.read(parent, { $0.handlers.count > 1 }) == true,
      let node = graph.promiseTable.read(parent.rawValue, { ($0.settled, $0.handlers.last) }),
      let settled = node.0, let last = node.1, last.child != child,
      last.attached.sequence > settled.sequence,
      let own = graph.handler(settling: child), own.attached.sequence < settled.sequence,
      !memory.toldOrders.contains(parent.rawValue)
    else { return nil }
    return last.child
  }

  /// A handler that was handed out before `child`, on the same queue, though it hangs on the promise of
  /// which `child` hangs on an earlier link: there PromiseKit passes that link by recursion.
  private static func deeper(
    than child: PromiseID, on queue: QueueID, _ graph: Graph, _ memory: LintMemory
  ) -> PromiseID? {
    guard graph.queueKind(queue) != .immediate, let parent = graph.parent(of: child),
      let passed = graph.read(parent, { ($0.skipped, $0.parent, $0.ordinal, $0.settled) }),
      passed.0 != nil, let above = passed.1, let ordinal = passed.2, let settled = passed.3,
      !memory.toldOrders.contains(parent.rawValue),
      let last = graph.read(above, { $0.handlers.last }) ?? nil, last.ordinal > ordinal,
      let own = graph.handler(settling: child), own.attached.sequence < settled.sequence,
      let job = last.job.flatMap({ graph.job($0) }), job.queue == queue,
      let enqueued = job.enqueued, graph.step(at: enqueued.sequence) == graph.steps.count,
      last.attached.sequence < settled.sequence
    else { return nil }
    return last.child
  }
}
