package import PromiseKitLite
package import PromiseSimulation

/// What came out of a run: who won, what became of each promise, in which order handlers ran, and what was
/// said. Two runs that differ in nothing but times have the same facts.
package struct RunFacts: Hashable, Sendable {
  /// What became of each promise; nothing where it stayed pending.
  package private(set) var outcomes: [PromiseKey: PromiseEvent.Outcome?] = [:]
  /// From which input each race, any and failed all has its outcome.
  package private(set) var winners: [PromiseKey: PromiseKey] = [:]
  /// The promises whose handlers and bodies ran as jobs, in the order in which these began.
  package private(set) var order: [PromiseKey] = []
  /// What was said, in order.
  package private(set) var notes: [String] = []

  /// The facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) { self = TimedFacts(events).facts }

  fileprivate init() {}

  fileprivate mutating func fold(
    _ event: PromiseEvent, _ keys: [PromiseID: PromiseKey], _ fanIns: Set<PromiseKey>
  ) {
    switch event.kind {
    case .settled(let settlement):
      guard let key = keys[settlement.promise] else { return }
      outcomes[key] = settlement.outcome
      if fanIns.contains(key), let from = settlement.from { winners[key] = keys[from] }
    case .jobStarted(_, let child?, _): if let key = keys[child] { order.append(key) }
    case .note(let text): notes.append(text)
    default: break
    }
  }

  fileprivate mutating func begin(_ key: PromiseKey) { outcomes[key] = .some(nil) }
}

/// The facts of a run, with the numbers and the times that another run may have otherwise.
package struct TimedFacts: Sendable {
  package private(set) var facts = RunFacts()
  /// The names of the promises, as sentences have them: labels, and numbers where there are none.
  package private(set) var names: [PromiseKey: String] = [:]
  /// When each promise was settled.
  package private(set) var settled: [PromiseKey: Int64] = [:]
  /// The promises in the order in which they were made.
  package private(set) var made: [PromiseKey] = []
  /// When the last thing happened.
  package private(set) var end: Int64 = 0

  /// The facts of a run. O(events)
  package init(_ events: some Sequence<PromiseEvent>) {
    var counter = KeyCounter()
    var keys: [PromiseID: PromiseKey] = [:]
    var fanIns: Set<PromiseKey> = []
    for event in events {
      end = max(end, event.time)
      switch event.kind {
      case .created(let creation):
        let key = counter.key(of: creation)
        keys[creation.promise] = key
        made.append(key)
        names[key] =
          creation.label == nil ? "\(creation.promise) \(creation.operation.rawValue)" : key.name
        facts.begin(key)
        if [.race, .any, .all].contains(creation.operation) { fanIns.insert(key) }
      case .settled(let settlement):
        if let key = keys[settlement.promise] { settled[key] = event.time }
        facts.fold(event, keys, fanIns)
      default: facts.fold(event, keys, fanIns)
      }
    }
  }

  /// What a promise is called.
  package func name(_ key: PromiseKey) -> String { names[key] ?? key.name }
}
