package import PromiseEvents

/// A chain is started in a handler and not returned, and what comes after the handler runs before it is
/// done.
///
/// **Why.** The chain waits only for what its handlers return. It goes on immediately, and counts, sends
/// or closes what the other chain has not finished. That this one ends in `catch` changes nothing.
///
/// **Reported** where it shows that something depended on it: if the handler of a `done` starts a fan-in of
/// several promises, and the next handler runs while that is pending; or if work of the chain that was not
/// returned runs on a serial queue of the program after later work of the outer chain has run on that
/// queue. Not reported for what nothing later waits for, such as a log or statistics on a queue of their
/// own, nor if the handler returns a promise that waits for it.
///
/// **Fix.** Return the chain from the handler: `then` instead of `done`.
///
/// ```swift
/// // wrong: the pages are counted before they are saved
/// load(id).done { page in
///   when(fulfilled: page.lines.map { save($0) }).done { _ in print("saved") }.cauterize()
/// }
/// .done { print("counted") }.cauterize()
/// // Prints "counted"
/// // Prints "saved"
/// // right
/// load(id).then { page in
///   when(fulfilled: page.lines.map { save($0) }).done { _ in print("saved") }
/// }
/// .done { print("counted") }.cauterize()
/// // Prints "saved"
/// // Prints "counted"
/// ```
package enum ChainNotAwaited: Lint {
  package static let id = "chain-not-awaited"
  package static let severity = Severity.warning
  package static let summary =
    "a handler started a chain and did not return it, and later handlers ran before its end"
  package static let fix = "return it from the handler, so that the chain waits for it"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.created, .adopted, .jobStarted]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .jobStarted(_, let child?, let queue) = event.kind,
      let found = memory.leftovers.bulk(before: child, in: graph)
        ?? memory.leftovers.effect(of: child, on: queue, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: found.handler, queue: queue)
    finding.add(found.start)
    finding.add(found.later)
    finding.cause = graph.read(found.start) { $0.created.sequence } ?? nil
    finding.number = Int64(found.pending)
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let handler = finding.promise { memory.leftovers.forget(handler) }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if case .created(let creation) = event.kind {
      memory.leftovers.noteCreation(creation, in: graph)
    } else if case .adopted(let outer, _) = event.kind {
      memory.leftovers.noteReturn(by: outer, in: graph)
    } else if case .jobStarted(_, let child?, let queue) = event.kind {
      memory.leftovers.noteJob(of: child, on: queue, in: graph)
    }
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.changed, harm: finding.others.first.map { [.promise($0)] } ?? [])
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    guard finding.others.count == 2 else { return "" }
    let names = finding.others.map { graph.title(of: $0) }
    let handler = finding.name(in: graph)
    guard finding.number > 0 else {
      return language.text(
        "the handler of \(handler) started \(names[0]) and did not return it: \(names[1]) ran before it, on the same queue"
      )
    }
    return language.text(
      "the handler of \(handler) started \(names[0]) and did not return it: \(names[1]) ran while \(Int(clamping: finding.number)) of its inputs were pending"
    )
  }
}
