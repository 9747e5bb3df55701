import Dispatch
import Synchronization

/// Who is told, whether or not anybody observes, what each step of a simulated run touches and what the
/// program says in it: what an exploration needs to know which steps have to do with each other.
///
/// An environment of an ordinary program has none, and pays a branch for that where it has one of its own.
package final class AccessTracker: Sendable {
  private let log: Mutex<Log>
  /// The names whose handlers and settlements are told.
  package let watched: Set<String>
  /// Tells one place that steps can share from another.
  package struct Place: Hashable, Sendable {
    package let key: UInt64
    private init(_ tag: UInt64, _ number: UInt64) { key = tag << 32 | number }

    /// A promise that existed when the step began.
    package static func promise(_ number: UInt32) -> Place { Place(0, UInt64(number)) }
    /// The end of a queue's line.
    package static func line(of label: String) -> Place { Place(1, hash(label)) }
    /// A timer.
    package static func timer(_ timer: TimerID) -> Place { Place(2, UInt64(timer.rawValue)) }
    /// What is cancelled, and whether it is.
    package static let contexts = Place(3, 0)
    /// What the program says, in its order.
    package static let notes = Place(4, 0)
    /// State of the program, by the name that it declared.
    package static func shared(_ name: String) -> Place { Place(5, hash(name)) }
    /// Who waits, in the order in which they began.
    package static let waits = Place(6, 0)

    private static func hash(_ text: String) -> UInt64 {
      var hash: UInt32 = 2_166_136_261
      for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      return UInt64(hash)
    }
  }

  /// What one step touched.
  package struct AccessSet: Hashable, Sendable {
    /// The places, each once or more often.
    package var places: [Place] = []
    /// It ran code of the program that declares what it touches.
    package var runsDeclaredCode = false
    /// It ran code of the program that may touch anything.
    package var runsUnknownCode = false
    /// It changed something that everything depends on.
    package var isUniversal = false

    package init() {}

    /// Whether the order of two steps cannot matter.
    package func isIndependent(of other: AccessSet) -> Bool {
      if isUniversal || other.isUniversal { return false }
      if runsUnknownCode, other.runsUnknownCode || other.runsDeclaredCode { return false }
      if other.runsUnknownCode, runsDeclaredCode { return false }
      return !places.contains { other.places.contains($0) }
    }
  }

  private struct Log {
    var accessSet = AccessSet()
    /// The thread that runs the step, by its mark: what another one touches comes from outside. None
    /// where nobody looks.
    var thread: UInt?
    /// Nobody looks any more.
    var isOver = false
    /// The newest promise that existed when the step began: what is younger nobody else can have.
    var newest: UInt32 = 0
    var notes: [String] = []
    var marks: [String] = []
    var unhandled: [String] = []
    /// The handlers so far, folded in their order.
    var order: UInt64 = 14_695_981_039_346_656_037
  }

  /// What a run said.
  package struct Record: Sendable {
    package var notes: [String]
    /// The notes and the watched names, in the order in which they happened.
    package var marks: [String]
    package var unhandled: [String]
    /// Stands for the order of the handlers.
    package var order: UInt64
  }

  private let undeclared: DeclaredAccess
  /// What no schedule contains.
  private let outside: OutsideCount
  /// The labels of queues, as far as another run has asked for them.
  let labels: QueueLabels

  /// A witness of one run; `undeclared` is what code touches that declares nothing.
  package init(
    undeclared: DeclaredAccess, watching watched: Set<String> = [],
    labels: QueueLabels = QueueLabels(),
    outside: OutsideCount = OutsideCount()
  ) {
    self.undeclared = undeclared
    self.outside = outside
    self.labels = labels
    self.watched = watched
    log = Mutex(Log())
  }

  /// What was touched since the last call; the next step begins. `newest` is the number of the newest
  /// promise.
  package func takeAccessSet(newest: Int) -> AccessSet {
    let thread = ThreadState.current.mark
    return log.withLock { log in
      log.thread = log.isOver ? nil : thread
      log.newest = UInt32(truncatingIfNeeded: newest)
      defer { log.accessSet = AccessSet() }
      return log.accessSet
    }
  }

  /// What the run said.
  package var record: Record {
    log.withLock {
      Record(notes: $0.notes, marks: $0.marks, unhandled: $0.unhandled, order: $0.order)
    }
  }
}

// MARK: - What comes from outside

extension AccessTracker {
  /// The thread that calls runs the step from now on.
  package func runsHere() {
    let thread = ThreadState.current.mark
    log.withLock { $0.thread = $0.isOver ? nil : thread }
  }

  /// The run is over, and what is left of it may go on, or be freed, on any thread.
  package func looksAway() {
    log.withLock { log in
      log.thread = nil
      log.isOver = true
    }
  }

