import PromiseEvents

/// Where the outcome of one promise comes from.
struct Origin {
  /// The sources.
  enum Source {
    /// It settled as another promise did: the one that it adopted, or one whose outcome skipped it.
    case adopted(PromiseID), passed(PromiseID, PromiseEvent.SkipReason)
    /// One of its inputs decided it.
    case input(PromiseID)
    /// All its inputs decided it; the last of them to settle.
    case inputs(last: PromiseID?)
    /// Its handler or body returned it, threw it, or passed on what it received.
    case returned(JobNode, given: PromiseID?), threw(JobNode, given: PromiseID?)
    case passedOn(PromiseID)
    /// It was resolved: in its body, or later.
    case body, resolver(Moment)
    /// It was created with its outcome.
    case made
    case timer(TimerNode)
    case cancelled(Moment)
    /// The events that would show it are missing.
    case unknown
  }

  var promise: PromiseID
  var source: Source

  /// The promise that the outcome came from.
  var next: PromiseID? {
    switch source {
    case .adopted(let next), .passed(let next, _), .input(let next), .passedOn(let next): next
    case .inputs, .threw, .body, .resolver, .made, .timer, .cancelled, .unknown: nil
    case .returned(_, let given): given
    }
  }
}

extension Graph {
  /// Returns where the outcome of a settled promise comes from; `nil` if it is not settled. O(its inputs)
  func origin(of node: PromiseNode) -> Origin? {
    guard let settlement = node.settlement, let settled = node.settled else { return nil }
    return Origin(promise: node.id, source: source(node, settlement, settled))
  }

  private func source(
    _ node: PromiseNode, _ settlement: PromiseEvent.Settlement, _ settled: Moment
  ) -> Origin.Source {
    let operation = node.creation.operation
    if let from = settlement.from {
      if from == node.adopted { return .adopted(from) }
      if operation.isFanIn { return .input(from) }
      if let reason = node.skipped { return .passed(from, reason) }
      return .passedOn(from)
    }
    if let inner = node.adopted { return .adopted(inner) }
    let timer = node.timer.flatMap { self.timer($0) }
    if let timer, let fired = timer.fired, fired.sequence < settled.sequence {
      return .timer(timer)
    }
    let parent = node.parent ?? node.creation.parents.first
    if let reason = node.skipped {
      guard reason != .chainCancelled, reason != .ownerGone, let parent else {
        return .cancelled(settled)
      }
      return .passed(parent, reason)
    }
    if operation.isFanIn {
      return settlement.outcome == .fulfilled || operation != .all
        ? .inputs(last: lastInput(of: node)) : .cancelled(settled)
    }
    if let job = node.job.flatMap({ self.job($0) }),
      job.ended.map({ $0.sequence < settled.sequence }) ?? false
    {
      switch job.ending {
      case .threw: return .threw(job, given: parent)
      case .skipped: return .cancelled(settled)
      default:
        if operation == .thenResolving { return .resolver(settled) }
        if let parent, operation.passesOn { return .passedOn(parent) }
        return .returned(job, given: parent)
      }
    }
    if settlement.outcome == .cancelled, settlement.origin.map({ $0 == node.id }) ?? true {
      return .cancelled(settled)
    }
    switch operation {
    case .value, .error: return .made
    case .body where node.bodyStarted != nil:
      return node.bodyEnded.map { $0.sequence < settled.sequence } ?? false
        ? .resolver(settled) : .body
    case .body, .pending, .async, .thenResolving: return .resolver(settled)
    default: return parent.map { .passedOn($0) } ?? .unknown
    }
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

extension PromiseEvent.Operation {
  /// Whether its promise gets the value that its handler received.
  fileprivate var passesOn: Bool {
    switch self {
    case .get, .tap, .ensure, .ensureThen, .delay, .timeout, .validate: true
    case .cancelled, .until, .detached: true
    default: false
    }
  }
}
