package import PromiseEvents

/// What a comparison asks of one run: its promises in the order in which they were made, and what ran in
/// which order.
package struct ComparedRun: Sendable {
  /// The promises in the order in which they were made.
  package internal(set) var promises: [ComparedPromise] = []
  /// The handlers and bodies in the order in which they began, and what was printed.
  package internal(set) var steps: [Step] = []
  /// The queues by their identities.
  package internal(set) var queues: [QueueID: Queue] = [:]
  /// When the first event happened, and the last one.
  package internal(set) var start: Int64 = 0
  package internal(set) var end: Int64 = 0
  /// How many promises the same line made under the same name.
  var kindCounts: [Int] = []
  /// How many lines gave each name.
  var labelCounts: [String: Int] = [:]
  /// How many events were lost, or came before the trace begins.
  package internal(set) var missing = 0
  /// The trace breaks off: what was open then may have gone on.
  package internal(set) var isCutShort = false

  /// A handler or body that began, or a text that was printed.
  package struct Step: Sendable {
    /// The place of the promise in ``ComparedRun/promises``: the one whose handler it is, or in whose
    /// handler it was printed.
    package var promise: Int?
    /// What was printed; none for a handler.
    package var note: String?
    package var moment: Moment
  }

  /// What is known of a queue.
  package struct Queue: Hashable, Sendable {
    package var label: String
    package var kind: PromiseEvent.QueueKind
    /// Whether the kind is assumed, because no event declared it.
    package var isAssumed: Bool
  }

  /// Reads a run from its events, in any order. O(n) where they are in order.
  package init(_ events: [PromiseEvent], isCutShort: Bool = false) {
    var reading = ComparedRunReading(promises: events.count { $0.kind.name == .created })
    if zip(events, events.dropFirst()).allSatisfy({ $0.sequence < $1.sequence }) {
      for event in events { reading.take(event) }
    } else {
      for event in events.sorted(by: { $0.sequence < $1.sequence }) { reading.take(event) }
    }
    self = reading.run
    self.isCutShort = isCutShort
  }

  init() {}

  /// No event of it is unknown.
  package var isWhole: Bool { missing == 0 }

  /// How many promises may settle yet when the trace ends, or their handlers return.
  package var openCount: Int {
    promises.count { !$0.isOver || ($0.started != nil && $0.ended == nil) }
  }

  /// The trace may end before the run did: a promise may settle yet, or none was made so far.
  var mayGoOn: Bool { isCutShort || promises.isEmpty || openCount > 0 }

  /// The promise at `place` as sentences name it: `'fetch'`, `'fetch' #3` where there are several,
  /// `'fetch' at Login.swift:14` where several lines give the name.
  package func name(of place: Int) -> String { name(of: place, isBrief: false) }

  /// The same, or with the line alone: `'fetch':14`.
  private func name(of place: Int, isBrief: Bool) -> String {
    let promise = promises[place]
    let isShared = promise.label.map { labelCounts[$0, default: 0] > 1 && !$0.isEmpty } ?? false
    let line = isBrief ? promise.site.map { ":\($0.line)" } ?? "" : promise.place
    return promise.name + (isShared ? line : "")
      + (kindCounts[promise.kind] > 1 ? " #\(promise.occurrence)" : "")
  }

  /// A step in words: `'fetch'`, `"shown 3"`; where there is little room, in few.
  package func name(of step: Step, isBrief: Bool = false) -> String {
    if let note = step.note { return "\"\(brief(note, 48))\"" }
    return step.promise.map { name(of: $0, isBrief: isBrief) } ?? "?"
  }

  /// The label of the queue where the handler of the promise at `place` runs, or its number where the
  /// trace does not tell its label.
  package func queueLabel(of place: Int) -> String? {
    promises[place].queue.map { queues[$0]?.label ?? $0.description }
  }

  /// The nanoseconds from the beginning of the run to `moment`.
  package func time(_ moment: Moment) -> Int64 { moment.time.saturatingMinus(start) }
}

/// What a comparison asks of one promise of a run.
package struct ComparedPromise: Sendable {
  package let id: PromiseID
  /// What names it in every run, with how many the same line made before it under the same name.
  package internal(set) var key: PromiseKey
  /// The tag of its chain.
  package let tag: String?
  /// When it was made, or seen first.
  package let made: Moment
  /// The number, in ``ComparedRun/kindCounts``, of those that the same line made under the same name.
  var kind = 0

  /// The place, in ``ComparedRun/promises``, of the one that its handler hangs on, or whose next attempt
  /// it is.
  package internal(set) var parent: Int?
  /// It hangs on a promise that the trace does not tell of.
  var isOrphan = false
  /// The place of the one in whose handler or body it was made.
  package internal(set) var creator: Int?
  /// The place of the one that it is locked in to.
  package internal(set) var adopted: Int?
  /// The place of the one from which it took its outcome over.
  package internal(set) var from: Int?
  /// The place of the one that took its place over when it was freed.
  var heir: Int?

  /// Where its handler runs.
  package internal(set) var queue: QueueID?
  package internal(set) var enqueued: Moment?
  package internal(set) var started: Moment?
  package internal(set) var ended: Moment?
  package internal(set) var ending: PromiseEvent.JobEnding?
  var timerSet: Moment?
  var timerFired: Moment?
  package internal(set) var skipped: PromiseEvent.SkipReason?
  package internal(set) var settlement: PromiseEvent.Settlement?
  package internal(set) var settled: Moment?
  var wasFreedPending = false
  /// Another promise hangs on it, has it as an input, or adopted it.
  package internal(set) var isInner = false

  init(_ creation: PromiseEvent.Creation, made: Moment) {
    id = creation.promise
    key = PromiseKey(creation)
    tag = creation.tag
    self.made = made
  }

  package var label: String? { key.label }
  package var operation: PromiseEvent.Operation { key.operation }
  package var site: SourceSite? { key.site }
  /// Which one it is of those that the same line made under the same name, from 1.
  package var occurrence: Int { key.occurrence + 1 }

  /// What runs is a handler or a body that was put on a queue.
  var hasHandler: Bool { operation != .body && enqueued != nil }

  /// It as sentences name it: `'fetch'`, `.map at Login.swift:14` where it has no label.
  package var name: String {
    if let label, !label.isEmpty { return "'\(brief(label, 32))'" }
    return operation.spelling + place
  }

  /// Where it was made: ` at Login.swift:14`; nothing where that is not known.
  var place: String { site.map { " at \(brief($0.fileAndLine, 40))" } ?? "" }

  /// Whether nothing more can happen to it.
  var isOver: Bool { settlement != nil || wasFreedPending || heir != nil }
}
