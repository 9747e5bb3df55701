package import PromiseKitLite

/// Reads a whole stream of events and reports where it contradicts the rules of promises or itself.
package struct Consistency {
  package private(set) var violations: [String] = []
  private var promises: [PromiseID: Known] = [:]
  private var jobs: [JobID: JobStage] = [:]
  private var runningOn: [QueueID: JobID] = [:]
  private var serial: Set<QueueID> = []
  private var inputs: Set<Input> = []
  private var unhandled: Set<PromiseID> = []
  private var handledOrigins: Set<PromiseID> = []
  private let onOneThread: Bool
  private var position = 0
  private var current = ""
  /// The number of handler jobs that were started.
  private(set) var jobsStarted = 0

  private struct Known {
    var creation: PromiseEvent.Creation
    var settlement: PromiseEvent.Settlement?
    var inner: PromiseID?
    /// The children of its handlers in the order of attachment, and how many have been processed.
    var handlers: [PromiseID] = []
    var handed = 0
    var isFreed = false
    /// Its parent, and the fate of its handler.
    var attachedTo: PromiseID?
    var job: JobID?
    var isSkipped = false
  }

  private enum JobStage { case enqueued, running, ended }

  private struct Input: Hashable {
    var fanIn: PromiseID
    var index: Int
  }

  /// Reads `events`, which are the whole stream of a program that has ended.
  ///
  /// On one thread, an error is not reported as unhandled once it is handled; with two threads, one
  /// may handle it at the very moment when the other reports it.
  package init(_ events: [PromiseEvent], onOneThread: Bool) {
    self.onOneThread = onOneThread
    for (index, event) in events.enumerated() {
      position = event.sequence
      check(event.sequence == index + 1, "the number should be \(index + 1)")
      current = "\(event.kind)"
      read(event.kind)
    }
    position = events.count + 1
    readEnd()
  }

  private mutating func check(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds { violations.append("#\(position): \(claim()) [\(current)]") }
  }
}

// MARK: - One event

extension Consistency {
  private mutating func read(_ kind: PromiseEvent.Kind) {
    switch kind {
    case .created(let creation):
      check(promises[creation.promise] == nil, "\(creation.promise) is created twice")
      for parent in creation.parents { mention(parent) }
      promises[creation.promise] = Known(creation: creation)
    case .handlerAttached(let parent, let child, let ordinal, _):
      attach(child, to: parent, ordinal)
    case .jobEnqueued(let job, let child, _, _): enqueue(job, child)
    case .jobStarted(let job, let child, let queue):
      check(jobs[job] == .enqueued, "\(job) starts that was not enqueued")
      jobs[job] = .running
      if child.flatMap({ promises[$0]?.attachedTo }) != nil { jobsStarted += 1 }
      guard serial.contains(queue) else { break }
      check(runningOn[queue] == nil, "\(job) overlaps with another job of \(queue)")
      runningOn[queue] = job
    case .jobEnded(let job, let child, let queue, _):
      check(jobs[job] == .running, "\(job) ends that does not run")
      jobs[job] = .ended
      if let child {
        mention(child)
        check(
          !isSettled(child) || mayEndEarly(child, promises[child]?.settlement?.outcome),
          "\(job) is late")
      }
      if serial.contains(queue) { runningOn[queue] = nil }
    case .handlerSkipped(let parent, let child, let reason): skip(child, of: parent, reason)
    case .adopted(let outer, let inner):
      mention(inner)
      mention(outer)
      check(!isSettled(outer), "\(outer) adopts though it is settled")
      check(promises[outer]?.inner == nil, "\(outer) adopts twice")
      promises[outer]?.inner = inner
    case .settled(let settlement): settle(settlement)
    case .resolutionIgnored(let promise, _, _):
      mention(promise)
      check(
        isSettled(promise) || promises[promise]?.inner != nil, "\(promise) ignores a resolution")
    case .inputSettled(let fanIn, let index, let input, let outcome):
      check(!isSettled(fanIn), "\(fanIn) is settled and still counts inputs")
      receive(Input(fanIn: fanIn, index: index), input, outcome)
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      check(
        isSettled(fanIn) || inputs.contains { $0.fanIn == fanIn } || !onOneThread,
        "\(fanIn) ignores before it counts")
      receive(Input(fanIn: fanIn, index: index), input, outcome)
    case .errorHandled(let promise, let child):
      mention(promise)
      mention(child)
      if let origin = promises[promise]?.settlement?.origin { handledOrigins.insert(origin) }
      check(promises[promise]?.settlement?.origin != nil, "\(promise) has no error to handle")
    case .errorUnhandled(_, let origin, _):
      check(unhandled.insert(origin).inserted, "the error of \(origin) is told twice")
      check(!onOneThread || !handledOrigins.contains(origin), "the error of \(origin) is handled")
    case .deallocated(let promise, let state, let waiting):
      // They may be freed in the same turn, and be posted first.
      for other in waiting { check(promises[other] != nil, "\(other) is not known") }
      free(promise, state)
    case .queueDeclared(let queue, _, .serial, _): serial.insert(queue)
    default: break
    }
  }

  private func isSettled(_ promise: PromiseID) -> Bool { promises[promise]?.settlement != nil }

