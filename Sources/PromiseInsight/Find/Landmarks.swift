package import PromiseEvents
import PromiseGraph

/// The events of a stream that keys go to: where errors arise, where fan-ins are decided, and where jobs start
/// that had to wait.
package struct Landmarks: Sendable {
  /// What an event is a landmark of.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// A promise was rejected with an error that arose there, or an error stayed unhandled. A cancellation is
    /// none.
    case error
    /// A fan-in settled.
    case decision
    /// A job started some time after it was enqueued.
    case wait
  }

  /// The numbers of the events of each kind, in ascending order.
  private var errors: [Int] = []
  private var decisions: [Int] = []
  private var waits: [Int] = []
  /// The fan-ins that are pending.
  private var fanIns: Set<PromiseID> = []
  /// When each job that waits was enqueued.
  private var enqueued: [JobID: Int64] = [:]
  /// The shortest wait that counts, in nanoseconds.
  private let leastWait: Int64
  /// The most pending fan-ins, and the most waiting jobs, that are remembered.
  private static var most: Int { 1 << 17 }

  /// Creates the landmarks of a stream without events. With real time, every job waits for a moment.
  package init(hasVirtualTime: Bool) { leastWait = hasVirtualTime ? 1 : 1_000_000 }

  /// Adds events. Amortized O(1) for each
  package mutating func append(_ events: some Sequence<PromiseEvent>) {
    for event in events { append(event) }
  }

  private mutating func append(_ event: PromiseEvent) {
    let number = event.sequence
    switch event.kind {
    case .created(let creation):
      if creation.operation.isFanIn, fanIns.count < Self.most { fanIns.insert(creation.promise) }
    case .settled(let settlement):
      if fanIns.remove(settlement.promise) != nil { Self.insert(number, into: &decisions) }
      let arisesHere = settlement.origin == nil || settlement.origin == settlement.promise
      if settlement.outcome == .rejected, arisesHere { Self.insert(number, into: &errors) }
    case .errorUnhandled: Self.insert(number, into: &errors)
    case .jobEnqueued(let job, _, _, _):
      if enqueued.count < Self.most { enqueued[job] = event.time }
    case .jobStarted(let job, _, _):
      guard let since = enqueued.removeValue(forKey: job) else { return }
      if event.time.saturatingMinus(since) >= leastWait { Self.insert(number, into: &waits) }
    case .jobEnded(let job, _, _, _): enqueued[job] = nil
    case .deallocated(let promise, _, _): fanIns.remove(promise)
    default: break
    }
  }

  /// Inserts a number; events of several threads arrive slightly out of order.
  private static func insert(_ number: Int, into numbers: inout [Int]) {
    guard let last = numbers.last, last > number else { return numbers.append(number) }
    numbers.insert(number, at: numbers.partitionPoint { $0 < number })
  }

  /// Forgets the events up to a number. O(events of these kinds)
  package mutating func evict(to base: Int) {
    errors.removeFirst(errors.partitionPoint { $0 <= base })
    decisions.removeFirst(decisions.partitionPoint { $0 <= base })
    waits.removeFirst(waits.partitionPoint { $0 <= base })
  }

  /// The numbers of the events of a kind, in ascending order.
  package func events(_ kind: Kind) -> [Int] {
    switch kind {
    case .error: errors
    case .decision: decisions
    case .wait: waits
    }
  }
}
