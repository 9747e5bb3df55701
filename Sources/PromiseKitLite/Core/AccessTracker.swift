import Dispatch
import Synchronization

/// Records what each step of a simulated run accesses and which notes the program posts in it, with
/// or without an observer. An exploration uses this to determine which steps depend on each other.
///
/// The environment of an ordinary program has no tracker; the check costs one branch if the promise
/// has an environment of its own.
package final class AccessTracker: Sendable {
  private let log: Mutex<Log>
  /// The mark of the thread that runs the step: an access by another thread comes from outside. 0 if
  /// accesses do not count.
  private let thread = Atomic<UInt>(0)
  /// The labels whose handlers and settlements are recorded.
  package let watched: Set<String>
  /// Identifies a place that several steps can share.
  package struct Place: Hashable, Sendable {
    package let key: UInt64
    private init(_ tag: UInt64, _ number: UInt64) { key = tag << 32 | number }

    /// A promise that existed when the step began.
    package static func promise(_ number: UInt32) -> Place { Place(0, UInt64(number)) }
    /// The end of a queue's list of jobs.
    package static func line(of label: String) -> Place { Place(1, hash(label)) }
    /// A timer.
    package static func timer(_ timer: TimerID) -> Place { Place(2, UInt64(timer.rawValue)) }
    /// The cancel contexts: their promises, and whether they are canceled.
    package static let contexts = Place(3, 0)
    /// The notes of the program, in order.
    package static let notes = Place(4, 0)
    /// State of the program, by its declared name.
    package static func shared(_ name: String) -> Place { Place(5, hash(name)) }
    /// The waits, in the order in which they began.
    package static let waits = Place(6, 0)
    /// A place that no step accesses.
    package static let nowhere = Place(7, 0)

    private static func hash(_ text: String) -> UInt64 {
      var hash: UInt32 = 2_166_136_261
      for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return UInt64(hash)
    }
  }

  /// The places that one step accessed.
  package struct AccessSet: Hashable, Sendable {
    /// The places, each once or more often.
    package var places: [Place] = []
    /// Whether the step ran code of the program that declares its access.
    package var runsDeclaredCode = false
    /// Whether the step ran code of the program that can access anything.
    package var runsUnknownCode = false
    /// Whether the step changed something on which everything depends.
    package var isUniversal = false

    package init() {}

    /// Removes all accesses, but keeps the memory.
    fileprivate mutating func clear() {
      places.removeAll(keepingCapacity: true)
      (runsDeclaredCode, runsUnknownCode, isUniversal) = (false, false, false)
    }

    /// Returns whether the order of the two steps is irrelevant.
    package func isIndependent(of other: AccessSet) -> Bool {
      if isUniversal || other.isUniversal { return false }
      if runsUnknownCode, other.runsUnknownCode || other.runsDeclaredCode { return false }
      if other.runsUnknownCode, runsDeclaredCode { return false }
      return !places.contains { other.places.contains($0) }
    }
  }

  private struct Log {
    var accessSet = AccessSet()
    /// Whether the recording has ended.
    var isOver = false
    /// The newest promise that existed when the step began. No other step can refer to a newer one.
    var newest: UInt32 = 0
    var notes: [String] = []
    var marks: [String] = []
    var unhandled: [String] = []
    /// A hash of the handlers so far, in order.
    var order = noOrder

    /// The hash of no handlers.
    static let noOrder: UInt64 = 14_695_981_039_346_656_037
  }

  /// The notes, marks, and unhandled errors of a run.
  package struct Record: Sendable {
    package var notes: [String]
    /// The notes and the watched labels, in order of occurrence.
    package var marks: [String]
    package var unhandled: [String]
    /// A hash of the order of the handlers.
    package var order: UInt64
  }

  private let undeclared: DeclaredAccess
  /// The number of accesses from outside, which no schedule contains.
  private let outside: OutsideCount
  /// The labels of queues, shared among runs.
  let labels: QueueLabels

  /// Whether it records the places that steps access; otherwise only notes, marks, and errors.
  private let recordsAccesses: Bool

  /// Creates the tracker of one run. `undeclared` is the access of code that declares nothing.
  package init(
    undeclared: DeclaredAccess, watching watched: Set<String> = [],
    labels: QueueLabels = QueueLabels(),
    outside: OutsideCount = OutsideCount(), recordsAccesses: Bool = true
  ) {
    self.recordsAccesses = recordsAccesses
    self.undeclared = undeclared
    self.outside = outside
    self.labels = labels
    self.watched = watched
    log = Mutex(Log())
  }

  /// Starts the next step, and returns the accesses of the previous one if they are asked for.
  /// `newest` is the number of the newest promise.
  package func nextStep(newest: Int, returnsAccessSet: Bool) -> AccessSet? {
    let thread = ThreadState.current.mark
    return log.withLock { log in
      self.thread.store(log.isOver ? 0 : thread, ordering: .relaxed)
      log.newest = UInt32(truncatingIfNeeded: newest)
      guard returnsAccessSet else {
        log.accessSet.clear()
        return nil
      }
      defer { log.accessSet = AccessSet() }
      return log.accessSet
    }
  }

  /// Forgets the run, so that the tracker can be that of another one.
  package func restart() {
    log.withLock { log in
      log.accessSet.clear()
      thread.store(0, ordering: .relaxed)
      log.isOver = false
      log.newest = 0
      log.notes.removeAll(keepingCapacity: true)
      log.marks.removeAll(keepingCapacity: true)
      log.unhandled.removeAll(keepingCapacity: true)
      log.order = Log.noOrder
    }
  }

  /// The notes, marks, and unhandled errors so far.
  package var record: Record {
    log.withLock {
      Record(notes: $0.notes, marks: $0.marks, unhandled: $0.unhandled, order: $0.order)
    }
  }
}