  /// Something begins that the simulation does not run, and that may come back at any time.
  func leavesSimulation() { outside.add() }
}

// MARK: - What is told

extension AccessTracker {
  func touch(promise number: UInt32) {
    let thread = ThreadState.current.mark
    log.withLock { log in
      if let own = log.thread, own != thread { outside.add() }
      guard number <= log.newest else { return }
      let place = Place.promise(number)
      if log.accessSet.places.last != place { log.accessSet.places.append(place) }
    }
  }

  package func touch(_ place: Place) { log.withLock { $0.accessSet.places.append(place) } }

  /// Something changes that everything depends on.
  func touchEverything() { log.withLock { $0.accessSet.isUniversal = true } }

  /// Code of the program runs, that declares what it touches, or does not.
  package func runsCode(accessing declared: DeclaredAccess?) {
    switch declared ?? undeclared {
    case .anything: log.withLock { $0.accessSet.runsUnknownCode = true }
    case .only(let names):
      log.withLock { log in
        log.accessSet.runsDeclaredCode = true
        for name in names { log.accessSet.places.append(.shared(name)) }
      }
    }
  }

  /// The program says something.
  func say(_ text: String) {
    let thread = ThreadState.current.mark
    log.withLock { log in
      if let own = log.thread, own != thread { outside.add() }
      log.notes.append(text)
      log.marks.append(text)
      log.accessSet.places.append(.notes)
    }
  }

  /// A handler, or a piece of work, begins whose promise has this name and was made there.
  func begin(_ name: String?, at place: UInt32) {
    var code = UInt64(place)
    if let name { for byte in name.utf8 { code = (code ^ UInt64(byte)) &* 1_099_511_628_211 } }
    log.withLock { $0.order = ($0.order ^ code) &* 1_099_511_628_211 }
  }

  /// A handler begins whose promise has this name, or such a promise settles.
  func mark(_ name: String?) {
    guard let name, watched.contains(name) else { return }
    log.withLock { log in
      log.marks.append(name)
      log.accessSet.places.append(.notes)
    }
  }

  /// Nobody handled an error.
  func reportUnhandled(_ error: String) { log.withLock { $0.unhandled.append(error) } }
}

extension Dispatcher {
  /// What the handlers that it runs are declared to touch; none where nothing is declared.
  var declaredAccess: DeclaredAccess? {
    type(of: self) == AccessingDispatcher.self ? (self as? AccessingDispatcher)?.touches : nil
  }
}

/// The shown labels of the few queues that were asked for first: the runs of an exploration ask for the
/// same ones again and again, and to ask a queue makes a string.
package final class QueueLabels: Sendable {
  private let known = Mutex<[(queue: DispatchQueue, label: String)]>([])

  package init() {}

  /// The label under which the queue is shown.
  package func label(of dispatcher: any Dispatcher) -> String {
    guard let queue = dispatcher as? DispatchQueue else { return QueueName.shown(dispatcher.label) }
    return known.withLock { known in
      for entry in known where entry.queue === queue { return entry.label }
      let label = QueueName.shown(queue.label)
      if known.count < 16 { known.append((queue, label)) }
      return label
    }
  }
}

/// How often something came from outside the runs of an exploration, or went there: no schedule contains
/// that, also if it comes when the run is over.
package final class OutsideCount: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// There was something.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }
  package func add() { count.add(1, ordering: .relaxed) }
}

/// Who changes a simulated run by hand: the length of a timer, the outcome of a promise.
///
/// An environment of an ordinary program has none, and pays a branch for that where somebody observes it.
/// What is changed is told as ``PromiseEvent/Kind/overridden(promise:what:)``.
package protocol Overrider: AnyObject, Sendable {
  /// A promise begins.
  func meet(_ promise: PromiseCore, _ creation: PromiseEvent.Creation)
  /// When a timer fires that `promise` waits for and that would fire at `due`.
  func due(_ due: Int64, of promise: PromiseCore) -> Int64
  /// What `promise` settles with where its body, resolver or handler settles it with `settled`.
  func outcome(_ settled: Settled, of promise: PromiseCore) -> Settled
}

extension PromiseCore {
  /// What it settles with, if somebody changes the run by hand. Asked only of a promise that is pending.
  func overridden(_ settled: Settled, by settler: CoreState.Source) -> Settled {
    guard let overrider = ownEnvironment?.overrider, settler == .itself, observed != nil, isOpen
    else { return settled }
    return overrider.outcome(settled, of: self)
  }

  /// It can be settled by its resolver: it is pending, and not locked in to another one.
  package var isOpen: Bool { locked { $0.isOpen } }

  /// It is a promise, which can be rejected, and no guarantee.
  package var canFail: Bool { !isGuarantee }
}
