extension PromiseEvent: CustomStringConvertible {
  /// The event as one line: number, time, thread, queue, and what happened.
  ///
  /// ```
  ///    12      80.2 ms  T3   net        p2 locked in to p6
  /// ```
  public var description: String { line { $0.description } }

  /// ``description`` with queues named by `name`. Foreign text in it is made harmless, so that it is
  /// one line and moves no cursor.
  func line(naming name: (QueueID) -> String) -> String {
    let columns = [
      "\(sequence)".padded(to: -6), "\(time.milliseconds) ms".padded(to: -12),
      (thread?.description ?? "").padded(to: 3), (queue.map(name) ?? "").padded(to: 9),
    ]
    return sanitized(columns.joined(separator: "  ") + "  " + kind.words(naming: name))
  }
}

extension PromiseEvent.Kind {
  /// What happened, in words.
  func words(naming name: (QueueID) -> String) -> String {
    switch self {
    case .created(let creation): creation.words
    case .bodyStarted(let promise): "\(promise) body begins"
    case .bodyEnded(let promise, let threw): "\(promise) body \(threw ? "threw" : "returned")"
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      "\(child) attached to \(parent) as handler \(ordinal), on \(name(queue))"
    case .handlerSkipped(let parent, let child, let reason):
      "\(child) skipped, \(reason.words(parent))"
    case .adopted(let outer, let inner): "\(outer) locked in to \(inner)"
    case .settled(let settlement): settlement.words
    case .resolutionIgnored(let promise, let site, let attempt):
      "\(promise) stays as it is: \(attempt?.rawValue ?? "resolved") again" + said(" at ", site)
    case .inputAdded(let fanIn, let index, let input):
      "\(fanIn) takes in input \(index), \(input)"
    case .inputSettled(let fanIn, let index, let input, let outcome):
      "\(fanIn) hears of input \(index), \(input): \(outcome.rawValue)"
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      "\(fanIn) ignores input \(index), \(input): \(outcome.rawValue) too late"
    case .errorHandled(let promise, let by): "\(promise) error handled by \(by)"
    case .errorUnhandled(let promise, let origin, let error):
      "\(promise) error not handled: \(error)" + said(", arose in ", origin, unless: promise)
    case .deallocated(let promise, let state, let waiting):
      "\(promise) freed" + state.words(waiting)
    case .jobEnqueued(let job, let child, let queue, let label):
      subject(child) + "\(job)\(said(" ", label)) enqueued on \(name(queue))"
    case .jobStarted(let job, let child, let queue):
      subject(child) + "\(job) begins on \(name(queue))"
    case .jobEnded(let job, let child, _, let ending):
      subject(child) + "\(job) \(ending.words)"
    case .accessed(let job, let names): "\(job) touches \(names.joined(separator: ", "))"
    case .waitBegan(let promise, let queue, _):
      "\(promise) is waited for" + said(", which blocks ", queue.map(name))
    case .waitEnded(let promise, let queue, _, let ending):
      "\(promise) no longer waited for\(ending.words)" + said(", which frees ", queue.map(name))
    case .awaitBegan(let promise): "\(promise) is awaited by a task"
    case .awaitEnded(let promise, let ending): "\(promise) no longer awaited\(ending.words)"
    case .cancelRequested(let context): "context \(context) cancelled"
    case .timerScheduled(let timer, let promise, let due):
      subject(promise) + "\(timer) set, due at \(due.milliseconds) ms"
    case .timerFired(let timer, let promise): subject(promise) + "\(timer) fires"
    case .timerCancelled(let timer, let promise): subject(promise) + "\(timer) stopped"
    case .choiceMade(let chosen, let options):
      PromiseEvent.Choice.words(chosen, of: options.map { $0.words(name) })
    case .queueDeclared(let queue, let label, let kind, let assumed):
      "\(queue) is \(label), \(assumed ? "assumed to be " : "")\(kind.words)"
    case .threadNamed(let thread, let name): "\(thread) is \(name)"
    case .note(let text): "note: \(text)"
    case .sourceText(let file, let line, _): "source of \(file) from line \(line)"
    case .overridden(let promise, let what): "\(promise) by hand: \(what)"
    case .dropped(let count): "\(count) events lost"
    }
  }

  private func subject(_ promise: PromiseID?) -> String { promise.map { "\($0) " } ?? "" }
}

