package import PromiseEvents
package import PromiseGraph

/// One event as a row of the events pane. Text from the program in it is not sanitized.
package struct EventSummary: Hashable, Sendable {
  /// The promise that it is about, or "--".
  package var subject: String
  /// What happened, in at most 11 characters.
  package var verb: String
  package var detail: String

  /// Creates the summary of `event` with the names and times that `graph` knows, which may be the state at
  /// the event, before it, or after it.
  package init(_ event: PromiseEvent, in graph: Graph, language: Language = .english) {
    subject = event.kind.mentioned.subject?.description ?? "--"
    verb = EventVerb(event.kind).text(in: language)
    detail = Details(event: event, graph: graph, language: language).text
  }
}

/// Finds the detail of one event, beside its verb.
private struct Details {
  let event: PromiseEvent
  let graph: Graph
  let language: Language

  var text: String {
    switch event.kind {
    case .created(let creation): origin(creation)
    case .bodyStarted(let promise): site(of: promise)
    case .bodyEnded(_, let threw): threw ? language.text("threw") : language.text("returned")
    case .handlerAttached(let parent, _, let ordinal, let queue):
      language.text("to \(parent) as #\(ordinal) on \(name(queue))")
    case .handlerSkipped(let parent, _, let reason): skipped(reason, parent)
    case .adopted(_, let inner): "\(inner)"
    case .settled(let settlement): outcome(settlement)
    case .resolutionIgnored(_, let site, let attempt):
      joined(attempt?.word(in: language), site.map { language.text("at \($0)") })
    case .inputAdded(_, let index, let input):
      language.text("\(input) as input \(index.saturatingPlus(1))")
    case .inputSettled(_, _, let input, let outcome), .inputIgnored(_, _, let input, let outcome):
      "\(input) \(outcome.word(in: language))"
    case .errorHandled(_, let by): language.text("by \(by)")
    case .errorUnhandled(let promise, let origin, let error):
      joined(error, origin == promise ? nil : language.text("arose in \(origin)"))
    case .deallocated(_, let state, let waiting): freed(state, waiting)
    case .jobEnqueued(_, let child, let queue, let label):
      joined(child == nil ? label : nil, language.text("on \(name(queue))"))
    case .jobStarted(let job, let child, let queue):
      joined(child == nil ? label(job) : nil, waited(job, queue))
    case .jobEnded(let job, let child, _, let ending):
      joined(child == nil ? label(job) : nil, ended(job, ending))
    case .touched(_, let names): names.joined(separator: ", ")
    case .waitBegan(_, let queue, _, let site):
      joined(
        queue.map { language.text("blocks \(name($0))") },
        site.map { language.text("at \($0.fileAndLine)") })
    case .waitEnded(_, let queue, _, let ending):
      joined(
        ending.words(in: language), queue.map { language.text("\(name($0)) no longer blocked") })
    case .awaitBegan(_, let by, let site):
      joined(
        by.map { language.text("by \($0)") } ?? language.text("by a task"),
        site.map { language.text("at \($0.fileAndLine)") })
    case .awaitEnded(_, let ending, let by):
      joined(by.map { language.text("by \($0)") }, ending.words(in: language))
    case .cancelRequested(let context): language.text("context \(context)")
    case .timerScheduled(let timer, _, let due):
      language.text("\(timer) due \(milliseconds(due))")
    case .timerFired(let timer, _), .timerCancelled(let timer, _): "\(timer)"
    case .choiceMade(let chosen, let options): choice(chosen, of: options)
    case .queueDeclared(_, let label, let kind, let assumed):
      assumed
        ? language.text("\(label) \(kind.words(in: language)), assumed")
        : "\(label) \(kind.words(in: language))"
    case .threadNamed(let thread, let name): language.text("\(thread) is \(name)")
    case .note(let text): text
    case .sourceText(let file, let line, _): language.text("\(file) from line \(line)")
    case .intervened(_, let what): what
    case .spanLinked(_, let context, let role):
      "\(role.words(in: language)) \(context.spanID)"
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      joined(
        language.text("\(process) is \(name)"),
        systemID.map { language.text("process \($0)") },
        uncertainty.map { language.clock($0) })
    case .threadAssigned(let thread, let process):
      language.text("\(thread) belongs to \(process)")
    case .gateChanged(let change): joined(held(by: change), change.reason)
    case .dropped(let count):
      count > 0
        ? language.text("\(count) events lost") : language.text("an event from a newer version")
    }
  }
}

extension Details {
  private func origin(_ creation: PromiseEvent.Creation) -> String {
    let parents = creation.parents.prefix(4).map(\.description)
    let more = creation.parents.count > parents.count ? ["..."] : []
    return joined(
      creation.title,
      parents.isEmpty ? nil : language.text("of \((parents + more).joined(separator: " "))"),
      creation.late ? language.text("(seen late)") : nil)
  }

