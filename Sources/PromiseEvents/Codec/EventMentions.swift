/// What an event mentions, found among its fields: the promises, starting with its subject, and its
/// queue, job, and timer. Not the options of a choice, which are about what may happen.
package struct EventMentions {
  /// The promise that the event is about.
  package private(set) var subject: PromiseID?
  private var second: PromiseID?
  /// The promises after the first two.
  private var rest: [PromiseID] = []
  package private(set) var queue: QueueID?
  package private(set) var job: JobID?
  package private(set) var timer: TimerID?

  fileprivate init() {}

  /// Calls `body` with every promise, starting with the subject.
  package func forEachPromise(_ body: (PromiseID) -> Void) {
    if let subject { body(subject) }
    if let second { body(second) }
    rest.forEach(body)
  }

  fileprivate func contains(_ promise: PromiseID) -> Bool {
    subject == promise || second == promise || rest.contains(promise)
  }
}

extension EventMentions: EventSink {
  @inline(__always)
  mutating func put<ID: EventIdentity>(_ id: ID, as key: EventKey) {
    if ID.self == PromiseID.self {
      put(PromiseID(id.rawValue))
    } else if ID.self == QueueID.self {
      queue = QueueID(id.rawValue)
    } else if ID.self == JobID.self {
      job = JobID(id.rawValue)
    } else if ID.self == TimerID.self {
      timer = TimerID(id.rawValue)
    }
  }

  @inline(__always)
  private mutating func put(_ promise: PromiseID) {
    if subject == nil {
      subject = promise
    } else if second == nil, rest.isEmpty {
      second = promise
    } else {
      rest.append(promise)
    }
  }

  @inline(__always)
  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    if promises.isEmpty { return }
    rest = rest.isEmpty ? Array(promises) : rest + promises
  }

  // The promise in which an error arose is far from an event that passes the error on.
  mutating func put(origin: PromiseID?, as key: EventKey) {}

  mutating func put(_ value: Int, as key: EventKey) {}
  mutating func put(_ flag: Bool, as key: EventKey) {}
  mutating func put(_ word: some EventWord, as key: EventKey) {}
  mutating func put(_ text: String, as key: EventKey) {}
  mutating func put(_ texts: [String], as key: EventKey) {}
  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {}
  mutating func put(_ site: SourceSite?) {}
}

extension PromiseEvent.Kind {
  /// What the event mentions.
  package var mentioned: EventMentions {
    var mentions = EventMentions()
    if case .errorUnhandled(let promise, let origin, _) = self, promise == origin {
      // Where the error arose is mentioned only if it is elsewhere.
      mentions.put(promise, as: "p")
    } else {
      encode(into: &mentions)
    }
    return mentions
  }

  /// The promises that the event mentions, starting with its subject.
  package var promises: [PromiseID] {
    var promises: [PromiseID] = []
    forEachPromise { promises.append($0) }
    return promises
  }

  /// Returns whether the event mentions `promise`.
  package func mentions(_ promise: PromiseID) -> Bool {
    mentioned.contains(promise)
  }

  /// Calls `body` with every promise that the event mentions, starting with its subject.
  package func forEachPromise(_ body: (PromiseID) -> Void) {
    mentioned.forEachPromise(body)
  }

  /// A Boolean value that indicates whether the event settles a promise.
  package var isSettlement: Bool {
    if case .settled = self { true } else { false }
  }
}
