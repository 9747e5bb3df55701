extension PromiseEvent: CustomStringConvertible {
  /// The event as one line: number, time, thread, queue, and what happened.
  ///
  /// ```
  ///    12      80.2 ms  T3   net        p2 locked in to p6
  /// ```
  public var description: String { line { $0.description } }

  /// ``description`` with queues named by `name`. Text from the program is sanitized, so that the
  /// result is a single line and cannot move the cursor.
  func line(naming name: (QueueID) -> String) -> String {
    let columns = [
      "\(sequence)".padded(before: 6), "\(time.milliseconds) ms".padded(before: 12),
      (thread?.description ?? "").padded(to: 3), (queue.map(name) ?? "").padded(to: 9),
    ]
    return sanitized(columns.joined(separator: "  ") + "  " + kind.text(naming: name))
  }
}

extension PromiseEvent.Kind {
  /// Describes what happened.
  func text(naming name: (QueueID) -> String) -> String {
    switch self {
    case .created(let creation): creation.text
    case .bodyStarted(let promise): "\(promise) body begins"
    case .bodyEnded(let promise, let threw): "\(promise) body \(threw ? "threw" : "returned")"
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      "\(child) attached to \(parent) as handler \(ordinal), on \(name(queue))"
    case .handlerSkipped(let parent, let child, let reason):
      "\(child) skipped, \(reason.text(parent))"
    case .adopted(let outer, let inner): "\(outer) locked in to \(inner)"
    case .settled(let settlement): settlement.text
    case .resolutionIgnored(let promise, let site, let attempt):
      "\(promise) resolution ignored: \(attempt?.rawValue ?? "resolved")" + phrase(" at ", site)
    case .inputAdded(let fanIn, let index, let input):
      "\(fanIn) adds input \(index), \(input)"
    case .inputSettled(let fanIn, let index, let input, let outcome):
      "\(fanIn) input \(index), \(input): \(outcome.rawValue)"
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      "\(fanIn) ignores input \(index), \(input): \(outcome.rawValue) too late"
    case .errorHandled(let promise, let by): "\(promise) error handled by \(by)"
    case .errorUnhandled(let promise, let origin, let error):
      "\(promise) error not handled: \(error)" + phrase(", arose in ", origin, unless: promise)
    case .deallocated(let promise, let state, let waiting):
      "\(promise) freed" + state.text(waiting)
    case .jobEnqueued(let job, let child, let queue, let label):
      subject(child) + "\(job)\(phrase(" ", label)) enqueued on \(name(queue))"
    case .jobStarted(let job, let child, let queue):
      subject(child) + "\(job) begins on \(name(queue))"
    case .jobEnded(let job, let child, _, let ending):
      subject(child) + "\(job) \(ending.text)"
    case .touched(let job, let names): "\(job) accesses \(names.joined(separator: ", "))"
    case .waitBegan(let promise, let queue, _, let site):
      "\(promise) wait begins" + phrase(" at ", site) + phrase(", blocking ", queue.map(name))
    case .waitEnded(let promise, let queue, _, let ending):
      "\(promise) wait ends\(ending.text)" + phrase(", unblocking ", queue.map(name))
    case .awaitBegan(let promise, let by, let site):
      "\(promise) is awaited by \(by?.description ?? "a task")" + phrase(" at ", site)
    case .awaitEnded(let promise, let ending, let by):
      "\(promise) no longer awaited" + phrase(" by ", by) + ending.text
    case .cancelRequested(let context): "context \(context) cancelled"
    case .timerScheduled(let timer, let promise, let due):
      subject(promise) + "\(timer) set, due at \(due.milliseconds) ms"
    case .timerFired(let timer, let promise): subject(promise) + "\(timer) fires"
    case .timerCancelled(let timer, let promise): subject(promise) + "\(timer) cancelled"
    case .choiceMade(let chosen, let options):
      PromiseEvent.Choice.text(chosen, of: options.map { $0.text(name) })
    case .queueDeclared(let queue, let label, let kind, let assumed):
      "\(queue) is \(label), \(assumed ? "assumed to be " : "")\(kind.text)"
    case .threadNamed(let thread, let name): "\(thread) is \(name)"
    case .note(let text): "note: \(text)"
    case .sourceText(let file, let line, _): "source of \(file) from line \(line)"
    case .intervened(let promise, let what): "\(promise) what-if: \(what)"
    case .dropped(let count): "\(count) events lost"
    case .spanLinked(let promise, let context, let role): "\(promise) \(role.text) \(context)"
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      "process \(process) is \(name)" + (systemID.map { ", number \($0)" } ?? "")
        + (uncertainty.map { ", clock ±\($0.milliseconds) ms" } ?? "")
    case .threadAssigned(let thread, let process): "thread \(thread) belongs to \(process)"
    case .gateChanged(let change): change.text
    }
  }

