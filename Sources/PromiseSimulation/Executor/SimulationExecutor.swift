import Dispatch
import PromiseKitLite
import Synchronization

/// Runs the jobs and timers of a simulation's environment, one at a time, on whichever thread steps
/// it. Every other thread that puts something on its queues is counted as coming from outside.
final class SimulationExecutor: Executor {
  let state: Mutex<State>

  init(queues: [SimulatedQueue], globalWidth: Int) {
    var kinds: [String: PromiseEvent.QueueKind] = [:]
    for queue in queues { kinds[QueueName.shown(queue.label)] = queue.kind }
    kinds["main"] = .serial
    state = Mutex(State(kinds: kinds, globalWidth: max(1, globalWidth)))
  }

  /// How often something came from outside.
  var externalCalls: Int { state.withLock { $0.externalCalls } }
  /// When the next thing can happen; none if nothing is left.
  var nextTime: Int64? { state.withLock { $0.scheduler.nextTime } }
  /// No step is going on, and nothing is left.
  var isFinished: Bool { state.withLock { $0.step == nil && $0.scheduler.nextTime == nil } }
  /// What can happen next. Complexity: O(n log n) in what is due later.
  var nextChoices: [Choice] {
    var scheduler = state.withLock { $0.scheduler }
    return scheduler.advance() == nil ? [] : scheduler.choices()
  }
  /// What can happen in the step that is going on, the first `limit` of it.
  func choices(atMost limit: Int) -> [Choice] {
    state.withLock { $0.scheduler.choices(atMost: limit) }
  }

  /// Gives up whatever is left: it would hold the environment, which holds the executor.
  func abandon() {
    let left = state.withLock { state in
      state.isAbandoned = true
      return state.scheduler.giveUp()
    }
    withExtendedLifetime(left) {}
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
    let label = QueueName.shown(dispatcher.label)
    let (kind, _) = kind(ofQueue: label, declared: dispatcher.kind)
    guard kind != .immediate else { return environment.bind(queue: queue) { job.run()() } }
    let id = job.id ?? environment.bus.nextJob()
    state.withLock { state in
      guard state.admit(.current) else { return }
      environment.witness?.touch(.line(of: label))
      state.scheduler.add(
        queue, width: kind.width, first: label == "main" ? ThreadNumbers.main : nil)
      state.scheduler.enqueue(job, id: id, on: queue)
    }
  }

  func schedule(
    at due: Int64, timer: TimerID?, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let timer = timer ?? environment.bus.nextTimer()
    state.withLock { state in
      guard state.admit(.current) else { return }
      state.scheduler.set(timer, at: due, fire)
    }
    return ScheduledTimer { [weak self, weak witness = environment.witness] in
      witness?.touch(.timer(timer))
      return self?.state.withLock { $0.scheduler.stop(timer) } != nil
    }
  }

  func wait(
    in environment: PromiseEnvironment, until register: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let isInside = state.withLock { $0.step?.mark == .current }
    let end = EndOfWait()
    register { end.come() }
    if isInside { return run(in: environment) { end.hasCome } }
    end.wait()
    return true
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

/// What a waiting job, or a thread that is not simulated, waits for.
private final class EndOfWait: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let isOver = Atomic<Bool>(false)

  var hasCome: Bool { isOver.load(ordering: .acquiring) }

  func come() {
    isOver.store(true, ordering: .releasing)
    semaphore.signal()
  }

  func wait() { semaphore.wait() }
}
