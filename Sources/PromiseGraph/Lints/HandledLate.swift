package import PromiseEvents

/// A rejection that had no reader when it happened and was handled later.
///
/// **Why.** Until then the error was invisible; had the promise been freed first, the error would
/// have been lost.
///
/// **Reported** when a handler handles an error whose promise had no reader at all when it was
/// rejected, and got its first reader in a later step. Not reported where the promise was rejected
/// and read within one job, nor where the job that made it read it, or the main program did before
/// its thread ran anything else: a thread that is stopped for a moment is not late; nor, in JavaScript,
/// where an async function returned the promise and the function's own promise has a reader. Not
/// reported for a cancellation.
///
/// **Fix.** Attach the `catch` where the promise is created.
///
/// ```swift
/// // wrong: load may fail long before the button is tapped
/// let early = load(404)
/// _ = tapped(button).done { early.done { print($0.lines) }.catch { print($0) } }
/// // Prints "no page 404"
/// // right
/// let shown = load(404).recover { _ in Guarantee.value(start) }
/// _ = tapped(button).then { shown }.done { print($0.lines) }
/// // Prints "["start"]"
/// ```
package enum HandledLate: Lint {
  package static let id = "handled-late"
  package static let severity = Severity.advice
  package static let summary = "a rejection had no reader when it happened and was handled later"
  package static let fix = "attach the catch where the promise is created"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "attach the .catch, or begin the await, where the promise is created")
  package static let kinds: [PromiseEvent.Kind.Name]? = [
    .settled, .handlerAttached, .adopted, .created, .deallocated, .errorHandled, .awaitBegan,
    .inputAdded,
  ]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .errorHandled(let promise, let by) = event.kind,
      memory.lateReads.contains(promise.rawValue)
    else { return nil }
    let origin = (graph.read(promise) { $0.settlement?.origin } ?? nil) ?? promise
    var finding = Finding(Moment(event), promise: origin)
    finding.cause = graph.read(origin) { $0.settled?.sequence } ?? nil
    finding.add(by)
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard let promise = finding.promise else { return "" }
    let name = finding.name(in: graph)
    let list = finding.list(in: graph, language)
    return graph[promise]?.settled.map {
      language.text(
        "the error of \(name) had no handler from \(milliseconds($0.time)) ms until \(list) handled it"
      )
    } ?? language.text("the error of \(name) had no handler until \(list) handled it")
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    let thread = event.thread
    if case .settled(let settlement) = event.kind {
      if settlement.outcome == .rejected { memory.noteRejection(settlement, on: thread, in: graph) }
    } else if case .handlerAttached(let parent, _, _, _) = event.kind {
      memory.noteReading(of: parent, on: thread, in: graph)
    } else if case .adopted(let outer, let inner) = event.kind {
      let job = graph.read(outer) { $0.job } ?? nil
      // In JavaScript, a job of its own adopts a promise, some time after it was returned.
      if graph.programLanguage != .swift, graph.isRead(outer) {
        memory.unread.remove(inner.rawValue)
      }
      memory.noteReading(of: inner, on: thread, by: job, in: graph)
    } else if case .created(let creation) = event.kind, creation.operation.isFanIn {
      for input in creation.parents { memory.noteReading(of: input, on: thread, in: graph) }
    } else if case .awaitBegan(let promise, .some, _) = event.kind, graph.programLanguage != .swift
    {
      memory.noteReading(of: promise, on: thread, in: graph)
    } else if case .inputAdded(_, _, let input) = event.kind, graph.programLanguage != .swift {
      memory.noteReading(of: input, on: thread, in: graph)
    } else if case .deallocated(let promise, _, _) = event.kind {
      memory.unread.remove(promise.rawValue)
      memory.lateReads.remove(promise.rawValue)
    }
  }
}

extension LintMemory {
  /// Remembers a rejection if nothing reads the promise.
  fileprivate mutating func noteRejection(
    _ settlement: PromiseEvent.Settlement, on thread: ThreadID?, in graph: Graph
  ) {
    let promise = settlement.promise
    if let from = settlement.from, lateReads.contains(from.rawValue) {
      lateReads.insert(promise.rawValue)
    }
    guard !graph.isRead(promise) else { return }
    unread.insert(
      promise.rawValue,
      UnreadRejection(step: graph.steps.count, job: graph.innermostJob(on: thread)))
  }

  /// Remembers a late read if the promise was rejected earlier, by something else. `job` is the one whose handler
  /// returned the promise, if one did.
  fileprivate mutating func noteReading(
    of promise: PromiseID, on thread: ThreadID?, by job: JobID? = nil, in graph: Graph
  ) {
    guard let rejection = unread[promise.rawValue] else { return }
    unread.remove(promise.rawValue)
    let job = job ?? graph.innermostJob(on: thread)
    guard rejection.step != graph.steps.count, job == nil || job != rejection.job,
      let (maker, made) = graph.read(promise, { ($0.createdIn, $0.created) })
    else { return }
    let isSameCode =
      maker == job
      && (job != nil || made.thread == thread && graph.lastStep(on: thread) <= made.sequence)
    if !isSameCode { lateReads.insert(promise.rawValue) }
  }
}
