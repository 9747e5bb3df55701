package import PromiseKitLite

/// One event in words, as a line of the events pane says it. Foreign text in it is not sanitised.
package struct EventSummary: Hashable, Sendable {
  /// The promise it is about, or "--".
  package var subject: String
  /// What happened, in at most 11 characters.
  package var verb: String
  package var detail: String

  /// Says `event` with the names and times that `graph` knows; `graph` may stand at the event, or
  /// before it, or after it.
  package init(_ event: PromiseEvent, in graph: Graph) {
    let words = Words(event: event, graph: graph)
    subject = words.subject
    (verb, detail) = words.phrase
  }
}

/// Finds the words for one event.
private struct Words {
  let event: PromiseEvent
  let graph: Graph

  var subject: String { event.kind.promises.first?.description ?? "--" }

  var phrase: (verb: String, detail: String) {
    switch event.kind {
    case .created(let creation): ("created", origin(creation))
    case .bodyStarted(let promise): ("body >", site(of: promise))
    case .bodyEnded(_, let threw): ("body <", threw ? "threw" : "returned")
    case .handlerAttached(let parent, _, let ordinal, let queue):
      ("attached", "to \(parent) as #\(ordinal) on \(name(queue))")
    case .handlerSkipped(let parent, let child, let reason):
      ("skipped", skipped(child, parent, reason))
    case .adopted(_, let inner): ("locked-in", "to \(inner)")
    case .settled(let settlement): (settlement.outcome.rawValue, outcome(settlement))
    case .resolutionIgnored(_, let site, let attempt):
      ("ignored", joined("\(attempt?.rawValue ?? "resolved") again", site.map { "at \($0)" }))
    case .inputAdded(_, let index, let input):
      ("input", "\(input) is number \(index.saturatingPlus(1))")
    case .inputSettled(let fanIn, _, let input, let outcome):
      (inputVerb(fanIn, outcome), "\(input)" + (progress(fanIn).map { ", \($0)" } ?? ""))
    case .inputIgnored(_, _, let input, let outcome):
      ("input lost", "\(input) \(outcome.rawValue), too late")
    case .errorHandled(_, let by): ("handled", "by \(by)")
    case .errorUnhandled(let promise, let origin, let error):
      ("unhandled", joined(error, origin == promise ? nil : "arose in \(origin)"))
    case .deallocated(_, let state, let waiting): ("freed", freed(state, waiting))
    default: workPhrase
    }
  }

  /// The kinds that are not about promises alone.
  private var workPhrase: (verb: String, detail: String) {
    switch event.kind {
    case .jobEnqueued(_, let child, let queue, let label):
      ("enqueued", joined(child == nil ? label : nil, "on \(name(queue))"))
    case .jobStarted(let job, let child, let queue):
      ("\(noun(child)) >", joined(child == nil ? label(job) : nil, waited(job, queue)))
    case .jobEnded(let job, let child, _, let ending):
      ("\(noun(child)) <", joined(child == nil ? label(job) : nil, ended(job, ending)))
    case .touched(_, let names): ("touches", names.joined(separator: ", "))
    case .waitBegan(_, let queue, _): ("wait >", queue.map { "blocks \(name($0))" } ?? "")
    case .waitEnded(_, let queue, _, let ending):
      ("wait <", joined(ending.words, queue.map { "\(name($0)) goes on" }))
    case .awaitBegan: ("await >", "by a task")
    case .awaitEnded(_, let ending): ("await <", ending.words)
    case .cancelRequested(let context): ("cancel", "context \(context)")
    case .timerScheduled(let timer, _, let due):
      ("timer set", "\(timer) due \(milliseconds(due))")
    case .timerFired(let timer, _): ("timer fires", "\(timer)")
    case .timerCancelled(let timer, _): ("timer stops", "\(timer)")
    case .choiceMade(let chosen, let options): ("choice", choice(chosen, of: options))
    case .queueDeclared(_, let label, let kind, let assumed):
      ("queue", "\(label) \(kind.words)\(assumed ? ", assumed" : "")")
    case .threadNamed(let thread, let name): ("thread", "\(thread) is \(name)")
    case .note(let text): ("note", text)
    case .sourceText(let file, let line, _): ("source", "\(file) from line \(line)")
    case .intervened(_, let what): ("by hand", what)
    case .dropped(let count) where count <= 0: ("unknown", "an event of a newer version")
    case .dropped(let count): ("gap", "\(count) events lost")
    default: ("", "")
    }
  }
}

