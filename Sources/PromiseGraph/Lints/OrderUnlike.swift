package import PromiseEvents

/// A place where another library could run two handlers in a different order, or settle a promise
/// differently: PromiseKit, or the library that `-W order-unlike=javascript` names.
///
/// **Why.** Here handlers of one promise never overtake each other, links are skipped breadth
/// first, and a locked-in promise stays locked in (rules 3, 4 and 7). In PromiseKit 8 handlers may
/// overtake each other, links are skipped by recursion, and a promise is not locked in. In
/// JavaScript, each skipped link, each adoption and each input of a fan-in takes jobs of its own.
/// A bug that depends on this disappears when the library changes, and returns with it.
/// `promise-tui about dialects` lists the rules of each library; a rule that is not known of a library is
/// not compared.
///
/// **Reported** by the rules of the library:
///
/// - if it works depth first, and a handler was attached to a settled promise while earlier handlers
///   were not yet dispatched; or an error or a value skipped a link, and a handler behind that link was
///   queued after a later handler of the promise before it;
/// - if a skipped link, an adoption or an input takes a job there, and a handler behind it was queued
///   before another one, which would then be first;
/// - if handlers run inside the call that settles or attaches, and a handler was queued behind another;
/// - if a promise is not locked in there, and a locked-in promise was resolved again.
///
/// Once for each promise.
///
/// **Fix.** If the library may change, do not rely on this order: put the two in one chain.
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
package enum OrderUnlike: Lint {
  package static let id = "order-unlike"
  package static let severity = Severity.advice
  package static let summary =
    "another library could run two handlers in another order, or settle a promise differently"
  package static let fix = "if the library may change, do not rely on this order: chain the two"
  package static let kinds: [PromiseEvent.Kind.Name]? = [
    .jobEnqueued, .jobStarted, .resolutionIgnored,
  ]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    let library = memory.settings.library
    if case .jobEnqueued(let job, let child?, let queue, _) = event.kind {
      guard let other = otherOrder(of: child, job, on: queue, event, graph, memory) else {
        return nil
      }
      var finding = Finding(Moment(event), promise: child, queue: queue)
      finding.add(other)
      finding.cause = graph.handler(settling: other)?.attached.sequence
      finding.otherText = library.title
      return finding
    }
    guard !library.locksIn, case .resolutionIgnored(let promise, _, let attempt) = event.kind,
      let node = graph[promise], node.settled == nil, let inner = node.adopted
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(inner)
    (finding.attempt, finding.text, finding.otherText) = (attempt, "locked in", library.title)
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    let library = finding.otherText ?? ""
    guard finding.text != nil else {
      return language.text("in \(library), \(list) and \(name) could run in the opposite order")
    }
    let outcome = finding.attempt?.word(in: language) ?? language.text("settled")
    return language.text(
      "\(name) stays locked in to \(list); in \(library) it would now be \(outcome)")
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    let library = memory.settings.library
    guard library.hasDelays else { return }
    if case .jobEnqueued(let job, let child?, let queue, _) = event.kind {
      let level = memory.levels.level(
        of: child, on: queue, thread: event.thread, in: graph, library)
      memory.levels.add(job, settling: child, at: level)
    } else if case .jobStarted(let job, _, _) = event.kind {
      memory.levels.start(job, on: event.thread, in: graph)
    }
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let promise = finding.promise, let parent = graph.parent(of: promise) {
      memory.reportedOrders.insert(parent.rawValue)
    }
  }

  /// Returns a handler that is on the other side of `child` by the rules of the library.
  private static func otherOrder(
    of child: PromiseID, _ job: JobID, on queue: QueueID, _ event: PromiseEvent, _ graph: Graph,
    _ memory: LintMemory
  ) -> PromiseID? {
    let library = memory.settings.library
    if library.isDepthFirst,
      let other = overtaker(of: child, graph, memory)
        ?? deeper(than: child, on: queue, graph, memory)
    {
      return other
    }
    if library.hasDelays,
      let other = memory.levels.overtaken(
        by: memory.levels.level(of: child, on: queue, thread: event.thread, in: graph, library))
    {
      return isReported(child, graph, memory) ? nil : other
    }
    guard library.runsInside, graph.queueKind(queue) != .immediate,
      let ahead = graph.job(ahead: job)?.child, !isReported(child, graph, memory)
    else { return nil }
    return ahead
  }

  /// Returns whether a handler of the same promise was reported.
  private static func isReported(
    _ child: PromiseID, _ graph: Graph, _ memory: LintMemory
  ) -> Bool {
    graph.parent(of: child).map { memory.reportedOrders.contains($0.rawValue) } ?? true
  }

  /// Returns a handler of the same promise that was attached after the promise settled, while `child` was not
  /// yet dispatched: a library that works depth first dispatches it immediately.
  private static func overtaker(
    of child: PromiseID, _ graph: Graph, _ memory: LintMemory
  ) -> PromiseID? {
    guard let parent = graph.parent(of: child),
      graph.read(parent, { $0.handlers.count > 1 }) == true,
      let node = graph.promiseTable.read(parent.rawValue, { ($0.settled, $0.handlers.last) }),
      let settled = node.0, let last = node.1, last.child != child,
      last.attached.sequence > settled.sequence,
      let own = graph.handler(settling: child), own.attached.sequence < settled.sequence,
      !memory.reportedOrders.contains(parent.rawValue)
    else { return nil }
    return last.child
  }

  /// Returns a handler that was dispatched before `child`, on the same queue, although it was attached after
  /// the skipped link that leads to `child`: such a library skips that link by recursion.
  private static func deeper(
    than child: PromiseID, on queue: QueueID, _ graph: Graph, _ memory: LintMemory
  ) -> PromiseID? {
    guard graph.queueKind(queue) != .immediate, let parent = graph.parent(of: child),
      let passed = graph.read(parent, { ($0.skipped, $0.parent, $0.ordinal, $0.settled) }),
      passed.0 != nil, let above = passed.1, let ordinal = passed.2, let settled = passed.3,
      !memory.reportedOrders.contains(parent.rawValue),
      let last = graph.read(above, { $0.handlers.last }) ?? nil, last.ordinal > ordinal,
      let own = graph.handler(settling: child), own.attached.sequence < settled.sequence,
      let job = last.job.flatMap({ graph.job($0) }), job.queue == queue,
      let enqueued = job.enqueued, graph.step(at: enqueued.sequence) == graph.steps.count,
      last.attached.sequence < settled.sequence
    else { return nil }
    return last.child
  }
}
