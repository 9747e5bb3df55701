package import PromiseEvents

/// Two handlers of one promise run in the order of their attachment, and that was decided in
/// different places.
///
/// **Why.** Handlers of one promise run in the order of attachment (rule 3). If two parts of a program
/// attach theirs at different times, whichever comes first goes first: a handler that keeps a value may
/// run after one that already uses it.
///
/// **Reported** when the handler of a `done` runs after that of a link that makes a value, on the same
/// queue, if different jobs attached them while the promise was pending, the `done` later, and nothing
/// but an error handler follows the `done`; on a queue that the program made, also if one job attached both
/// and the `done` is written further up or in another file, in a function that was called. If both declare
/// with `accessing` that they access the same state, any two operators are reported; if they declare
/// different state, none. Once for each promise.
/// Not reported for handlers that were attached together, for several from one line, nor for promises
/// with many handlers, which are shared on purpose.
///
/// **Fix.** Attach the first one where the promise is created, or put the second one behind it in one
/// chain.
///
/// ```swift
/// // wrong: the page is shown before its title is kept
/// let loading = load(id).delay(.milliseconds(60))
/// let title = Mutex("none")
/// _ = after(seconds: 0.01).done {
///   loading.map(on: queue) { _ in print("show", title.withLock { $0 }) }.cauterize()
/// }
/// _ = after(seconds: 0.03).done {
///   loading.done(on: queue) { page in title.withLock { $0 = page.lines[0] } }.cauterize()
/// }
/// // Prints "show none"
/// // right
/// let heading = Mutex("none")
/// let loaded = load(id).get(on: queue) { page in heading.withLock { $0 = page.lines[0] } }
/// loaded.map(on: queue) { _ in print("show", heading.withLock { $0 }) }.cauterize()
/// // Prints "show one"
/// ```
package enum AttachOrder: Lint {
  package static let id = "attach-order"
  package static let severity = Severity.warning
  package static let summary =
    "two handlers of one promise ran in the order in which two parts attached them"
  package static let fix = "attach the first where the promise is made, or chain the second to it"
  package static let inJavaScript: ProgramWords? = .same
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobEnded]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobEnded(let job, let child?, let queue, _) = event.kind,
      let parent = graph.parent(of: child),
      let place = graph.read(parent, { ($0.handlers.count, $0.settled) }), place.0 > 1,
      place.0 <= mostHandlers, let settled = place.1, graph.isSerial(queue),
      let later = graph.handler(settling: child), later.ordinal > 1,
      later.attached.sequence < settled.sequence, isOnlyOfItsLine(child, of: parent, graph)
    else { return nil }
    let handlers = graph.read(parent) { Array($0.handlers) } ?? []
    let earlier = handlers.filter { isEarlier($0, than: later, job, on: queue, graph, memory) }
    guard let first = earlier.first(where: { failed($0.child, graph) }) ?? earlier.first,
      !memory.reportedAttachments.contains(parent.rawValue)
    else { return nil }
    var finding = Finding(Moment(event), promise: first.child, queue: queue)
    finding.add(child)
    finding.add(parent)
    finding.cause = later.attached.sequence
    finding.number = later.attached.time.saturatingMinus(first.attached.time)
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let parent = finding.others.last { memory.reportedAttachments.insert(parent.rawValue) }
  }

  /// Returns whether a handler was attached by other code some time before, ran before, and may use what the
  /// later one keeps.
  private static func isEarlier(
    _ first: HandlerNode, than later: HandlerNode, _ job: JobID, on queue: QueueID, _ graph: Graph,
    _ memory: LintMemory
  ) -> Bool {
    guard first.ordinal < later.ordinal, first.queue == queue,
      let other = first.job, graph.job(other)?.started != nil,
      let one = graph.read(first.child, { ($0.createdIn, $0.line, $0.creation.operation) }),
      let two = graph.read(later.child, { ($0.createdIn, $0.line, $0.creation.operation) }),
      one.1 != two.1, let parent = graph.parent(of: later.child),
      isOnlyOfItsLine(first.child, of: parent, graph),
      one.0 != two.0
        || graph.isOwnQueue(queue) && isElsewhere(later.child, than: first.child, graph)
    else { return false }
    let (names, others) = (memory.names(accessedBy: other), memory.names(accessedBy: job))
    if !names.isEmpty || !others.isEmpty { return !names.isDisjoint(with: others) }
    return two.2 == .done && one.2.has(.makesValue) && isOnlyCaught(later.child, graph)
  }

  /// Returns whether a handler was attached later, but is written earlier or in another file: a function that
  /// was called did it.
  private static func isElsewhere(
    _ later: PromiseID, than first: PromiseID, _ graph: Graph
  ) -> Bool {
    guard let one = graph.read(first, { $0.creation.site }) ?? nil,
      let two = graph.read(later, { $0.creation.site }) ?? nil
    else { return false }
    return one.file != two.file || two.line < one.line
  }

  /// Returns whether no other handler of the promise is from the same line.
  private static func isOnlyOfItsLine(
    _ child: PromiseID, of parent: PromiseID, _ graph: Graph
  ) -> Bool {
    let line = graph.read(child) { $0.line } ?? 0
    let handlers = graph.read(parent) { Array($0.handlers) } ?? []
    return handlers.allSatisfy { $0.child == child || graph.read($0.child, { $0.line }) != line }
  }

  /// Returns whether nothing follows a promise but error handlers.
  private static func isOnlyCaught(_ child: PromiseID, _ graph: Graph) -> Bool {
    let children = graph.read(child) { Array($0.children.prefix(4)) } ?? []
    return children.allSatisfy {
      graph.read($0) { $0.creation.operation.has(.handlesErrors) } ?? false
    }
  }

  /// Returns whether a chain was rejected by one of its own links.
  private static func failed(_ child: PromiseID, _ graph: Graph) -> Bool {
    rejection(behind: child, graph) != nil
  }

  /// Returns where the error of a chain that begins with `child` arose, if that is in the chain.
  private static func rejection(behind child: PromiseID, _ graph: Graph) -> PromiseID? {
    var next: PromiseID? = child
    for _ in 0..<16 {
      guard let id = next, let node = graph[id] else { return nil }
      if let settlement = node.settlement, settlement.outcome == .rejected {
        let origin = settlement.origin ?? id
        return origin >= child ? origin : nil
      }
      next = node.children.first
    }
    return nil
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    guard let first = finding.promise, let origin = rejection(behind: first, graph) else {
      return Consequences()
    }
    return Consequences(.rejected, harm: [.promise(origin)])
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard finding.others.count == 2 else { return "" }
    let names = finding.others.map { graph.title(of: $0) }
    guard finding.number >= 100_000 else {
      return language.text(
        "\(finding.name(in: graph)) ran before \(names[0]) because it was attached to \(names[1]) first (rule 3)"
      )
    }
    return language.text(
      "\(finding.name(in: graph)) ran before \(names[0]) because it was attached to \(names[1]) \(milliseconds(finding.number)) ms earlier (rule 3)"
    )
  }

  private static var mostHandlers: Int { 8 }
}

extension LintMemory {
  /// Returns the names of the state that a job declared to access, among the newest jobs of each name.
  func names(accessedBy job: JobID) -> Set<String> {
    Set(touches.lazy.filter { $0.value.contains(job) }.map(\.key))
  }
}
