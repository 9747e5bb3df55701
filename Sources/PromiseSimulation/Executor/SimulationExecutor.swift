import Dispatch
import PromiseKitLite
import Synchronization

/// Runs the jobs and timers of a simulation's environment, one at a time: on the thread that runs
/// its steps, and on pooled threads while a job on that thread waits. Requests from any other
/// thread are counted as coming from outside.
final class SimulationExecutor: Executor {
  let state: Mutex<State>
  /// The overrides of the run.
  let overrides: Overrides?
  /// The rules of another library that the run follows.
  let dialect: DialectMachine?
  /// The display names of the queues whose jobs never run.
  let undrainedQueues: [String]
  /// The kinds of the queues that were declared.
  private let kinds: State.QueueKinds
  /// What the running code can read without the lock.
  private let mirror = Mirror()

  init(
    queues: [SimulatedQueue], globalWidth: Int, overrides: Overrides? = nil,
    dialect: DialectMachine? = nil
  ) {
    self.overrides = overrides
    self.dialect = dialect
    var kinds = State.QueueKinds()
    for queue in queues { kinds[QueueName.shown(queue.label)] = queue.kind }
    kinds["main"] = .serial
    undrainedQueues =
      queues.allSatisfy(\.isDrained)
      ? [] : queues.filter { !$0.isDrained }.map { QueueName.shown($0.label) }
    self.kinds = kinds
    var state = State(kinds: kinds, globalWidth: max(1, globalWidth), mirror: mirror)
    state.scheduler.hasEventLoop = dialect?.hasEventLoop ?? false
    self.state = Mutex(state)
  }

  /// The place of a queue in the event loop; `nil` if it has threads of its own.
  func rank(of label: String) -> Int? {
    dialect?.hasEventLoop == true ? LoopQueue.all.first { $0.label == label }?.rank : nil
  }

  /// Returns to the state of a new executor, but keeps the memory of the scheduler. Called only after
  /// ``abandon(_:)``, if nothing refers to the environment.
  func restart() {
    state.withLock { state in
      var scheduler = Scheduler()
      swap(&scheduler, &state.scheduler)
      scheduler.restart()
      state = State(kinds: kinds, globalWidth: state.globalWidth, mirror: mirror)
      swap(&scheduler, &state.scheduler)
    }
  }

  /// The number of requests from outside.
  var externalCalls: Int { state.withLock { $0.externalCalls } }
  /// When the next thing can happen; `nil` if nothing is left.
  var nextTime: Int64? { state.withLock { $0.scheduler.nextTime } }
  /// A Boolean value that indicates whether no step is in progress and nothing is left to happen.
  var isFinished: Bool {
    state.withLock { state in
      switch state.control {
      case .nobody, .stalled: state.scheduler.nextTime == nil
      case .caller, .pool, .lent, .windingDown: false
      }
    }
  }
  /// The number of deadlocked waits: those that ended with an error, and those that never end.
  var deadlocks: Int {
    state.withLock { $0.deadlocks + ($0.scheduler.nextTime == nil ? $0.scheduler.parked : 0) }
  }
  /// The number of waiting jobs whose wait cannot fail.
  var parked: Int { state.withLock { $0.scheduler.parked } }
  /// The number of pooled threads that run steps or have a waiting job.
  var threads: Int { state.withLock { $0.threads } }
  /// What can happen next. Complexity: O(n log n) in what is due later.
  var nextChoices: [Choice] {
    var scheduler = state.withLock { $0.scheduler }
    return scheduler.advance() == nil ? [] : scheduler.choices()
  }
  /// Replaces the elements of `list` by what can happen in the current step, up to `limit` choices.
  func list(_ list: inout [Choice], atMost limit: Int = .max) {
    list.removeAll(keepingCapacity: true)
    state.withLock { $0.scheduler.addChoices(to: &list, atMost: limit) }
  }

  /// Discards everything that is left, since it would retain the environment, which retains the
  /// executor. Waits that can fail end with an error.
  func abandon(_ environment: PromiseEnvironment) {
    let left = state.withLock { state -> Scheduler? in
      state.isAbandoned = true
      return state.scheduler.isEmpty ? nil : state.scheduler.giveUp()
    }
    guard let left else { return }
    withExtendedLifetime(left) {}
    windDown(in: environment)
  }
}

// MARK: - Requirements of the environment

extension SimulationExecutor {
  var now: Int64 { state.withLock { $0.scheduler.now } }
  var thread: ThreadID { state.withLock { $0.thread(of: .current) } }
  var instant: (now: Int64, thread: ThreadID) {
    mirror.instant ?? state.withLock { ($0.scheduler.now, $0.thread(of: .current)) }
  }
  var postsDeallocationsLater: Bool { true }

  func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    state.withLock { state in
      if let kind = state.kinds[label] { return (kind, false) }
      guard let declared else { return (.serial, true) }
      let isGlobal = label == "global" || label.hasPrefix("global.")
      let kind =
        isGlobal && declared == .concurrent(width: nil)
        ? .concurrent(width: state.globalWidth) : declared
      state.kinds[label] = kind
      return (kind, false)
    }
  }

  func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    let queue = queue ?? environment.queue(of: dispatcher)
    switch state.withLock({ $0.put(job, on: queue, in: environment) }) {
    case .done: return
    case .wakes: return beginStepping(in: environment)
    case .unknown: break
    }
    guard let (label, kind) = environment.labelAndKind(of: queue) else { return }
    guard kind != .immediate else {
      return environment.bind(queue: queue, job: job.id) { job.runToEnd() }
    }
    let put = state.withLock { state in
      state.scheduler.add(
        queue, width: kind.width, line: environment.accessTracker?.line(of: label) ?? .nowhere,
        first: label == "main" || rank(of: label) != nil ? ThreadNumbers.main : nil,
        isDrained: !undrainedQueues.contains(label), rank: rank(of: label))
      return state.put(job, on: queue, in: environment)
    }
    if put == .wakes { beginStepping(in: environment) }
  }

  func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let timer = timer ?? environment.bus.nextTimer()
    let wakes = state.withLock { state in
      guard state.admit(.current) else { return false }
      state.scheduler.set(timer, at: due, fire)
      return state.wake()
    }
    if wakes { beginStepping(in: environment) }
    // The promise whose timer it is retains the environment anyway.
    return ScheduledTimer { [self, environment] in
      environment.accessTracker?.touch(.timer(timer))
      return state.withLock { $0.scheduler.stop(timer) } != nil
    }
  }

  func randomBits(_ number: Int) -> UInt64 {
    // The finalizer of splitmix64, which spreads small numbers over all bits.
    var bits = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }

  func work(for nanoseconds: Int64) {
    state.withLock { state in
      guard let step = state.step, step.mark == .current, let busy = step.busy else { return }
      state.step?.busy = busy.saturatingPlus(nanoseconds)
    }
  }
}

extension PromiseEvent.QueueKind {
  /// The number of jobs that run at a time.
  fileprivate var width: Int {
    switch self {
    case .serial, .immediate: 1
    case .concurrent(let width): width.map { max(1, $0) } ?? .max
    }
  }
}
