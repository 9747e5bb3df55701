import Dispatch
import Synchronization

/// A gate in front of the jobs and the timers of a program.
///
/// While it is open, a job asks it with one load of a flag. While it is closed, a job whose queue is
/// ready to run it does not run: the gate keeps it, and the queue goes on. No thread waits. When the
/// job may start, it is dispatched to its queue again. Jobs of one queue keep their order, and a queue
/// that is suspended or busy still decides when a job starts. The clock of the timers stands still.
///
/// Only work that is sent through the library asks the gate. Other blocks of a queue, threads,
/// sockets, and timers of the system go on.
package final class JobGate: Sendable {
  /// Whether a job can start without looking at the state.
  private let isPlain = Atomic<Bool>(true)
  /// Whether a settlement can close the gate.
  private let watches = Atomic<Bool>(false)
  /// Whether the gate counts the jobs that are enqueued.
  private let counts = Atomic<Bool>(false)
  /// Whether the gate follows a schedule.
  private let follows = Atomic<Bool>(false)
  /// Whether this process was forked from one with a gate. The state may be locked forever.
  private let forked = Atomic<Bool>(false)
  let state = Mutex(State())
  private let owner: Mutex<Owner?>
  /// Is called after each change.
  private let changed = Mutex<(@Sendable () -> Void)?>(nil)
  /// The clock of the gate and of the environments that it serves.
  let base = DispatchExecutor()
  /// How long the gate waits for what its schedule has next while other jobs are held, in
  /// nanoseconds.
  let patience: Int64
  /// How long a timer may keep its thread before another one fires the next timer, in nanoseconds.
  let longestTurn: Int64

  /// Creates an open gate. `ofProcess` is whether it serves the shared environment.
  package init(
    ofProcess: Bool = false, patience: Int64 = 500_000_000, longestTurn: Int64 = 20_000_000
  ) {
    owner = Mutex(ofProcess ? .process : nil)
    self.patience = patience
    self.longestTurn = longestTurn
  }

  /// The environment whose events tell that the gate itself is closed and opened. The gate does not
  /// retain it, and not even weakly: each retain of an object that has a weak reference takes several
  /// times as long, and every job retains its environment.
  private enum Owner: Sendable {
    /// The shared environment.
    case process
    case environment(EventBus)
  }

  /// Where an event goes.
  enum Destination: Sendable {
    case environment(PromiseEnvironment)
    case bus(EventBus)

    var bus: EventBus {
      switch self {
      case .environment(let environment): environment.bus
      case .bus(let bus): bus
      }
    }
  }

  /// Sets the environment whose events tell that the gate itself is closed and opened.
  func serve(_ environment: PromiseEnvironment) {
    owner.withLock { $0 = .environment(environment.bus) }
  }

  /// Where the events go that tell that the gate itself is closed and opened.
  var ownEvents: Destination? {
    owner.withLock {
      switch $0 {
      case .process: .environment(.shared)
      case .environment(let bus): .bus(bus)
      case nil: nil
      }
    }
  }

  /// The time on the clock of the events.
  var now: Int64 { base.now }
}

extension JobGate {
  struct State: Sendable {
    var isClosed = false
    /// Whether the program does not know yet whether its gate is closed.
    var isSilent = false
    var reason: String?
    /// The number of times the gate was closed. A job that was dispatched again before that is held
    /// again.
    var epoch = 0
    var lanes: [LaneKey: GateLane] = [:]
    var heldCount = 0
    /// The jobs that may start and are dispatched again, and whether a breakpoint stopped before them.
    var granted: [ObjectIdentifier: Bool] = [:]
    /// The queues that are known to run several jobs at the same time.
    var concurrent: Set<LaneKey> = []
    var threads = GateThreads()
    var arrivals = 0
    var timers: [Int: TimerEntry] = [:]
    var timerCount = 0
    /// How long the clock of the timers has stood still, in nanoseconds, and since when it does.
    var standing: Int64 = 0
    var stopped: Int64?
    /// The timers that fire next, one after another.
    var firing = TimerSeries()
    /// Whether the next job that arrives may start.
    var stepsNext = false
    var breakpoints = Breakpoints()
    var following: Following?
    /// What is held while all else goes on; `nil` if the gate makes no such difference.
    var selection: [HeldName]?
    /// How many jobs are enqueued and have not arrived, if the gate counts them.
    var onTheWay = 0
    var outbox = Outbox()
  }

