package import PromiseKitLite

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
    /// Nobody declared the kind.
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
