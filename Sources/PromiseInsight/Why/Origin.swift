import PromiseEvents
import PromiseGraph

/// Where the outcome of one promise comes from.
struct Origin {
  /// The sources.
  enum Source {
    /// It settled as another promise did: the one that it adopted, or one whose outcome skipped it.
    case adopted(PromiseID), passed(PromiseID, PromiseEvent.SkipReason)
    /// It was resolved with itself, through the promise that it adopted, if there is one.
    case circle(PromiseID?)
    /// One of its inputs decided it.
    case input(PromiseID)
    /// All its inputs decided it; the last of them to settle.
    case inputs(last: PromiseID?)
    /// Its handler or body returned it, threw it, or passed on what it received.
    case returned(JobNode, given: PromiseID?), threw(JobNode, given: PromiseID?)
    case passedOn(PromiseID)
    /// It was passed on when a timer fired.
    case delayed(PromiseID, TimerNode)
    /// It was resolved: in its body, or later, by a job if the job is known.
    case body, bodyThrew, resolver(Moment, by: JobID?)
    /// It stands for a request, which this promise of another process has handled.
    case answered(PromiseID)
    /// It was created with its outcome.
    case made
    case timer(TimerNode)
    /// It was cancelled, while a job ran on that thread, if one did.
    case cancelled(Moment, during: JobID?)
    /// The events that would show it are missing.
    case unknown
  }

  /// What an outcome depends on in turn.
  enum Next: Hashable {
    /// The outcome of another promise.
    case outcome(PromiseID)
    /// That a job ran, in which a promise was created.
    case run(JobID, PromiseID)
  }

  var promise: PromiseID
  var source: Source

  /// Whether the outcome was made here. Otherwise, it is the outcome of ``next``.
  var isMade: Bool {
    switch source {
    case .adopted, .passed, .input, .passedOn, .delayed, .answered: false
    case .inputs, .returned, .threw, .body, .resolver, .made, .timer, .cancelled, .unknown,
      .bodyThrew, .circle:
      true
    }
  }
}

extension Graph {
  /// Returns where the outcome of a promise comes from; `nil` if it is not settled. The outcome of a promise that
  /// was freed after the promise that adopted it took its place is the outcome of that one. O(its inputs)
  func origin(of node: PromiseNode) -> Origin? {
    if case .forwarded = node.state, let inner = inner(of: node) {
      return Origin(promise: node.id, source: .adopted(inner))
    }
    guard let settlement = node.settlement, let settled = node.settled else { return nil }
    return Origin(promise: node.id, source: source(node, settlement, settled))
  }

  /// Returns the promise that a promise adopted: what its handler returned, or what it was resolved with.
  func inner(of node: PromiseNode) -> PromiseID? {
    node.firstAdopted.flatMap { self[$0]?.isDeclared == true ? $0 : nil } ?? node.adopted
  }

  /// Returns what an outcome depends on in turn: the outcome that was passed on or given to a handler, or the
  /// job that created its promise.
  func next(after origin: Origin) -> Origin.Next? {
    switch origin.source {
    case .adopted(let next), .passed(let next, _), .input(let next), .passedOn(let next),
      .delayed(let next, _), .answered(let next):
      return .outcome(next)
    case .inputs(let last): return last.map { .outcome($0) }
    case .returned(_, let given), .threw(_, let given):
      return given.map { .outcome($0) } ?? maker(of: origin.promise)
    case .resolver(_, let job?):
      guard let user = self.job(job)?.child else { return nil }
      return parent(of: user).map { .outcome($0) } ?? maker(of: user)
    case .body, .bodyThrew, .resolver(_, nil), .made, .timer, .circle:
      return maker(of: origin.promise)
    case .cancelled, .unknown: return nil
    }
  }

  /// Returns what a job that created a promise depends on in turn.
  func next(after job: JobID) -> Origin.Next? {
    guard let child = self.job(job)?.child else { return nil }
    return parent(of: child).map { .outcome($0) } ?? maker(of: child)
  }

  /// Returns the job in which a promise was created.
  private func maker(of promise: PromiseID) -> Origin.Next? {
    guard let node = self[promise], let job = node.createdIn, job != node.job else { return nil }
    return .run(job, promise)
  }

  /// Returns the promise whose outcome a handler receives.
  func parent(of promise: PromiseID) -> PromiseID? {
    guard let node = self[promise], !node.creation.operation.isFanIn else { return nil }
    return node.parent ?? node.creation.parents.first
  }

  /// Returns the promise whose error a handler handled, and the error; `nil` if it was given a value.
  func recovered(by promise: PromiseID) -> (promise: PromiseID, error: String)? {
    guard let parent = parent(of: promise), let node = self[parent],
      let settlement = node.settlement, settlement.outcome != .fulfilled,
      let job = self[promise]?.job.flatMap({ self.job($0) }), job.started != nil
    else { return nil }
    return (parent, settlement.description)
  }
}