/// `prefix` and the thing, if there is one that is not `excluded`.
private func said<T: Equatable>(_ prefix: String, _ thing: T?, unless excluded: T? = nil) -> String
{
  guard let thing, thing != excluded else { return "" }
  return "\(prefix)\(thing)"
}

extension PromiseEvent.Choice {
  /// `chose 2 of 3: start j5 on net; not fire t2, fire t3`
  fileprivate static func words(_ chosen: Int, of options: [String]) -> String {
    let taken = options.indices.contains(chosen) ? options[chosen] : "another"
    let others = options.indices.filter { $0 != chosen }.map { options[$0] }
    let some = others.prefix(4).joined(separator: ", ")
    return "chose \(chosen &+ 1) of \(count(options)): \(taken)"
      + (others.isEmpty ? "" : "; not \(some)\(others.count > 4 ? " …" : "")")
  }

  /// How many there were, as far as that is known.
  package static func count(_ options: [some Any]) -> String {
    options.count < limit ? "\(options.count)" : "\(limit) or more"
  }

  /// The choice with its queue named by `name`.
  fileprivate func words(_ name: (QueueID) -> String) -> String {
    if case .start(let queue, let job) = self {
      "start \(job) on \(name(queue))"
    } else {
      description
    }
  }
}

extension PromiseEvent.Creation {
  /// The label, or the number and what made it: `save`, `p3 then`.
  package var shortName: String { label ?? "\(promise) \(operation.rawValue)" }

  fileprivate var words: String {
    let parents = parents.prefix(4).map(\.description).joined(separator: " ")
    let more = self.parents.count > 4 ? " …" : ""
    return "\(promise) created: \(operation.rawValue)" + (label.map { " \"\($0)\"" } ?? "")
      + (parents.isEmpty ? "" : " of \(parents)\(more)") + said(" at ", site)
      + (late ? ", seen late" : "")
  }
}

extension PromiseEvent.Settlement {
  fileprivate var words: String {
    "\(promise) \(outcome.rawValue)" + (description.isEmpty ? "" : ": \(description)")
      + said(", from ", from) + said(", arose in ", origin == from ? nil : origin, unless: promise)
  }
}

extension PromiseEvent.FinalState {
  fileprivate func words(_ waiting: [PromiseID]) -> String {
    switch self {
    case .settled: return ""
    case .forwarded(let outer): return ", its place passes to \(outer)"
    case .pending:
      guard !waiting.isEmpty else { return " while pending" }
      let some = waiting.prefix(4).map(\.description).joined(separator: " ")
      return " while pending, will never come for \(some)\(waiting.count > 4 ? " …" : "")"
    }
  }
}

extension PromiseEvent.JobEnding {
  fileprivate var words: String {
    switch self {
    case .returned: "returned"
    case .returnedPromise: "returned a promise"
    case .threw: "threw"
    case .skipped: "did not run"
    }
  }
}

extension PromiseEvent.WaitEnding {
  fileprivate var words: String {
    switch self {
    case .settled: ""
    case .deadlock: ": a deadlock"
    case .gaveUp: ": given up"
    }
  }
}

extension PromiseEvent.AwaitEnding {
  fileprivate var words: String {
    switch self {
    case .settled: ""
    case .cancelled: ": the task was cancelled"
    case .abandoned: ": it can never settle"
    }
  }
}

extension PromiseEvent.SkipReason {
  fileprivate func words(_ parent: PromiseID) -> String {
    switch self {
    case .valuePassesErrorHandler: "value of \(parent) passes"
    case .errorPassesValueHandler, .errorNotNamed: "error of \(parent) passes"
    case .cancellationPassesByPolicy: "cancellation of \(parent) passes"
    case .ownerGone: "its owner is gone"
    case .chainCancelled: "its chain was cancelled"
    }
  }
}

extension PromiseEvent.QueueKind {
  fileprivate var words: String {
    switch self {
    case .serial: "serial"
    case .concurrent(let width): width.map { "concurrent, \($0) at once" } ?? "concurrent"
    case .immediate: "inline"
    }
  }
}

extension Int64 {
  /// Nanoseconds as milliseconds with one digit after the point: `80.2`.
  fileprivate var milliseconds: String {
    let tenths = (self / 100_000).magnitude
    return "\(self <= -100_000 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  /// The text with blanks up to `width` characters, behind it or, for a negative width, before it.
  fileprivate func padded(to width: Int) -> String {
    let blanks = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? blanks + self : self + blanks
  }
}
