import Synchronization

/// Records what each step of a simulated run accesses and which notes the program posts in it, with
/// or without an observer. An exploration uses this to determine which steps depend on each other.
///
/// The environment of an ordinary program has no tracker.
package final class AccessTracker: Sendable {
  private let log: Mutex<Log>
  /// The mark of the thread that runs the step: an access by another thread comes from outside. 0 if
  /// accesses do not count.
  private let thread = Atomic<UInt>(0)
  /// The labels whose handlers and settlements are recorded.
  package let watched: Set<String>

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
  package func stopRecording() {
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

/// The number of interactions with code outside the runs of an exploration. No schedule contains
/// them, even if they occur after the end of a run.
package final class OutsideCount: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// Whether there was such an interaction.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }
  package func add() { count.add(1, ordering: .relaxed) }
}