extension Graph {
  private func source(
    _ node: PromiseNode, _ settlement: PromiseEvent.Settlement, _ settled: Moment
  ) -> Origin.Source {
    let operation = node.creation.operation
    let parent = node.parent ?? node.creation.parents.first
    if let from = settlement.from {
      // After what it adopted was replaced, it gets its outcome from another promise.
      if let inner = inner(of: node), from == inner || from != parent { return .adopted(inner) }
      if operation.isFanIn { return .input(from) }
      if let reason = node.skipped { return .passed(from, reason) }
      return .passedOn(from)
    }
    if settlement.oddity == .returnedSelf, isResolvedWithItself(node) {
      return .circle(inner(of: node))
    }
    if let inner = inner(of: node) {
      return settlement.outcome == .cancelled
        ? .cancelled(settled, during: node.settledIn) : .adopted(inner)
    }
    if let timer = node.timer.flatMap({ self.timer($0) }), !operation.isFanIn,
      let fired = timer.fired, fired.sequence < settled.sequence
    {
      if operation == .delay, let parent { return .delayed(parent, timer) }
      return .timer(timer)
    }
    if let reason = node.skipped {
      guard reason != .chainCancelled, reason != .ownerGone, let parent else {
        return .cancelled(settled, during: nil)
      }
      // A link that has been cancelled is skipped as well.
      if !isCancelledItself(settlement) { return .passed(parent, reason) }
    }
    if operation.isFanIn {
      let isOver = node.inputs.allSatisfy { $0.outcome != nil && !$0.ignored }
      return isOver || settlement.outcome != .cancelled
        ? .inputs(last: lastInput(of: node)) : .cancelled(settled, during: node.settledIn)
    }
    return ownSource(node, settlement, settled)
  }

  /// Returns where the outcome of a promise comes from that no other promise, timer or input decided.
  private func ownSource(
    _ node: PromiseNode, _ settlement: PromiseEvent.Settlement, _ settled: Moment
  ) -> Origin.Source {
    let operation = node.creation.operation
    let parent = node.parent ?? node.creation.parents.first
    if let job = node.job.flatMap({ self.job($0) }),
      job.ended.map({ $0.sequence < settled.sequence }) ?? false
    {
      switch job.ending {
      case .threw: return .threw(job, given: parent)
      case .skipped: return .cancelled(settled, during: nil)
      case .returned, .returnedPromise, .suspended, nil:
        // A delay, for example, is cancelled after its handler has run.
        if isCancelledItself(settlement) { break }
        if operation == .thenResolving { return .resolver(settled, by: node.settledIn) }
        if let parent, operation.has(.passesOn) { return .passedOn(parent) }
        return .returned(job, given: parent)
      }
    }
    if isCancelledItself(settlement) {
      return .cancelled(settled, during: node.settledIn)
    }
    switch operation {
    case .value, .error: return .made
    case .async where node.bodyThrew: return .bodyThrew
    case _ where handling(answering: node, settlement, settled) != nil:
      return handling(answering: node, settlement, settled).map { .answered($0) } ?? .unknown
    case .body where node.bodyStarted != nil:
      // It may have resolved its promise before it threw.
      let isOver = node.bodyEnded.map { $0.sequence < settled.sequence } ?? false
      guard isOver else { return .body }
      return node.bodyThrew ? .bodyThrew : .resolver(settled, by: node.settledIn)
    case .async where node.bodyStarted != nil: return .body
    case .body, .pending, .async, .thenResolving: return .resolver(settled, by: node.settledIn)
    default: return parent.map { .passedOn($0) } ?? .unknown
    }
  }

  /// Returns the promise whose outcome answered the request that a promise stands for: one that settled before it.
  /// An error is only its answer if it is an error itself.
  private func handling(
    answering node: PromiseNode, _ settlement: PromiseEvent.Settlement, _ settled: Moment
  ) -> PromiseID? {
    handlings(of: node.id).last { id in
      guard let other = self[id], let moment = other.settled, moment.sequence < settled.sequence
      else { return false }
      return settlement.outcome == .fulfilled || other.settlement?.outcome == settlement.outcome
    }
  }

  /// Whether a promise was cancelled, and none from which it gets its outcome.
  private func isCancelledItself(_ settlement: PromiseEvent.Settlement) -> Bool {
    settlement.outcome == .cancelled && settlement.origin.map { $0 == settlement.promise } ?? true
  }

  /// Whether code resolved a promise with itself, and no handler threw the error that says so.
  private func isResolvedWithItself(_ node: PromiseNode) -> Bool {
    if node.adopted != nil || node.creation.operation.has(.resolver) { return true }
    return node.job.flatMap { self.job($0) }?.ending == .returnedPromise
  }

  /// Returns the input that settled last while the fan-in waited.
  private func lastInput(of node: PromiseNode) -> PromiseID? {
    var last: (promise: PromiseID, sequence: Int)?
    for input in node.inputs where !input.ignored {
      guard let settled = input.settled, settled.sequence > last?.sequence ?? .min else { continue }
      last = (input.promise, settled.sequence)
    }
    return last?.promise
  }
}