  /// Returns what the gate holds or lets go: `p2 on main`, `t1 of p3`.
  private func held(by change: PromiseEvent.GateChange) -> String? {
    if let timer = change.timer {
      let promise = graph.timer(timer)?.promise
      return joined("\(timer)", promise.map { language.text("of \($0)") })
    }
    guard let id = change.job, let job = graph.job(id) else {
      return change.job.map { "\($0)" }
    }
    return joined(
      job.child.map { "\($0)" } ?? label(id), language.text("on \(name(job.queue))"))
  }

  private func skipped(_ reason: PromiseEvent.SkipReason, _ parent: PromiseID) -> String {
    switch reason {
    case .valuePassesErrorHandler: language.text("by the value of \(parent)")
    case .errorPassesValueHandler, .errorNotNamed: language.text("by the error of \(parent)")
    case .cancellationPassesByPolicy: language.text("by the cancellation of \(parent)")
    case .ownerGone: language.text("its owner is gone")
    case .chainCancelled: language.text("its chain is cancelled")
    }
  }

  private func outcome(_ settlement: PromiseEvent.Settlement) -> String {
    let from = settlement.from.map { language.text("from \($0)") }
    let origin = settlement.origin.flatMap { origin in
      origin == settlement.promise || origin == settlement.from
        ? nil : language.text("arose in \(origin)")
    }
    return joined(settlement.description, from, origin)
  }

  private func freed(_ state: PromiseEvent.FinalState, _ waiting: [PromiseID]) -> String {
    switch state {
    case .settled: return ""
    case .forwarded(let outer): return language.text("\(outer) settles in its place")
    case .pending:
      guard !waiting.isEmpty else { return language.text("while pending") }
      let some =
        waiting.prefix(4).map(\.description).joined(separator: " ")
        + (waiting.count > 4 ? " ..." : "")
      return language.text("while pending, awaited by \(some)")
    }
  }

  private func waited(_ job: JobID, _ queue: QueueID) -> String? {
    if graph.queueKind(queue) == .immediate { return language.text("inline") }
    guard let enqueued = graph.job(job)?.enqueued, enqueued.sequence < event.sequence else {
      return nil
    }
    let time = milliseconds(max(0, event.time.saturatingMinus(enqueued.time)))
    return language.text("waited \(time)")
  }

  private func ended(_ job: JobID, _ ending: PromiseEvent.JobEnding) -> String {
    let text =
      switch ending {
      case .returned: language.text("returned")
      case .returnedPromise: language.text("returned a promise")
      case .threw: language.text("threw")
      case .skipped: language.text("did not run")
      case .suspended: language.text("awaits")
      }
    guard let started = graph.job(job)?.started, started.sequence < event.sequence else {
      return text
    }
    let ran = max(0, event.time.saturatingMinus(started.time))
    return ran == 0 ? text : language.text("\(text) after \(milliseconds(ran))")
  }

  /// `2 of 3: fetch on net; not show on main, timer of load`
  private func choice(_ chosen: Int, of options: [PromiseEvent.Choice]) -> String {
    let names = options.map { graph.shortName(of: $0, language: language) }
    let taken = names.indices.contains(chosen) ? names[chosen] : language.text("another")
    let others = names.indices.filter { $0 != chosen }.map { names[$0] }
    let some =
      others.prefix(4).joined(separator: language.text(", ")) + (others.count > 4 ? " ..." : "")
    let count = PromiseEvent.Choice.count(options)
    return language.text("\(chosen.saturatingPlus(1)) of \(count): \(taken)")
      + (others.isEmpty ? "" : language.text("; not \(some)"))
  }

  private func label(_ job: JobID) -> String { graph.job(job)?.label ?? job.description }

  private func name(_ queue: QueueID) -> String { graph.queueName(queue) }

  private func site(of promise: PromiseID) -> String {
    graph[promise]?.creation.site?.fileAndLine ?? ""
  }

  /// Joins the parts that are not empty with spaces.
  private func joined(_ parts: String?...) -> String {
    parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension PromiseEvent.SpanRole {
  /// What the span is to the promise.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .covering: language.text("is span")
    case .sent: language.text("sends span")
    case .received: language.text("receives span")
    }
  }
}

extension PromiseEvent.WaitEnding {
  /// Why the wait ended; `nil` if the promise settled, the normal case.
  fileprivate func words(in language: Language) -> String? {
    switch self {
    case .settled: nil
    case .deadlock: language.text("deadlock:")
    case .gaveUp: language.text("abandoned:")
    }
  }
}

extension PromiseEvent.AwaitEnding {
  /// Why the task stopped waiting; empty if the promise settled, the normal case.
  fileprivate func words(in language: Language) -> String {
    switch self {
    case .settled: ""
    case .cancelled: language.text("task cancelled")
    case .abandoned: language.text("can never settle")
    }
  }
}

extension PromiseEvent.Choice {
  /// Returns the number of options, as far as it is known.
  static func count(_ options: [Self]) -> String {
    options.count < limit ? "\(options.count)" : "\(limit) or more"
  }
}
