/// The events that wait to be printed, in order: a pure state machine that says what is due.
struct PrintQueue {
  private let limit: Int
  /// Those that wait, by their numbers; the first comes last, so that taking it is cheap.
  private var waiting: [PromiseEvent] = []
  /// The number that comes next if nothing is missing.
  private var expected = 1
  /// Up to this number nobody is waited for.
  private var overdue = 0
  /// A thread is printing.
  private var isPrinting = false
  /// Somebody will come and give up waiting.
  private var isWaiting = false
  private var queues: [QueueID: String] = [:]
  /// How many events were left out, and how many of them a line has told of.
  private(set) var dropped = 0
  private var droppedTold = 0

  init(limit: Int) { self.limit = max(8, limit) }

  /// What the one who asked has to do.
  enum Task {
    case nothing
    /// To print this line, and to ask for the next task then.
    case print(String)
    /// To give up waiting up to this number after a while.
    case wait(upTo: Int)
  }

  /// Takes an event in.
  mutating func add(_ event: PromiseEvent) -> Task {
    if waiting.count >= event.kind.weight.share(of: limit) {
      dropped += 1
    } else {
      let place = waiting.lastIndex { $0.sequence > event.sequence }.map { $0 + 1 } ?? 0
      waiting.insert(event, at: place)
    }
    return begin()
  }

  /// Nobody is waited for any more up to `number`.
  mutating func giveUpWaiting(upTo number: Int) -> Task {
    isWaiting = false
    overdue = max(overdue, number)
    return begin()
  }

  /// Nobody is waited for whose successors are here.
  mutating func giveUpWaiting() -> Task {
    overdue = max(overdue, waiting.first?.sequence ?? 0)
    return begin()
  }

  /// The task of the thread that has printed a line.
  mutating func next() -> Task {
    if dropped > droppedTold {
      defer { droppedTold = dropped }
      return .print("\(dropped - droppedTold) events are not printed: the output is too slow")
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

  /// The first event need not wait: nothing is missing before it, or it was waited for long enough.
  private var isDue: Bool {
    guard let event = waiting.last else { return false }
    if event.sequence <= max(expected, overdue) || waiting.count > Self.window { return true }
    if case .dropped(let count) = event.kind { return event.sequence - expected <= count }
    return false
  }

  /// So many events are held back at most.
  private static var window: Int { 64 }
}