// MARK: - Code outside the simulation

extension AccessTracker {
  /// Makes the calling thread the one that runs the step.
  package func runsHere() {
    let thread = ThreadState.current.mark
    log.withLock { self.thread.store($0.isOver ? 0 : thread, ordering: .relaxed) }
  }

  /// Ends the recording. The rest of the run can continue, or be freed, on any thread.
  package func looksAway() {
    log.withLock { log in
      thread.store(0, ordering: .relaxed)
      log.isOver = true
    }
  }

  /// Counts an access by a thread that does not run the step.
  private func countIfOutside() {
    let own = thread.load(ordering: .relaxed)
    if own != 0, own != ThreadState.current.mark { outside.add() }
  }

  /// Notes that work starts outside the simulation, which can return at any time.
  func leavesSimulation() { outside.add() }
}

// MARK: - Accesses and notes

extension AccessTracker {
  func touch(promise number: UInt32) {
    countIfOutside()
    guard recordsAccesses else { return }
    log.withLock { log in
      guard number <= log.newest else { return }
      let place = Place.promise(number)
      if log.accessSet.places.last != place { log.accessSet.places.append(place) }
    }
  }

  /// Returns the end of a queue's list of jobs, if it records accesses.
  package func line(of label: String) -> Place {
    recordsAccesses ? .line(of: label) : .nowhere
  }

  package func touch(_ place: Place) {
    guard recordsAccesses else { return }
    log.withLock { $0.accessSet.places.append(place) }
  }

  /// Notes a change on which everything depends.
  func touchEverything() { log.withLock { $0.accessSet.isUniversal = true } }

  /// Notes that code of the program runs, with its declared access, if any.
  package func runsCode(accessing declared: DeclaredAccess?) {
    guard recordsAccesses else { return }
    switch declared ?? undeclared {
    case .anything: log.withLock { $0.accessSet.runsUnknownCode = true }
    case .only(let names):
      log.withLock { log in
        log.accessSet.runsDeclaredCode = true
        for name in names { log.accessSet.places.append(.shared(name)) }
      }
    }
  }

