package import PromiseEvents

/// The handler of an older call runs after that of a newer call of the same line: the older result
/// overwrites the newer one, unless the handler checks which call it belongs to.
///
/// **Why.** Two requests are under way, and the answer to the first comes last. What is shown in the
/// end belongs to what was asked before.
///
/// **Reported** for a `done` or a `get`, when its handler runs although that of a newer call of the
/// same line has run: a call made by the same code, at another time. Usually one call of the line is
/// under way at a time, or this one took far longer than the others. Not reported for calls that have
/// nothing to do with each other: those made in a loop or by links of one chain, calls with different
/// labels or tags, calls whose values went different ways, such as over another attempt, and calls of a
/// line of which many are under way and end in any order; nor if the handler made no promise and posted
/// no note, although that of the newer call did: it dropped its answer. Of several links of one chain,
/// the first is reported.
///
/// **Fix.** Cancel the older call when a newer one begins, or give each call a number and drop an
/// answer that is not the newest.
///
/// ```swift
/// // wrong: the answer to the first tap comes last
/// let answers = queue.accessing("answers")
/// for seconds in [0.2, 0.01] {
///   _ = tapped(button).delay(seconds == 0.2 ? .seconds(0) : .milliseconds(60)).done {
///     after(seconds: seconds).done(on: answers) { print(seconds == 0.2 ? "old" : "new") }
///   }
/// }
/// // Prints "new"
/// // Prints "old"
/// // right: a newer call cancels the older one
/// let newest = Mutex(CancelContext())
/// for seconds in [0.2, 0.01] {
///   _ = tapped(button).delay(seconds == 0.2 ? .seconds(0) : .milliseconds(60)).done {
///     let context = CancelContext()
///     newest.withLock { last in
///       last.cancel()
///       last = context
///     }
///     context.run {
///       after(seconds: seconds).done(on: queue) { print(seconds == 0.2 ? "old" : "new") }
///     }
///   }
/// }
/// // Prints "new"
/// ```
package enum OlderAnswerWins: Lint {
  package static let id = "older-answer-wins"
  package static let severity = Severity.warning
  package static let summary = "the handler of an older call ran after that of a newer one"
  package static let fix = "cancel the older call when a newer one begins, or drop its answer"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "abort the older call when a newer one begins, or drop its answer")
  package static let kinds: [PromiseEvent.Kind.Name]? = [
    .handlerAttached, .jobStarted, .jobEnded, .handlerSkipped, .created, .note,
  ]
  package static let effect = Consequences.Effect.changed

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobEnded(_, let child?, _, _) = event.kind,
      let call = memory.calls.overwriting(child, in: graph), let ran = call.ran,
      let newer = call.newer, let newerRan = call.newerRan
    else { return nil }
    var finding = Finding(Moment(event), promise: child)
    finding.add(newer)
    finding.cause = newerRan.sequence
    finding.number = ran.time.saturatingMinus(newerRan.time)
    return finding
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if case .handlerAttached(_, let child, _, _) = event.kind {
      memory.calls.noteCall(child, at: Moment(event), in: graph)
    } else if case .jobStarted(_, let child?, _) = event.kind {
      memory.calls.noteRun(of: child, at: Moment(event), in: graph)
    } else if case .created = event.kind {
      memory.calls.noteAct(on: event.thread, in: graph)
    } else if case .note = event.kind {
      memory.calls.noteAct(on: event.thread, in: graph)
    } else if case .handlerSkipped(_, let child, _) = event.kind {
      memory.calls.forget(child, in: graph)
    }
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, list) = (finding.name(in: graph), finding.list(in: graph, language))
    return language.text(
      "\(name) ran for an older call \(milliseconds(finding.number)) ms after it had run for a newer one, \(list): the older result stays, unless the handler checks"
    )
  }
}
