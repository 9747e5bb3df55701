/// The events that wait to be printed, in order: a pure state machine that returns the next thing
/// to do.
struct PrintQueue {
  private let limit: Int
  /// The waiting events, sorted by number with the first event last, so that removing it is cheap.
  private var waiting: [PromiseEvent] = []
  /// The next number if nothing is missing.
  private var expected = 1
  /// Missing events up to this number are no longer waited for.
  private var overdue = 0
  /// A thread is printing.
  private var isPrinting = false
  /// A later call is scheduled that gives up waiting.
  private var isWaiting = false
  private var queues: [QueueID: String] = [:]
  /// The number of events that were left out, and the number of those that a printed line has
  /// reported.
  private(set) var dropped = 0
  private var droppedReported = 0

  init(limit: Int) { self.limit = max(8, limit) }

  /// What the caller must do.
  enum Task {
    case nothing
    /// Print this line, then ask for the next task.
    case print(String)
    /// Stop waiting for missing events up to this number after a short delay.
    case wait(upTo: Int)
  }

  /// Adds an event.
  mutating func add(_ event: PromiseEvent) -> Task {
    if waiting.count >= event.kind.weight.share(of: limit) {
      dropped += 1
    } else {
      let place = waiting.lastIndex { $0.sequence > event.sequence }.map { $0 + 1 } ?? 0
      waiting.insert(event, at: place)
    }
    return begin()
  }

  /// Stops waiting for missing events up to `number`.
  mutating func giveUpWaiting(upTo number: Int) -> Task {
    isWaiting = false
    overdue = max(overdue, number)
    return begin()
  }

  /// Stops waiting for missing events that come before a waiting event.
  mutating func giveUpWaiting() -> Task {
    overdue = max(overdue, waiting.first?.sequence ?? 0)
    return begin()
  }

  /// Returns the next task of the thread that has printed a line.
  mutating func next() -> Task {
    if dropped > droppedReported {
      defer { droppedReported = dropped }
      return .print("\(dropped - droppedReported) events not printed: the output is too slow")
    }
    if isDue, let event = waiting.popLast() { return .print(line(event)) }
    isPrinting = false
    guard let last = waiting.first, !isWaiting else { return .nothing }
    isWaiting = true
    return .wait(upTo: last.sequence)
  }

  private mutating func begin() -> Task {
    if isPrinting { return .nothing }
    isPrinting = true
    return next()
  }

  private mutating func line(_ event: PromiseEvent) -> String {
    expected = max(expected, event.sequence.addingReportingOverflow(1).partialValue)
    if case .queueDeclared(let queue, let label, _, _) = event.kind, queues.count < 1000 {
      queues[queue] = label
    }
    return event.line { queues[$0] ?? $0.description }
  }

  /// The first event can be printed: no event is missing before it, or the wait for the missing
  /// ones is over.
  private var isDue: Bool {
    guard let event = waiting.last else { return false }
    if event.sequence <= max(expected, overdue) || waiting.count > Self.window { return true }
    if case .dropped(let count) = event.kind { return event.sequence - expected <= count }
    return false
  }

  /// The maximum number of events that are held back.
  private static var window: Int { 64 }
}