extension Words {
  private func origin(_ creation: PromiseEvent.Creation) -> String {
    let parents = creation.parents.prefix(4).map(\.description)
    let more = creation.parents.count > parents.count ? ["..."] : []
    return joined(
      creation.title,
      parents.isEmpty ? nil : "of " + (parents + more).joined(separator: " "),
      creation.late ? "(seen late)" : nil)
  }

  private func skipped(
    _ child: PromiseID, _ parent: PromiseID, _ reason: PromiseEvent.SkipReason
  ) -> String {
    let link = graph[child].map { $0.creation.operation.spelling } ?? "the link"
    return switch reason {
    case .valuePassesErrorHandler: "value of \(parent) passes \(link)"
    case .errorPassesValueHandler: "error of \(parent) passes \(link)"
    case .cancellationPassesByPolicy: "cancellation of \(parent) passes \(link)"
    case .errorNotNamed: "error of \(parent) passes \(link), which is for others"
    case .ownerGone: "owner of \(link) is gone"
    case .chainCancelled: "chain of \(link) is cancelled"
    }
  }

  private func outcome(_ settlement: PromiseEvent.Settlement) -> String {
    let from = settlement.from.map { "from \($0)" }
    let origin = settlement.origin.flatMap { origin in
      origin == settlement.promise || origin == settlement.from ? nil : "arose in \(origin)"
    }
    return joined(settlement.description, from, origin)
  }

  private func inputVerb(_ fanIn: PromiseID, _ outcome: PromiseEvent.Outcome) -> String {
    switch (graph[fanIn]?.creation.operation, outcome) {
    case (.race, _), (.any, .fulfilled): "input won"
    case (_, .fulfilled): "input ok"
    case (_, .rejected): "input error"
    case (_, .cancelled): "input gone"
    }
  }

  /// How many inputs the fan-in has heard of when this event has happened.
  private func progress(_ fanIn: PromiseID) -> String? {
    guard let node = graph[fanIn], !node.inputs.isEmpty else { return nil }
    let inputs = node.inputs
    if graph.sequence == event.sequence { return "\(node.heard.total) of \(inputs.count)" }
    // Of very many nobody wants to wait until they are counted.
    guard inputs.count <= 256 else { return "of \(inputs.count)" }
    let heard = inputs.count { input in
      input.settled.map { $0.sequence <= event.sequence && !input.ignored } ?? false
    }
    guard graph.sequence >= event.sequence else { return "of \(inputs.count)" }
    return "\(heard) of \(inputs.count)"
  }

  private func freed(_ state: PromiseEvent.FinalState, _ waiting: [PromiseID]) -> String {
    switch state {
    case .settled: return ""
    case .forwarded(let outer): return "its place passes to \(outer)"
    case .pending:
      guard !waiting.isEmpty else { return "while pending" }
      let some = waiting.prefix(4).map(\.description).joined(separator: " ")
      let more = waiting.count > 4 ? " ..." : ""
      return "while pending: \(some)\(more) wait\(waiting.count == 1 ? "s" : "") for ever"
    }
  }

  private func waited(_ job: JobID, _ queue: QueueID) -> String? {
    if graph.queueKind(queue) == .immediate { return "inline" }
    guard let enqueued = graph.job(job)?.enqueued, enqueued.sequence < event.sequence else {
      return nil
    }
    return "waited \(milliseconds(max(0, event.time.saturatingMinus(enqueued.time))))"
  }

