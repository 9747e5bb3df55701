package import PromiseEvents

/// A handler on one source line ran once inside the call that attached it, and once later.
///
/// **Why.** The code after that line runs sometimes after the handler and sometimes before it: the
/// caller cannot rely on an order. (Zalgo; Promises/A+ 2.2.4)
///
/// **Reported** when the second behavior is seen, once for each line: inline on a promise that was
/// already settled, and inline or queued on one that was not. Not reported for handlers that are
/// always inline on pending promises, nor for handlers that always go to a queue, nor for what an
/// operator attaches for itself.
///
/// **Fix.** Name a queue, or keep the default: then the order is the same whether the promise is
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
    "a handler ran inside the call that attached it, and another time later"
  package static let fix =
    "name a queue: then the order is the same whether the promise is settled or not"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard let (line, isWithin, child) = way(event, graph), !memory.reportedInline.contains(line)
    else { return nil }
    let others = isWithin ? memory.laterLines : memory.inlineLines
    guard others.contains(line) else { return nil }
    var finding = Finding(Moment(event), promise: child)
    finding.site = graph.read(child) { $0.creation.site } ?? nil
    finding.number = Int64(line)
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    return finding.site.map {
      language.text(
        "the handler of \(name) at \($0) sometimes runs inside the call that attaches it, sometimes later"
      )
    }
      ?? language.text(
        "the handler of \(name) sometimes runs inside the call that attaches it, sometimes later")
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    memory.reportedInline.insert(Int(finding.number))
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    guard let (line, isWithin, _) = way(event, graph) else { return }
    if isWithin {
      memory.inlineLines.insert(line)
    } else {
      memory.laterLines.insert(line)
    }
  }

  /// Returns whether no code of the program is in the handler of a promise: that of `delay` is the library's, and so is
  /// one that an operator such as `ensureThen` attached for itself, whose maker is a link from the same place.
  private static func isOfLibrary(_ child: PromiseID, _ graph: Graph) -> Bool {
    let isCode = graph.read(child) {
      let operation = $0.creation.operation
      return operation.has(.readsValue) || operation.has(.runsOnError)
        || operation.has(.takesNothing)
    }
    guard isCode != false else { return true }
    guard let maker = graph.maker(of: child),
      let site = graph.read(child, { $0.creation.site }) ?? nil
    else { return false }
    return graph.read(maker) { $0.creation.site == site } ?? false
  }

  /// Returns the line of a handler that starts, and whether it runs inside the call that attached it.
  private static func way(_ event: PromiseEvent, _ graph: Graph) -> (Int, Bool, PromiseID)? {
    guard case .jobStarted(let job, let child?, let queue) = event.kind,
      let line = graph.read(child, { $0.line }), line > 0,
      graph.jobTable.read(job.rawValue, { $0.started?.sequence }) == event.sequence,
      let parent = graph.parent(of: child),
      let attached = graph.handler(settling: child)?.attached.sequence,
      let settled = graph.read(parent, { $0.settled?.sequence }) ?? nil,
      !isOfLibrary(child, graph)
    else { return nil }
    let isInline = graph.queueKind(queue) == .immediate
    return (line, isInline && settled < attached, child)
  }
}