  /// It may be settled by something other than its job: a resolver, a timer, a cancellation.
  private func mayEndEarly(_ promise: PromiseID, _ outcome: PromiseEvent.Outcome?) -> Bool {
    switch promises[promise]?.creation.operation {
    case .body, .thenResolving, .timeout, .delay: true
    default: outcome == .cancelled
    }
  }

  private mutating func mention(_ promise: PromiseID) {
    check(promises[promise] != nil, "\(promise) is not known")
    check(promises[promise]?.isFreed != true, "\(promise) is freed")
  }

  private mutating func attach(_ child: PromiseID, to parent: PromiseID, _ ordinal: Int) {
    mention(parent)
    mention(child)
    promises[parent]?.handlers.append(child)
    check(promises[parent]?.handlers.count == ordinal, "\(child) is not number \(ordinal)")
    check(promises[child]?.attachedTo == nil, "\(child) is attached twice")
    check(promises[child]?.creation.parents == [parent], "\(child) has another parent")
    promises[child]?.attachedTo = parent
  }

  private mutating func enqueue(_ job: JobID, _ child: PromiseID?) {
    check(jobs[job] == nil, "\(job) is enqueued twice")
    jobs[job] = .enqueued
    guard let child else { return }
    mention(child)
    check(promises[child]?.job == nil, "the handler of \(child) is enqueued twice")
    promises[child]?.job = job
    if let parent = promises[child]?.attachedTo { hand(child, of: parent) }
  }

  private mutating func skip(
    _ child: PromiseID, of parent: PromiseID, _ reason: PromiseEvent.SkipReason
  ) {
    mention(child)
    check(promises[child]?.attachedTo == parent, "\(child) does not hang on \(parent)")
    promises[child]?.isSkipped = true
    hand(child, of: parent)
    let expected: PromiseEvent.Outcome? =
      switch reason {
      case .valuePassesErrorHandler: .fulfilled
      case .cancellationPassesByPolicy: .cancelled
      case .errorPassesValueHandler, .errorNotNamed, .ownerGone, .chainCancelled: nil
      }
    let outcome = promises[parent]?.settlement?.outcome
    let mayBeAny = reason == .ownerGone || reason == .chainCancelled
    check(
      mayBeAny || expected.map { $0 == outcome } ?? (outcome != .fulfilled),
      "\(child) is skipped wrongly")
  }

  /// The handlers of a promise are processed in the order of attachment. (rule 3)
  private mutating func hand(_ child: PromiseID, of parent: PromiseID) {
    mention(parent)
    check(isSettled(parent), "\(parent) is not settled and hands out")
    guard let known = promises[parent] else { return }
    let isNext = known.handed < known.handlers.count && known.handlers[known.handed] == child
    check(isNext, "\(child) overtakes on \(parent)")
    promises[parent]?.handed += 1
  }

  private mutating func settle(_ settlement: PromiseEvent.Settlement) {
    let promise = settlement.promise
    mention(promise)
    check(!isSettled(promise), "\(promise) settles twice")
    if let from = settlement.from {
      mention(from)
      check(promises[from]?.settlement?.outcome == settlement.outcome, "\(promise) differs")
    }
    if let known = promises[promise], known.attachedTo != nil, !known.isSkipped,
      !mayEndEarly(promise, settlement.outcome)
    {
      check(known.job.flatMap { jobs[$0] } == .ended, "\(promise) settles without its handler")
    }
    check((settlement.origin == nil) == (settlement.outcome == .fulfilled), "the origin is wrong")
    promises[promise]?.settlement = settlement
  }

  private mutating func receive(
    _ input: Input, _ source: PromiseID, _ outcome: PromiseEvent.Outcome
  ) {
    mention(input.fanIn)
    mention(source)
    check(inputs.insert(input).inserted, "\(input) comes twice")
    check(promises[source]?.settlement?.outcome == outcome, "\(source) is not \(outcome)")
    let parents = promises[input.fanIn]?.creation.parents ?? []
    check(
      parents.indices.contains(input.index) && parents[input.index] == source,
      "\(input) is not \(source)")
  }

  private mutating func free(_ promise: PromiseID, _ state: PromiseEvent.FinalState) {
    mention(promise)
    promises[promise]?.isFreed = true
    switch state {
    case .settled: check(isSettled(promise), "\(promise) is freed as settled")
    case .pending: check(!isSettled(promise), "\(promise) is freed as pending")
    case .forwarded(let adopter):
      check(promises[adopter] != nil, "\(adopter) is not known")
      check(!isSettled(promise), "\(promise) is forwarded and settled")
      check(promises[promise]?.inner != nil, "\(promise) is forwarded and has adopted nothing")
    }
  }
}

// MARK: - The whole

extension Consistency {
  private mutating func readEnd() {
    for (job, stage) in jobs { check(stage == .ended, "\(job) is \(stage) at the end") }
    for (promise, known) in promises {
      check(known.isFreed || known.creation.late, "\(promise) is not freed")
      guard known.settlement != nil, !known.creation.late else { continue }
      check(known.handed == known.handlers.count, "\(promise) has left handlers out")
    }
  }
}
