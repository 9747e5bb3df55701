package import PromiseEvents
import PromiseGraph

/// Turns the events of a run into spans, one for each promise, while the events arrive.
///
/// A span is handed over when its promise is freed, or one second after it settled, so that what
/// happens to it in between is part of the span. What is kept in memory is bounded: the promises that
/// are pending, and the identities of those from which others may still follow.
package struct SpanAssembler {
  /// The spans that are complete and were not taken yet.
  package private(set) var finished: [ExportedSpan] = []
  /// How many promises were handed over while pending, because too many were.
  package private(set) var cutCount = 0
  /// The processes, in the events of several.
  package private(set) var processes: [PromiseEvent.ProcessID: (name: String, pid: Int?)] = [:]

  let derived: DerivedIdentities
  private let epoch: Int64
  /// The spans that were not handed over, and the numbers of their promises in order of creation.
  var open: [PromiseID: OpenSpan] = [:]
  private var order = FirstInFirstOut()
  /// The promises that are settled but not handed over, in order of settlement.
  private var settled = FirstInFirstOut()
  /// The promises that had a span.
  private var known = IdentitySet()
  /// What the spans of promises that are alive are called.
  var identities: [PromiseID: Identity] = [:]
  /// The spans of distributed traces that are the span of a promise.
  var taken: Set<SpanIdentity> = []
  /// What runs on each thread, the innermost last.
  var running: [ThreadID: [Work]] = [:]
  private var queues: [QueueID: String] = [:]
  private var threads: [ThreadID: PromiseEvent.ProcessID] = [:]
  /// The number and the time of the newest event, and how many events were lost so far.
  private var last: Int
  private var now: Int64 = 0
  private var lost = 0

  /// What a promise is called, and whether another span says so.
  struct Identity {
    var span: SpanIdentity
    /// Whether the trace is that of a W3C context.
    var isLinked = false
    /// How many promises are before it in its trace.
    var depth = 0
    /// Whether another span has mentioned it, so that it cannot change.
    var isUsed = false
  }

  /// A job or a body that runs.
  struct Work {
    var job: JobID?
    var promise: PromiseID?
  }

  /// Creates the spans of a trace whose time 0 was `epoch` nanoseconds after 1970.
  package init(_ header: TraceHeader, epoch: Int64) {
    self.epoch = epoch
    derived = DerivedIdentities(header, epoch: epoch)
    last = header.since ?? 0
  }

  /// Removes the spans that are complete, and returns them.
  package mutating func takeFinished() -> [ExportedSpan] {
    defer { finished = [] }
    return finished
  }

  /// Hands over every span whose promise is settled, because nothing has happened for a while.
  package mutating func handOverSettled() {
    while let promise = settled.popFirst() { handOver(promise) }
  }

  /// Hands over all spans, because no event follows.
  package mutating func finish() {
    handOverSettled()
    while let promise = order.popFirst() {
      guard open[promise] != nil else { continue }
      end(promise, .pending, at: now)
      handOver(promise)
    }
  }

  // MARK: - Events

  /// Applies the next event.
  package mutating func add(_ event: PromiseEvent) {
    noteLost(before: event)
    now = max(now, event.time)
    while let first = settled.first, isOverdue(first) {
      _ = settled.popFirst()
      handOver(first)
    }
    switch event.kind {
    case .created(let creation): begin(creation, event)
    case .settled(let settlement): settle(settlement, at: event.time)
    case .deallocated(let promise, let state, _): free(promise, state, at: event.time)
    case .spanLinked(let promise, let context, let role): link(promise, context, role)
    case .queueDeclared(let queue, let label, _, _): queues[queue] = brief(label, 200)
    case .processDeclared(let process, let name, let pid, _): processes[process] = (name, pid)
    case .threadAssigned(let thread, let process): threads[thread] = process
    default: work(event)
    }
  }

  private mutating func noteLost(before event: PromiseEvent) {
    var missing = max(0, event.sequence.saturatingMinus(last).saturatingMinus(1))
    if case .dropped(let count) = event.kind { missing = max(missing, count) }
    lost = lost.saturatingPlus(missing)
    last = max(last, event.sequence)
  }

  private func isOverdue(_ promise: PromiseID) -> Bool {
    guard let end = open[promise]?.end else { return true }
    return settled.count > Self.mostSettled || now.saturatingMinus(end.time) > Self.patience
  }

  /// How long a settled promise is kept, in nanoseconds, and how many of them are.
  private static var patience: Int64 { 1_000_000_000 }
  private static var mostSettled: Int { 1024 }
  /// How many promises may be pending, and how many identities are kept.
  private static var mostOpen: Int { 65_536 }
  private static var mostIdentities: Int { 262_144 }

  private mutating func begin(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) {
    let promise = creation.promise
    guard !known.contains(promise.rawValue) else { return }
    known.insert(promise.rawValue)
    let maker = event.thread.flatMap { running[$0]?.last?.promise }
    let placement = placement(of: creation, madeBy: maker)
    open[promise] = OpenSpan(
      creation, at: event.time, identity: placement.identity.span, parent: placement.parent,
      process: event.thread.flatMap { threads[$0] }, lostBefore: lost)
    identities[promise] = placement.identity
    for link in placement.links {
      open[promise]?.link(to: link.span, link.why, promise: link.promise)
    }
    order.append(promise)
    if open.count > Self.mostOpen { cutOldest() }
    if identities.count > Self.mostIdentities {
      identities = identities.filter { open[$0.key] != nil }
    }
  }

  /// Hands over the oldest pending promise.
  private mutating func cutOldest() {
    while let oldest = order.popFirst() {
      guard let span = open[oldest], span.end == nil else { continue }
      cutCount += 1
      end(oldest, .pending, at: now)
      return handOver(oldest)
    }
  }

  private mutating func settle(_ settlement: PromiseEvent.Settlement, at time: Int64) {
    let promise = settlement.promise
    guard let span = open[promise], span.end == nil else { return }
    let isOrigin = settlement.origin.map { $0 == promise } ?? true
    if settlement.outcome == .rejected, isOrigin, !settlement.description.isEmpty {
      open[promise]?.add(
        "exception", at: time,
        [.init("exception.message", .text(brief(settlement.description, 1000)))])
    }
    end(promise, .settled(settlement), at: time)
    settled.append(promise)
  }

  private mutating func free(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, at time: Int64
  ) {
    if open[promise]?.end == nil {
      switch state {
      case .settled: end(promise, .unknown, at: time)
      case .pending: end(promise, .freed, at: time)
      case .forwarded(let outer): end(promise, .forwarded(to: outer), at: time)
      }
    }
    handOver(promise)
    identities[promise] = nil
  }

  private mutating func end(_ promise: PromiseID, _ ending: OpenSpan.Ending, at time: Int64) {
    open[promise]?.end = (time, ending)
  }

  private mutating func handOver(_ promise: PromiseID) {
    guard let span = open.removeValue(forKey: promise) else { return }
    finished.append(span.exported(epoch: epoch, lost: lost))
  }

  /// Returns the label of a queue.
  func label(_ queue: QueueID) -> String { queues[queue] ?? "\(queue)" }
}

/// Promises in order of arrival.
private struct FirstInFirstOut {
  private var promises: [PromiseID] = []
  private var start = 0

  var first: PromiseID? { start < promises.count ? promises[start] : nil }
  var count: Int { promises.count - start }

  mutating func append(_ promise: PromiseID) { promises.append(promise) }

  mutating func popFirst() -> PromiseID? {
    guard let first else { return nil }
    start += 1
    if start > 1024, start * 2 > promises.count {
      promises.removeFirst(start)
      start = 0
    }
    return first
  }
}
