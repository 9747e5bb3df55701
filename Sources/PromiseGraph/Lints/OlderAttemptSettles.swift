package import PromiseEvents

/// An older attempt rejected a promise by its resolver while a newer attempt was running.
///
/// **Why.** The attempts of a retry share one resolver. The timer or the callback of an attempt
/// that has ended still has it, and decides for the attempt that is running. (Rule 1)
///
/// **Reported** when a handler of the newer attempt uses the resolver, too late. Two handlers used
/// the resolver: the chain of the second one began later than that of the first one, in another
/// job, but before the first one rejected the promise; and the job that began the newer attempt
/// created a promise at the very line where the chain of the older one begins. Once for each
/// promise. Not reported if the older attempt fulfilled the promise, which may be intended, nor if
/// the chains do not begin at promises of the library.
///
/// **Fix.** Give each attempt a promise of its own, with `retrying` and `timeout`, or stop the timer
/// of an attempt when the next one begins.
///
/// ```swift
/// // wrong: the timer of the first attempt rejects what the second one would fulfill
/// let (sent, seal) = Promise<Int>.pending()
/// @Sendable func attempt(_ number: Int) {
///   reply(after: 0.03) { try ask(number) }
///     .done { seal.fulfill($0) }.catch { _ in attempt(number + 1) }
///   after(seconds: 0.05).done { seal.reject(FetchError.notFound) }
/// }
/// attempt(1)
/// sent.done { print("sent", $0) }.catch { print($0) }
/// // Prints "notFound"
/// // right
/// retrying(times: 2) { number in
///   reply(after: 0.03) { try ask(number) }.timeout(seconds: 0.05)
/// }
/// .done { print("sent", $0) }.catch { print($0) }
/// // Prints "sent 2"
/// ```
package enum OlderAttemptSettles: Lint {
  package static let id = "older-attempt-settles"
  package static let severity = Severity.warning
  package static let summary =
    "an older attempt rejected a promise by its resolver while a newer one was running"
  package static let fix = "give each attempt a promise of its own: retrying, timeout"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.resolutionIgnored, .deallocated]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .resolutionIgnored(let promise, _, _) = event.kind,
      !memory.settledByOlder.contains(promise.rawValue),
      let settled = graph.read(promise, { ($0.settlement?.outcome, $0.settled) }),
      settled.0 == .rejected, let moment = settled.1,
      let older = memory.work.settler(of: promise),
      let job = graph.innermostJob(on: event.thread),
      let newer = graph.jobTable.read(job.rawValue, { $0.child }) ?? nil, newer != older
    else { return nil }
    let (first, second) = (graph.beginning(of: older), graph.beginning(of: newer))
    guard let twin = twin(of: first, besides: second, before: moment, in: graph) else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(older)
    finding.add(newer)
    finding.cause = moment.sequence
    finding.site = graph.read(older) { $0.creation.site } ?? nil
    finding.number = Int64(graph.attempt(of: first, since: promise))
    finding.count = max(Int(finding.number) + 1, graph.attempt(of: twin, since: promise))
    finding.text = graph.read(first) { $0.creation.operation } == .after ? "timer" : nil
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let promise = finding.promise { memory.settledByOlder.insert(promise.rawValue) }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if case .deallocated(let promise, _, _) = event.kind {
      memory.settledByOlder.remove(promise.rawValue)
    }
  }

  package static func place(of finding: Finding, in graph: Graph) -> SourceSite? {
    graph.read(finding.promise) { $0.creation.site } ?? finding.site
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.rejected, harm: [finding.promise].compactMap { $0 }.map { .promise($0) })
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let place = finding.promise.flatMap { graph[$0]?.creation.site }
    let name = graph.placedTitle(of: finding.promise, place, language)
    let older = Int(finding.number)
    let handler = graph.placedTitle(of: finding.others.first, finding.site, language)
    return finding.text == nil
      ? language.text(
        "\(name) was rejected by \(handler), of attempt \(older), while attempt \(finding.count) was running"
      )
      : language.text(
        "\(name) was rejected by \(handler), the timer of attempt \(older), while attempt \(finding.count) was running"
      )
  }

  /// Returns the promise with which the newer attempt, that of `second`, began as the older one began with
  /// `first`; `nil` if the two belong to one attempt, or the newer one had not begun at `moment`.
  private static func twin(
    of first: PromiseID, besides second: PromiseID, before moment: Moment, in graph: Graph
  ) -> PromiseID? {
    guard first != second, let one = graph.read(first, { ($0.line, $0.createdIn, $0.created) }),
      let other = graph.read(second, { ($0.createdIn, $0.created) }), one.0 > 0,
      let job = other.0, job != one.1, one.2.sequence < other.1.sequence,
      other.1.sequence < moment.sequence
    else { return nil }
    return graph.made(onLine: one.0).last { twin in
      graph.read(twin) {
        $0.createdIn == job && $0.created.sequence > one.2.sequence
          && $0.created.sequence < moment.sequence
      } ?? false
    }
  }
}

extension Graph {
  /// Returns the first promise of the chain of a promise, through links with one parent.
  func beginning(of promise: PromiseID) -> PromiseID {
    var next = promise
    for _ in 0..<64 {
      guard let parents = read(next, { $0.creation.parents }), parents.count == 1 else { break }
      next = parents[0]
    }
    return next
  }

  /// Returns the newest promises that were created on a line, up to some hundreds, in order.
  func made(onLine line: Int) -> [PromiseID] {
    lineTables.lines.read(line) { Array($0.promises.suffix(512)) } ?? []
  }

  /// Returns the number of the attempt that begins with a promise: one more than the attempts in whose handlers
  /// it was begun, since `promise` was created.
  fileprivate func attempt(of beginning: PromiseID, since promise: PromiseID) -> Int {
    guard let line = read(beginning, { $0.line }),
      let start = read(promise, { $0.created.sequence })
    else { return 1 }
    let makers = Set(made(onLine: line).compactMap { read($0) { $0.createdIn } ?? nil })
    var number = 1
    var next = beginning
    for _ in 0..<64 {
      guard let job = read(next, { $0.createdIn }) ?? nil,
        let child = jobTable.read(job.rawValue, { $0.child }) ?? nil,
        let made = read(child, { ($0.createdIn, $0.created.sequence) }), made.1 >= start
      else { break }
      if made.0 == nil || made.0.map(makers.contains) == true { number += 1 }
      next = child
    }
    return number
  }
}
