import Dispatch
import PromiseKitLite
import Synchronization

/// Runs the jobs and timers of a simulation's environment, one at a time: on the thread that steps it,
/// and on pooled threads while a job there waits. Every other thread that puts something on its queues
/// is counted as coming from outside.
final class SimulationExecutor: Executor {
  let state: Mutex<State>
  /// What is changed by hand.
  let overrides: Overrides?
  /// The shown names of the queues that nobody runs.
  let undrained: Set<String>

  init(queues: [SimulatedQueue], globalWidth: Int, overrides: Overrides? = nil) {
    self.overrides = overrides
    var kinds: [String: PromiseEvent.QueueKind] = [:]
    for queue in queues { kinds[QueueName.shown(queue.label)] = queue.kind }
    kinds["main"] = .serial
    undrained = Set(queues.filter { !$0.isDrained }.map { QueueName.shown($0.label) })
    state = Mutex(State(kinds: kinds, globalWidth: max(1, globalWidth)))
  }

  /// How often something came from outside.
  var externalCalls: Int { state.withLock { $0.externalCalls } }
  /// When the next thing can happen; none if nothing is left.
  var nextTime: Int64? { state.withLock { $0.scheduler.nextTime } }
  /// No step is going on, and nothing is left.
  var isFinished: Bool {
    state.withLock { state in
      switch state.control {
      case .nobody, .stalled: state.scheduler.nextTime == nil
      case .caller, .pool, .lent, .windingDown: false
      }
    }
  }
  /// How many waits nothing was left for: those that were told, and those that go on for ever.
  var deadlocks: Int {
    state.withLock { $0.deadlocks + ($0.scheduler.nextTime == nil ? $0.scheduler.parked : 0) }
  }
  /// How many jobs wait who cannot be told that it is in vain.
  var parked: Int { state.withLock { $0.scheduler.parked } }
  /// How many pooled threads step, or have a job that waits.
  var threads: Int { state.withLock { $0.threads } }
  /// What can happen next. Complexity: O(n log n) in what is due later.
  var nextChoices: [Choice] {
    var scheduler = state.withLock { $0.scheduler }
    return scheduler.advance() == nil ? [] : scheduler.choices()
  }
  /// What can happen in the step that is going on, the first `limit` of it.
  func choices(atMost limit: Int) -> [Choice] {
    state.withLock { $0.scheduler.choices(atMost: limit) }
  }

  /// Gives up whatever is left: it would hold the environment, which holds the executor. Jobs that
  /// wait are told, if they can be.
  func abandon(_ environment: PromiseEnvironment) {
    let left = state.withLock { state in
      state.isAbandoned = true
      return state.scheduler.giveUp()
    }
    withExtendedLifetime(left) {}
    windDown(in: environment)
  }
}

// MARK: - What the environment asks for

extension SimulationExecutor {
  var now: Int64 { state.withLock { $0.scheduler.now } }
  var thread: ThreadID { state.withLock { $0.thread(of: .current) } }
  var tellsDeallocationsLater: Bool { true }

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
    _ job: Job, on dispatcher: any Dispatcher, queue: QueueID?, in environment: PromiseEnvironment
  ) {
    let queue = queue ?? environment.queue(of: dispatcher)
    switch state.withLock({ $0.put(job, on: queue, in: environment) }) {
    case .done: return
    case .wakes: return beginStepping(in: environment)
    case .unknown: break
    }
    let label = QueueName.shown(dispatcher.label)
    let (kind, _) = kind(ofQueue: label, declared: dispatcher.kind)
    guard kind != .immediate else {
      return environment.bind(queue: queue, job: job.id) { job.run()() }
    }
    let put = state.withLock { state in
      state.scheduler.add(
        queue, width: kind.width, line: AccessTracker.Place.line(of: label),
        first: label == "main" ? ThreadNumbers.main : nil, isDrained: !undrained.contains(label))
      return state.put(job, on: queue, in: environment)
    }
    if put == .wakes { beginStepping(in: environment) }
  }

  func schedule(
    at due: Int64, timer: TimerID?, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let timer = timer ?? environment.bus.nextTimer()
    let wakes = state.withLock { state in
      guard state.admit(.current) else { return false }
      state.scheduler.set(timer, at: due, fire)
      return state.wake()
    }
    if wakes { beginStepping(in: environment) }
    return ScheduledTimer { [weak self, accessTracker = environment.accessTracker] in
      accessTracker?.touch(.timer(timer))
      return self?.state.withLock { $0.scheduler.stop(timer) } != nil
    }
  }

  func work(for nanoseconds: Int64) {
    state.withLock { state in
      guard let step = state.step, step.mark == .current, let busy = step.busy else { return }
      state.step?.busy = busy.saturatingPlus(nanoseconds)
    }
  }
}

extension PromiseEvent.QueueKind {
  /// How many jobs run at once.
  fileprivate var width: Int {
    switch self {
    case .serial, .immediate: 1
    case .concurrent(let width): width.map { max(1, $0) } ?? .max
    }
  }
}