  private func subject(_ promise: PromiseID?) -> String { promise.map { "\($0) " } ?? "" }
}

/// Returns `prefix` followed by `thing`, or an empty string if `thing` is `nil` or `excluded`.
private func phrase<T: Equatable>(
  _ prefix: String, _ thing: T?, unless excluded: T? = nil
) -> String {
  guard let thing, thing != excluded else { return "" }
  return "\(prefix)\(thing)"
}

extension PromiseEvent.Choice {
  /// `chose 2 of 3: start j5 on net; not fire t2, fire t3`
  fileprivate static func text(_ chosen: Int, of options: [String]) -> String {
    let taken = options.indices.contains(chosen) ? options[chosen] : "another"
    let others = options.indices.filter { $0 != chosen }.map { options[$0] }
    let some = others.prefix(4).joined(separator: ", ")
    return "chose \(chosen &+ 1) of \(count(options)): \(taken)"
      + (others.isEmpty ? "" : "; not \(some)\(others.count > 4 ? " …" : "")")
  }

  /// The number of options, as far as it is known.
  package static func count(_ options: [some Any]) -> String {
    options.count < limit ? "\(options.count)" : "\(limit) or more"
  }

  /// Describes the choice, with its queue named by `name`.
  fileprivate func text(_ name: (QueueID) -> String) -> String {
    if case .start(let queue, let job) = self {
      "start \(job) on \(name(queue))"
    } else {
      description
    }
  }
}

extension PromiseEvent.Creation {
  /// The label, or the number and the operation: `save`, `p3 then`.
  package var shortName: String { label ?? "\(promise) \(operation.rawValue)" }

  fileprivate var text: String {
    let parents = parents.prefix(4).map(\.description).joined(separator: " ")
    let more = self.parents.count > 4 ? " …" : ""
    return "\(promise) created: \(operation.rawValue)" + (label.map { " \"\($0)\"" } ?? "")
      + (parents.isEmpty ? "" : " of \(parents)\(more)") + phrase(" at ", site)
      + (late ? ", first observed later" : "")
  }
}

extension PromiseEvent.Settlement {
  fileprivate var text: String {
    "\(promise) \(outcome.rawValue)" + (description.isEmpty ? "" : ": \(description)")
      + phrase(", from ", from)
      + phrase(", arose in ", origin == from ? nil : origin, unless: promise)
  }
}

extension PromiseEvent.FinalState {
  fileprivate func text(_ waiting: [PromiseID]) -> String {
    switch self {
    case .settled: return ""
    case .forwarded(let outer): return ", replaced by \(outer)"
    case .pending:
      guard !waiting.isEmpty else { return " while pending" }
      let some = waiting.prefix(4).map(\.description).joined(separator: " ")
      return " while pending; \(some)\(waiting.count > 4 ? " …" : "") will never settle"
    }
  }
}

extension PromiseEvent.JobEnding {
  fileprivate var text: String {
    switch self {
    case .returned: "returned"
    case .returnedPromise: "returned a promise"
    case .threw: "threw"
    case .skipped: "did not run"
    case .suspended: "awaits"
    }
  }
}

extension PromiseEvent.WaitEnding {
  fileprivate var text: String {
    switch self {
    case .settled: ""
    case .deadlock: ": a deadlock"
    case .gaveUp: ": the run ended"
    }
  }
}

extension PromiseEvent.AwaitEnding {
  fileprivate var text: String {
    switch self {
    case .settled: ""
    case .cancelled: ": the task was cancelled"
    case .abandoned: ": it can never settle"
    }
  }
}

extension PromiseEvent.SkipReason {
  fileprivate func text(_ parent: PromiseID) -> String {
    switch self {
    case .valuePassesErrorHandler: "value of \(parent) passed on"
    case .errorPassesValueHandler, .errorNotNamed: "error of \(parent) passed on"
    case .cancellationPassesByPolicy: "cancellation of \(parent) passed on"
    case .ownerGone: "its owner was freed"
    case .chainCancelled: "its chain was cancelled"
    }
  }
}

extension PromiseEvent.SpanRole {
  fileprivate var text: String {
    switch self {
    case .covering: "has the span"
    case .sent: "sends a request with"
    case .received: "handles the request with"
    }
  }
}

extension PromiseEvent.GateChange {
  fileprivate var text: String {
    let subject = job.map { " \($0)" } ?? timer.map { " \($0)" } ?? ""
    return "gate \(action.rawValue)\(subject)" + (reason.map { ": \($0)" } ?? "")
  }
}

extension PromiseEvent.QueueKind {
  fileprivate var text: String {
    switch self {
    case .serial: "serial"
    case .concurrent(let width): width.map { "concurrent, \($0) at a time" } ?? "concurrent"
    case .immediate: "inline"
    }
  }
}