  private func ended(_ job: JobID, _ ending: PromiseEvent.JobEnding) -> String {
    let words =
      switch ending {
      case .returned: "returned"
      case .returnedPromise: "returned a promise"
      case .threw: "threw"
      case .skipped: "did not run"
      }
    guard let started = graph.job(job)?.started, started.sequence < event.sequence else {
      return words
    }
    let ran = max(0, event.time.saturatingMinus(started.time))
    return ran == 0 ? words : "\(words) after \(milliseconds(ran))"
  }

  /// What runs in a job that settles `child`: a handler, a body, or neither.
  private func noun(_ child: PromiseID?) -> String {
    guard let child else { return "job" }
    switch graph[child]?.creation.operation {
    case .body, .async: return "body"
    default: return "handler"
    }
  }

  /// `2 of 3: start j5 fetch on net; not j4 show on main, t2`
  private func choice(_ chosen: Int, of options: [PromiseEvent.Choice]) -> String {
    let taken = options.indices.contains(chosen) ? taken(options[chosen]) : "another"
    let others = options.indices.filter { $0 != chosen }.map { name(options[$0]) }
    let some = others.prefix(4).joined(separator: ", ") + (others.count > 4 ? " ..." : "")
    return "\(chosen.saturatingPlus(1)) of \(PromiseEvent.Choice.count(options)): \(taken)"
      + (others.isEmpty ? "" : "; not \(some)")
  }

  private func taken(_ choice: PromiseEvent.Choice) -> String {
    switch choice {
    case .resume: name(choice)
    case .start: "start \(name(choice))"
    case .end(let job): "end \(name(job))"
    case .fire: "fire \(name(choice))"
    }
  }

  private func name(_ choice: PromiseEvent.Choice) -> String {
    switch choice {
    case .resume(let job): "\(name(job)) goes on"
    case .start(let queue, let job): "\(name(job)) on \(name(queue))"
    case .end(let job): "end of \(name(job))"
    case .fire(let timer):
      joined("\(timer)", graph.timer(timer)?.promise.flatMap { graph[$0] }.map(\.creation.title))
    }
  }

  /// `j5 .then fetch`
  private func name(_ id: JobID) -> String {
    let job = graph.job(id)
    return joined("\(id)", job?.child.flatMap { graph[$0] }.map(\.creation.title) ?? job?.label)
  }

  private func label(_ job: JobID) -> String { graph.job(job)?.label ?? job.description }

  private func name(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  private func site(of promise: PromiseID) -> String {
    graph[promise]?.creation.site.map { "\($0.fileName):\($0.line)" } ?? ""
  }

  /// The parts that there are, with a blank between them.
  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PromiseEvent.WaitEnding {
  /// Why the wait is over; none where the promise is settled, as is expected.
  fileprivate var words: String? {
    switch self {
    case .settled: nil
    case .deadlock: "deadlock:"
    case .gaveUp: "given up:"
    }
  }
}

extension PromiseEvent.AwaitEnding {
  /// Why the task stops waiting; nothing where the promise is settled, as is expected.
  fileprivate var words: String {
    switch self {
    case .settled: ""
    case .cancelled: "task cancelled"
    case .abandoned: "can never settle"
    }
  }
}

extension Graph {
  /// The label of a queue, or its identity where nobody declared it. O(1)
  package func queueLabel(_ id: QueueID) -> String {
    queueTable.read(id.rawValue) { $0.label } ?? id.description
  }

  /// The kind of a queue, as far as it is known. O(1)
  package func queueKind(_ id: QueueID) -> PromiseEvent.QueueKind? {
    queueTable.read(id.rawValue) { $0.kind }
  }
}

extension PromiseEvent.QueueKind {
  /// `serial`, `concurrent 2`, `immediate`.
  package var words: String {
    switch self {
    case .serial: "serial"
    case .concurrent(let width): width.map { "concurrent \($0)" } ?? "concurrent"
    case .immediate: "immediate"
    }
  }
}