  struct TimerEntry: Sendable {
    let timer: GateTimer
    var alarm: ScheduledTimer?
    var isHeld = false
  }

  /// What is done after a change of the state, without the lock.
  struct Aftermath: Sendable {
    var events: [(PromiseEvent, EventBus)] = []
    /// The timers whose alarms are set again.
    var alarms: [GateTimer] = []
    /// The alarms that are stopped.
    var obsolete: [ScheduledTimer] = []
  }
}

// MARK: - Flags

extension JobGate {
  /// Whether a job can start immediately.
  @inline(__always)
  var isOpen: Bool { isPlain.load(ordering: .acquiring) }

  /// Whether a settlement can close the gate.
  @inline(__always)
  var watchesSettlements: Bool { watches.load(ordering: .relaxed) }

  /// Whether the gate follows a schedule, so that jobs are counted by name.
  @inline(__always)
  var isFollowing: Bool { follows.load(ordering: .relaxed) }

  /// Whether the gate counts the jobs that are enqueued.
  @inline(__always)
  var countsJobs: Bool { counts.load(ordering: .relaxed) }

  /// Whether this process was forked from one with a gate.
  var isForked: Bool { forked.load(ordering: .relaxed) }

  /// Opens the gate forever, in a process that was just forked.
  func leaveToParent() {
    forked.store(true, ordering: .relaxed)
    isPlain.store(true, ordering: .releasing)
    watches.store(false, ordering: .relaxed)
    follows.store(false, ordering: .relaxed)
    counts.store(false, ordering: .relaxed)
  }
}

// MARK: - Changes

extension JobGate {
  /// Calls `body` after each change of what the gate holds, on any thread.
  package func onChange(_ body: (@Sendable () -> Void)?) {
    changed.withLock { $0 = body }
  }

  /// Changes the state, and then does what follows from the change, without the lock. Returns `nil`,
  /// without an effect, in a process that was forked.
  @discardableResult
  func change<R: Sendable>(_ body: (inout State, inout Aftermath) -> R) -> R? {
    guard !isForked else { return nil }
    let (result, after, sends, fires) = state.withLock { state -> (R, Aftermath, Bool, Bool) in
      var after = Aftermath()
      let result = body(&state, &after)
      isPlain.store(state.isPlain, ordering: .releasing)
      watches.store(state.breakpoints.matchSettlements, ordering: .relaxed)
      follows.store(state.following != nil, ordering: .relaxed)
      counts.store(state.selection != nil, ordering: .relaxed)
      return (result, after, state.outbox.begin(), state.firing.begin())
    }
    for (event, bus) in after.events { bus.post(event) }
    if sends { send() }
    for alarm in after.obsolete { _ = alarm.cancel() }
    for timer in after.alarms { setAlarm(timer) }
    if fires { DispatchQueue.global().async { self.fireNext() } }
    changed.withLock { $0 }?()
    return result
  }

  /// Numbers an event for after the change.
  func post(
    _ change: PromiseEvent.GateChange, in environment: PromiseEnvironment,
    _ after: inout Aftermath
  ) {
    post(change, to: .environment(environment), &after)
  }

  /// Numbers an event for after the change.
  func post(
    _ change: PromiseEvent.GateChange, to destination: Destination?, _ after: inout Aftermath
  ) {
    guard let destination, destination.bus.isObserved else { return }
    let event =
      switch destination {
      case .environment(let environment): environment.event(.gateChanged(change))
      case .bus(let bus):
        PromiseEvent(
          sequence: bus.nextSequence(), time: now, thread: base.thread, queue: nil,
          kind: .gateChanged(change))
      }
    after.events.append((event, destination.bus))
  }
}

extension JobGate.State {
  /// Whether nothing has to be decided about a job that starts.
  fileprivate var isPlain: Bool {
    isFree && heldCount == 0 && granted.isEmpty && !breakpoints.matchJobs
  }
}
