package import PromiseKitLite

/// What a comparison asks of one promise of a run.
package struct ComparedPromise: Sendable {
  package let id: PromiseID
  package let label: String?
  package let operation: PromiseEvent.Operation
  package let site: SourceSite?
  /// The tag of its chain.
  package let tag: String?
  /// When it was made, or seen first.
  package let made: Moment
  /// Which one it is of those that the same line made under the same name, from 1.
  package internal(set) var occurrence = 1
  /// The number of these in ``ComparedRun/kindCounts``.
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
  var from: Int?
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

  init(_ creation: PromiseEvent.Creation, made: Moment) {
    id = creation.promise
    label = creation.label
    operation = creation.operation
    site = creation.site
    tag = creation.tag
    self.made = made
  }

  /// What runs is a handler or a body that was put on a queue.
  var hasHandler: Bool { operation != .body && enqueued != nil }

  /// It as sentences name it: `'fetch'`, `.map at Login.swift:14` where it has no label.
  package var name: String {
    if let label, !label.isEmpty { return "'\(brief(label, 32))'" }
    return operation.spelling + place
  }

  /// Where it was made: ` at Login.swift:14`; nothing where that is not known.
  var place: String { site.map { " at \(brief("\($0.fileName):\($0.line)", 40))" } ?? "" }

  /// Nothing more can happen to it.
  var isOver: Bool { settlement != nil || wasFreedPending || heir != nil }
}
