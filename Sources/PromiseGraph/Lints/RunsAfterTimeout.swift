package import PromiseEvents

/// A timeout gave up on work, and a handler of that work ran later.
///
/// **Why.** A timeout ends the waiting, not the work. The program has already said that it failed,
/// and then the work has its effect: an order is placed that the customer believes is not. (Rules 8
/// and 10)
///
/// **Reported** when a handler that can have an effect starts: `then`, `done`, `get`, `tap` or work
/// on a queue, or another one that writes a note or uses a resolver. It is part of the work if only
/// the timeout waited for it, or if the same code attached it to the work beside the timeout and
/// the error of the timeout was not turned into a value. A timeout is the operator `timeout`, or a
/// `race` that a timer's error wins. Once for each timeout. Not reported for `map` alone, for
/// handlers that clean up, for work that others wait for as well, nor if the work is cancelled.
///
/// **Fix.** Cancel the work when its time is up, or ask for its outcome before you say that it
/// failed.
///
/// ```swift
/// // wrong: the order is placed after the customer has read that it was not
/// _ = reply(after: 0.05) { id }.done { print("placed order", $0) }
///   .timeout(seconds: 0.02)
///   .catch { _ in print("sorry") }
/// // Prints "sorry"
/// // Prints "placed order 7"
/// // right
/// let order = CancelContext()
/// order.run { reply(after: 0.05) { id }.done { print("placed order", $0) } }
///   .timeout(seconds: 0.02)
///   .catch { _ in print("sorry") }
///   .finally { order.cancel() }
/// // Prints "sorry"
/// ```
package enum RunsAfterTimeout: Lint {
  package static let id = "runs-after-timeout"
  package static let severity = Severity.warning
  package static let summary = "a handler ran after the timeout that had given up on its work"
  package static let fix = "cancel the work when its time is up"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.jobStarted, .note, .settled]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard !memory.work.givenUp.isEmpty, let handler = handler(with: event, graph),
      let mark = memory.work.mark(of: handler), !memory.work.hadEffect(mark.timeout),
      !mark.isBeside || !isRecovered(mark.timeout, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: handler)
    finding.add(mark.timeout)
    finding.cause = mark.moment.sequence
    finding.number = event.time.saturatingMinus(mark.moment.time)
    finding.site = graph.read(handler) { $0.creation.site } ?? nil
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let timeout = finding.others.first { memory.work.noteEffect(after: timeout) }
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.changed, harm: [finding.promise].compactMap { $0 }.map { .promise($0) })
  }

  package static func victims(of finding: Finding, in graph: Graph) -> [Harm] {
    ([finding.promise].compactMap { $0 } + finding.others).map { .promise($0) }
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = graph.placedTitle(of: finding.promise, finding.site, language)
    let (timeout, late) = (finding.list(in: graph, language), milliseconds(finding.number))
    return language.text("\(name) ran \(late) ms after \(timeout) had given up on it")
  }

  /// Returns the promise whose handler has an effect with `event`.
  private static func handler(with event: PromiseEvent, _ graph: Graph) -> PromiseID? {
    if case .jobStarted(_, let child?, _) = event.kind {
      return graph.read(child) { $0.creation.operation.has(.startsEffects) } == true ? child : nil
    }
    let job = graph.innermostJob(on: event.thread)
    guard let job, let child = graph.jobTable.read(job.rawValue, { $0.child }) ?? nil,
      graph.read(child, { $0.creation.operation.has(.cleansUp) }) == false
    else { return nil }
    guard case .settled(let settlement) = event.kind else { return child }
    let other = graph.read(settlement.promise) { ($0.creation.operation, $0.createdIn) }
    guard settlement.from == nil, settlement.promise != child, let other, other.1 != job,
      other.0 == .pending || other.0 == .body
    else { return nil }
    return child
  }

  /// Returns whether the error of a timeout was turned into a value.
  private static func isRecovered(_ timeout: PromiseID, in graph: Graph) -> Bool {
    var next = timeout
    for _ in 0..<32 {
      guard let node = graph[next] else { return false }
      if let handler = node.handledBy {
        return graph.read(handler) { $0.creation.operation == .recover } ?? false
      }
      guard let child = node.children.first else { return false }
      next = child
    }
    return false
  }
}

extension Graph {
  /// Returns the title of a promise with the place of its handler: `p3 .then book at Shop.swift:14`.
  func placedTitle(
    of promise: PromiseID?, _ site: SourceSite?, _ language: Language
  ) -> String {
    let name = promise.map { title(of: $0) } ?? ""
    return site.map { language.text("\(name) at \($0.fileAndLine)") } ?? name
  }
}
