package import PromiseEvents

/// One event as a row of the events pane. Text from the program in it is not sanitized.
package struct EventSummary: Hashable, Sendable {
  /// The promise that it is about, or "--".
  package var subject: String
  /// What happened, in at most 11 characters.
  package var verb: String
  package var detail: String

  /// Creates the summary of `event` with the names and times that `graph` knows, which may be the state at
  /// the event, before it, or after it.
  package init(_ event: PromiseEvent, in graph: Graph) {
    subject = event.kind.promises.first?.description ?? "--"
    verb =
      EventVerb(event.kind) { graph[$0].map { EventVerb.Maker($0.creation.operation) } ?? .other }
      .text
    detail = Details(event: event, graph: graph).text
  }
}

/// Finds the detail of one event, beside its verb.
private struct Details {
  let event: PromiseEvent
  let graph: Graph

  var text: String {
    switch event.kind {
    case .created(let creation): origin(creation)
    case .bodyStarted(let promise): site(of: promise)
    case .bodyEnded(_, let threw): threw ? "threw" : "returned"
    case .handlerAttached(let parent, _, let ordinal, let queue):
      "to \(parent) as #\(ordinal) on \(name(queue))"
    case .handlerSkipped(let parent, let child, let reason): skipped(child, parent, reason)
    case .adopted(_, let inner): "to \(inner)"
    case .settled(let settlement): outcome(settlement)
    case .resolutionIgnored(_, let site, let attempt):
      joined("\(attempt?.rawValue ?? "resolved") again", site.map { "at \($0)" })
    case .inputAdded(_, let index, let input): "\(input) as input \(index.saturatingPlus(1))"
    case .inputSettled(let fanIn, _, let input, _):
      "\(input)" + (progress(fanIn).map { ", \($0)" } ?? "")
    case .inputIgnored(_, _, let input, let outcome): "\(input) \(outcome.rawValue), too late"
    case .errorHandled(_, let by): "by \(by)"
    case .errorUnhandled(let promise, let origin, let error):
      joined(error, origin == promise ? nil : "arose in \(origin)")
    case .deallocated(_, let state, let waiting): freed(state, waiting)
    case .jobEnqueued(_, let child, let queue, let label):
      joined(child == nil ? label : nil, "on \(name(queue))")
    case .jobStarted(let job, let child, let queue):
      joined(child == nil ? label(job) : nil, waited(job, queue))
    case .jobEnded(let job, let child, _, let ending):
      joined(child == nil ? label(job) : nil, ended(job, ending))
    case .touched(_, let names): names.joined(separator: ", ")
    case .waitBegan(_, let queue, _): queue.map { "blocks \(name($0))" } ?? ""
    case .waitEnded(_, let queue, _, let ending):
      joined(ending.words, queue.map { "\(name($0)) is free again" })
    case .awaitBegan: "by a task"
    case .awaitEnded(_, let ending): ending.words
    case .cancelRequested(let context): "context \(context)"
    case .timerScheduled(let timer, _, let due): "\(timer) due \(milliseconds(due))"
    case .timerFired(let timer, _), .timerCancelled(let timer, _): "\(timer)"
    case .choiceMade(let chosen, let options): choice(chosen, of: options)
    case .queueDeclared(_, let label, let kind, let assumed):
      "\(label) \(kind.words)\(assumed ? ", assumed" : "")"
    case .threadNamed(let thread, let name): "\(thread) is \(name)"
    case .note(let text): text
    case .sourceText(let file, let line, _): "\(file) from line \(line)"
    case .intervened(_, let what): what
    case .dropped(let count):
      count > 0 ? "\(count) events lost" : "an event from a newer version"
    }
  }
}

extension Details {
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
    case .valuePassesErrorHandler: "value of \(parent) skips \(link)"
    case .errorPassesValueHandler: "error of \(parent) skips \(link)"
    case .cancellationPassesByPolicy: "cancellation of \(parent) skips \(link)"
    case .errorNotNamed: "error of \(parent) skips \(link), for other errors"
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

  /// Returns how many inputs of the fan-in have settled after this event.
  private func progress(_ fanIn: PromiseID) -> String? {
    guard let node = graph[fanIn], !node.inputs.isEmpty else { return nil }
    let inputs = node.inputs
    if graph.sequence == event.sequence { return "\(node.heard.total) of \(inputs.count)" }
    // Counting very many would take too long.
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
    case .forwarded(let outer): return "\(outer) settles in its place"
    case .pending:
      guard !waiting.isEmpty else { return "while pending" }
      let some = waiting.prefix(4).map(\.description).joined(separator: " ")
      let more = waiting.count > 4 ? " ..." : ""
      return "while pending: \(some)\(more) wait\(waiting.count == 1 ? "s" : "") forever"
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
    let text =
      switch ending {
      case .returned: "returned"
      case .returnedPromise: "returned a promise"
      case .threw: "threw"
      case .skipped: "did not run"
      }
    guard let started = graph.job(job)?.started, started.sequence < event.sequence else {
      return text
    }
    let ran = max(0, event.time.saturatingMinus(started.time))
    return ran == 0 ? text : "\(text) after \(milliseconds(ran))"
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
    case .resume(let job): "\(name(job)) resumes"
    case .start(let queue, let job): "\(name(job)) on \(name(queue))"
    case .end(let job): "end of \(name(job))"
    case .fire(let timer): graph.title(of: timer)
    }
  }

  private func name(_ id: JobID) -> String { graph.title(of: id) }

  private func label(_ job: JobID) -> String { graph.job(job)?.label ?? job.description }

  private func name(_ queue: QueueID) -> String { graph.queueLabel(queue) }

  private func site(of promise: PromiseID) -> String {
    graph[promise]?.creation.site?.fileAndLine ?? ""
  }

  /// Joins the parts that are not empty with spaces.
  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PromiseEvent.WaitEnding {
  /// Why the wait ended; `nil` if the promise settled, the normal case.
  fileprivate var words: String? {
    switch self {
    case .settled: nil
    case .deadlock: "deadlock:"
    case .gaveUp: "abandoned:"
    }
  }
}

extension PromiseEvent.AwaitEnding {
  /// Why the task stopped waiting; empty if the promise settled, the normal case.
  fileprivate var words: String {
    switch self {
    case .settled: ""
    case .cancelled: "task cancelled"
    case .abandoned: "can never settle"
    }
  }
}
