package import PromiseEvents
package import PromiseGraph

/// A run as a comparison needs it: its promises in the order of creation, and the order of its handlers and
/// printed texts.
package struct ComparedRun: Hashable, Sendable {
  /// The promises, in the order of creation.
  package internal(set) var promises: [ComparedPromise] = []
  /// The handlers and bodies in the order in which they started, and the printed texts.
  package internal(set) var steps: [Step] = []
  /// The queues by their identities.
  package internal(set) var queues: [QueueID: Queue] = [:]
  /// The times of the first and the last event.
  package internal(set) var start: Int64 = 0
  package internal(set) var end: Int64 = 0
  /// How many promises each line created under each name.
  var kindCounts: [Int] = []
  /// How many lines gave each name.
  var labelCounts: [String: Int] = [:]
  /// How many events were lost, or came before the trace begins.
  package internal(set) var missing = 0
  /// Whether the trace is cut short, so that what was pending then may have continued.
  package internal(set) var isCutShort = false

  /// A handler or body that started, or a printed text.
  package struct Step: Hashable, Sendable {
    /// The index of the promise in ``ComparedRun/promises``: the one whose handler it is, or in whose handler
    /// the text was printed.
    package var promise: Int?
    /// The printed text; `nil` for a handler.
    package var note: String?
    package var moment: Moment
  }

  /// A queue.
  package struct Queue: Hashable, Sendable {
    package var label: String
    package var kind: PromiseEvent.QueueKind
    /// Whether the kind is assumed, because no event declared it.
    package var isAssumed: Bool
  }

  /// Reads a run from its events, in any order. O(n) if they are in order.
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

  /// How many handlers and bodies started.
  package var handlerCount: Int { steps.count { $0.note == nil } }

  /// Whether no events are missing.
  package var isWhole: Bool { missing == 0 }

  /// How many promises may still settle, or their handlers return, when the trace ends.
  package var openCount: Int {
    promises.count { !$0.isOver || ($0.started != nil && $0.ended == nil) }
  }

  /// Whether the trace may end before the run did: a promise may still settle, or none was created so far.
  var mayGoOn: Bool { isCutShort || promises.isEmpty || openCount > 0 }

  /// Returns the name of the promise at `place` for sentences: `'fetch'`, `'fetch' #3` if there are several,
  /// `'fetch' at Login.swift:14` if several lines give the name.
  package func name(of place: Int) -> String { name(of: place, isBrief: false) }

  /// Returns the same name, or a brief one with only the line: `'fetch':14`.
  package func name(of place: Int, isBrief: Bool) -> String {
    let promise = promises[place]
    let isShared = promise.label.map { labelCounts[$0, default: 0] > 1 && !$0.isEmpty } ?? false
    let line = isBrief ? promise.site.map { ":\($0.line)" } ?? "" : promise.place
    return promise.name + (isShared ? line : "")
      + (kindCounts[promise.kind] > 1 ? " #\(promise.occurrence)" : "")
  }

  /// Returns a step as text: `'fetch'`, `"shown 3"`; shorter if `isBrief`.
  package func name(of step: Step, isBrief: Bool = false) -> String {
    if let note = step.note { return "\"\(brief(note, 48))\"" }
    return step.promise.map { name(of: $0, isBrief: isBrief) } ?? "?"
  }

  /// Returns the label of the queue where the handler of the promise at `place` runs, or its number if the
  /// trace does not have the label.
  package func queueLabel(of place: Int) -> String? {
    promises[place].queue.map { queues[$0]?.label ?? $0.description }
  }

  /// Returns the nanoseconds from the start of the run to `moment`.
  package func time(_ moment: Moment) -> Int64 { moment.time.saturatingMinus(start) }
}

/// A promise as a comparison needs it.
package struct ComparedPromise: Hashable, Sendable {
  package let id: PromiseID
  /// The key that identifies it in every run, with the number of promises that the same line created before it
  /// under the same name.
  package internal(set) var key: PromiseKey
  /// The tag of its chain.
  package let tag: String?
  /// How the program spells the operation that created it.
  let spelling: String
  /// When it was created, or first seen.
  package let made: Moment
  /// The index in ``ComparedRun/kindCounts`` of the promises that the same line created under the same name.
  var kind = 0

  /// The index in ``ComparedRun/promises`` of its parent, or of the promise whose next attempt it is.
  package internal(set) var parent: Int?
  /// Whether its parent is not in the trace.
  var isOrphan = false
  /// The index of the promise in whose handler or body it was created.
  package internal(set) var creator: Int?
  /// The index of the promise that it is locked in to.
  package internal(set) var adopted: Int?
  /// The index of the promise from which it got its outcome.
  package internal(set) var from: Int?
  /// The index of the promise in whose handler or body its resolver was used.
  var resolvedIn: Int?
  /// The index of the promise that replaced it when it was freed.
  var heir: Int?

  /// The queue on which its handler runs.
  package internal(set) var queue: QueueID?
  package internal(set) var enqueued: Moment?
  package internal(set) var started: Moment?
  package internal(set) var ended: Moment?
  package internal(set) var ending: PromiseEvent.JobEnding?
  /// What its handler declares to access.
  var accesses: [String] = []
  var timerSet: Moment?
  var timerFired: Moment?
  package internal(set) var skipped: PromiseEvent.SkipReason?
  package internal(set) var settlement: PromiseEvent.Settlement?
  package internal(set) var settled: Moment?
  var wasFreedPending = false
  /// Whether another promise has it as a parent or an input, or adopted it.
  package internal(set) var isInner = false

  init(_ creation: PromiseEvent.Creation, made: Moment) {
    id = creation.promise
    key = PromiseKey(creation)
    tag = creation.tag
    spelling = creation.spelling
    self.made = made
  }

  package var label: String? { key.label }
  package var operation: PromiseEvent.Operation { key.operation }
  package var site: SourceSite? { key.site }
  /// Its number among the promises that the same line created under the same name, from 1.
  package var occurrence: Int { key.occurrence + 1 }

  /// Whether it has a handler or a body that was enqueued.
  var hasHandler: Bool { operation != .body && enqueued != nil }

  /// Whether code settles it with a resolver.
  var hasResolver: Bool { operation.isCallback }

  /// The name for sentences: `'fetch'`, or `.map at Login.swift:14` if it has no label.
  package var name: String {
    if let label, !label.isEmpty { return "'\(brief(label, 32))'" }
    return spelling + place
  }

  /// Where it was created, ` at Login.swift:14`; empty if that is not known.
  var place: String { site.map { " at \(brief($0.fileAndLine, 40))" } ?? "" }

  /// Whether nothing more can happen to it.
  var isOver: Bool { settlement != nil || wasFreedPending || heir != nil }
}