  /// Records a note of the program.
  func say(_ text: String) {
    countIfOutside()
    log.withLock { log in
      log.notes.append(text)
      log.marks.append(text)
      if recordsAccesses { log.accessSet.places.append(.notes) }
    }
  }

  /// Records the start of a handler, or of other work, by the label and the call site of its
  /// promise.
  func begin(_ name: String?, at place: UInt32) {
    var code = UInt64(place)
    if let name { for byte in name.utf8 { code = (code ^ UInt64(byte)) &* 1_099_511_628_211 } }
    log.withLock { $0.order = ($0.order ^ code) &* 1_099_511_628_211 }
  }

  /// Records the start of a handler whose promise has this label, or the settlement of such a
  /// promise.
  func mark(_ name: String?) {
    guard let name, watched.contains(name) else { return }
    log.withLock { log in
      log.marks.append(name)
      if recordsAccesses { log.accessSet.places.append(.notes) }
    }
  }

  /// Records an unhandled error.
  func reportUnhandled(_ error: String) { log.withLock { $0.unhandled.append(error) } }
}

extension Dispatcher {
  /// The declared access of the handlers that it runs; `nil` without a declaration.
  var declaredAccess: DeclaredAccess? {
    type(of: self) == AccessingDispatcher.self ? (self as? AccessingDispatcher)?.touches : nil
  }
}

/// A cache of the shown labels and the kinds of the first few queues. The runs of an exploration use
/// the same queues repeatedly, and reading a queue's label creates a string.
package final class QueueLabels: Sendable {
  private let known = Mutex<[Entry]>([])

  private struct Entry {
    let queue: DispatchQueue
    let label: String
    let kind: PromiseEvent.QueueKind?
  }

  package init() {}

  /// Returns the label under which the queue is shown, and its kind, if that is known.
  func labelAndKind(of queue: DispatchQueue) -> (String, PromiseEvent.QueueKind?) {
    known.withLock { known in
      for place in known.indices where known[place].queue === queue {
        return (known[place].label, known[place].kind)
      }
      let label = queue.label
      let entry = Entry(
        queue: queue, label: QueueName.shown(label), kind: QueueName.kind(of: label))
      // A program that creates its queues, as it does the main queue's object on Linux, has new ones
      // in each run.
      if known.count < 16, !known.contains(where: { $0.label == entry.label }) {
        known.append(entry)
      }
      return (entry.label, entry.kind)
    }
  }
}

/// The number of interactions with code outside the runs of an exploration. No schedule contains
/// them, even if they occur after the end of a run.
package final class OutsideCount: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// Whether there was such an interaction.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }
  package func add() { count.add(1, ordering: .relaxed) }
}

/// Applies the overrides of a simulated run: the length of a timer, the outcome of a promise.
///
/// The environment of an ordinary program has no overrider; the check costs one branch if there is
/// an observer. An override is reported as ``PromiseEvent/Kind/intervened(promise:what:)``.
package protocol Overrider: AnyObject, Sendable {
  /// Receives the creation of a promise.
  func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation)
  /// Returns when a timer of `promise` fires that would otherwise fire at `due`.
  func due(_ due: Int64, of promise: PromiseCore) -> Int64
  /// Returns the settlement of `promise` when its body, resolver, or handler settles it with
  /// `settled`.
  func outcome(_ settled: Settled, of promise: PromiseCore) -> Settled
}

extension PromiseCore {
  /// Returns the settlement after overrides. Called only for a pending promise.
  func overridden(_ settled: Settled, by settler: CoreState.Source) -> Settled {
    let settled = converted(settled, by: settler)
    guard let overrider = ownEnvironment?.overrider, settler == .itself, observed != nil, isOpen
    else { return settled }
    return overrider.outcome(settled, of: self)
  }

  /// Whether its resolver can settle the promise: it is pending, and not locked in to another
  /// promise.
  package var isOpen: Bool { locked { $0.isOpen } }

  /// Whether the promise can be rejected, that is, is not a guarantee.
  package var canFail: Bool { !isGuarantee }
}
