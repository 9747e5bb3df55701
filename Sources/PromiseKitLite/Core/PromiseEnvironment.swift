public import Dispatch
import Synchronization

/// The environment of promises: the default queues, the clock, and the observers.
///
/// A promise that begins a chain uses the environment that is current when it is created. Every
/// promise, job, timer, and event that follows from it uses the same environment. In an ordinary
/// program, that is ``shared``. A test or a simulation creates its own, and several can run side by
/// side:
///
/// ```swift
/// let environment = PromiseEnvironment(observers: [RecordingObserver()])
/// environment.run {
///   firstly { login() }.done { show($0) }.catch { alert($0) }
/// }
/// ```
public final class PromiseEnvironment: Sendable {
  package let executor: any Executor
  package let bus: EventBus
  /// What the environment does in addition to that; `nil` in most environments.
  let hooks: (any Hooks)?
  /// The name of the inline queue, once it has one.
  let inline = Atomic<Int>(0)
  let queues = Mutex(Queues())
  /// What takes task-local values through handlers; each list is retained by the next one.
  let carriers = Atomic<Unmanaged<CarrierList>?>(nil)
  /// How many traces and spans were given a number.
  let spanCount = Atomic<Int>(0)
  let declared = Mutex<[String: PromiseEvent.QueueKind]>([:])
  /// The labels of the actors and executors that run handlers.
  let actorLabels = Mutex(ActorLabels())
  /// The tasks that have awaited promises, while there is an observer.
  let tasks = Mutex(TaskTable())
  let state = Mutex(State())
  /// Whether this is the environment of an ordinary program.
  let isShared: Bool
  /// The catch policy, which every catch reads.
  private let catchesAll = Atomic<Bool>(false)

  struct State {
    var defaults = Defaults.standard
    var propagation = PromiseTrace.Propagation.everywhere
    var logHandler: (@Sendable (LogEvent) -> Void)?
    var warningHandler: (@Sendable (PromiseWarning) -> Void)?
    /// The places about which a line was written to the error stream.
    var reported: Set<Report> = []
    var later: [PendingReport] = []
  }
  /// Whether there are reports for the end of the turn.
  let hasReports = Atomic<Bool>(false)
  /// Whether a default or a handler was set.
  let isConfigured = Atomic<Bool>(false)

  /// The default queues of handlers; `nil` means inline. Both are main by default.
  ///
  /// ```swift
  /// let environment = PromiseEnvironment(observers: [])
  /// var defaults = PromiseEnvironment.Defaults()
  /// defaults.map = .global()
  /// environment.defaults = defaults
  /// ```
  public struct Defaults: Sendable {
    /// The queue for then, map, compactMap, recover, and tap.
    public var map: (any Dispatcher)? = .main
    /// The queue for done, get, catch, ensure, and finally.
    public var `return`: (any Dispatcher)? = .main
    /// The queue for `on: .background`: Dispatch's global queue by default. JPromise calls it the
    /// default queue of `j_thenAsync`.
    public var background: (any Dispatcher)? = .global()
    /// Creates the standard defaults: main for both, and the global queue.
    public init() {}
    /// The standard defaults, created once.
    fileprivate static let standard = Defaults()
  }

  init(executor: any Executor, observers: [any PromiseObserver], hooks: (any Hooks)?) {
    (self.executor, self.hooks) = (executor, hooks)
    bus = EventBus(observers: observers)
    isShared = false
    hooks?.serve(self)
    Activity.begin()
  }

  /// Creates the shared environment. It needs no lookup, so it does not count as activity.
  private init() {
    hooks = Self.hooksOfProcess
    executor = hooks?.executor ?? DispatchExecutor()
    bus = EventBus(observers: [])
    isShared = true
  }

  /// Creates an environment that uses Dispatch's queues and clock and posts its events to
  /// `observers`.
  public convenience init(observers: [any PromiseObserver]) {
    self.init(
      executor: DispatchExecutor(), observers: observers, hooks: Self.hooksOfOtherEnvironments)
  }

  deinit {
    dropCarriers()
    if !isShared { Activity.end() }
  }

  /// Adds an observer, which receives every event that is posted from now on, for as long as the
  /// environment exists.
  ///
  /// This is how an ordinary program, whose environment is ``shared``, gets an observer. Add it at
  /// the start of the program, before the first promise:
  ///
  /// ```swift
  /// let counter = CountingObserver()
  /// PromiseEnvironment.shared.add(counter, values: .off)
  /// ```
  ///
  /// An existing promise is declared to the observer, as late, when a new promise first involves it.
  /// If the environment is already observed or recorded, its promises are not declared again. A
  /// recording and observers of an environment get the same events, and neither notices the other;
  /// the recording takes as long as one with a filter. To remove an observer later, add a
  /// `ForwardingObserver`, and add and remove the observer there.
  ///
  /// As with any observer, unhandled errors and other warnings are no longer written to the error
  /// stream: the observer receives an event for each of them.
  ///
  /// - Parameters:
  ///   - observer: The observer. It is called on the thread on which the event happens.
  ///   - values: What events contain of values and errors, which may be secret and take time to
  ///     describe. With several observers, the most that one of them asks for.
  public func add(_ observer: any PromiseObserver, values: PromiseTrace.Values = .on) {
    // A recording that the process was asked for begins first.
    if isShared { Self.beginProcess() }
    let executor = executor
    let clock: @Sendable () -> Int64 = { executor.now }
    bus.add(observer, values, clock: isShared ? clock : nil)
    if isShared { Activity.setObserved() }
    declareKnownQueues()
  }

  /// Returns to the state of a new environment, so that it can be that of another run. Called only
  /// if nothing else refers to it.
  package func restart() {
    bus.restart()
    hooks?.restart()
    inline.store(0, ordering: .relaxed)
    actorLabels.withLock { if !$0.isEmpty { $0 = ActorLabels() } }
    tasks.withLock { if !$0.isEmpty { $0 = TaskTable() } }
    spanCount.store(0, ordering: .relaxed)
    dropCarriers()
    catchesAll.store(false, ordering: .relaxed)
    let isDeclared = declared.withLock { declared in
      defer { if !declared.isEmpty { declared.removeAll() } }
      return !declared.isEmpty
    }
    queues.withLock { queues in
      // The kind of a queue may have been declared for the earlier run only.
      if isDeclared { queues = Queues() } else { queues.removeAll() }
    }
    guard isConfigured.exchange(false, ordering: .relaxed) else { return }
    let old = state.withLock { exchange(&$0, with: State()) }
    withExtendedLifetime(old) {}
  }

  /// Drops the reports for the end of the turn, which refer to the environment.
  package func dropReports() {
    hasReports.store(false, ordering: .relaxed)
    let old = state.withLock { exchange(&$0.later, with: []) }
    withExtendedLifetime(old) {}
  }

  /// The environment of an ordinary program.
  public static let shared = PromiseEnvironment()

  /// The environment of the running task or job; ``shared`` if there is none.
  public static var current: PromiseEnvironment { Context.current?.environment ?? .shared }

  /// Runs `body` with this environment as the current one.
  ///
  /// - Parameter body: The closure to run immediately, on the calling thread.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public func run<R>(_ body: () throws -> R) rethrows -> R {
    try bind(queue: nil, cancellation: Context.current?.cancellation, body)
  }

  /// The default queues. A change applies to links that are created later.
  public var defaults: Defaults {
    get { state.withLock { $0.defaults } }
    set {
      hooks?.touchEverything()
      change { state in
        defer { state.defaults = newValue }
        return state.defaults
      }
    }
  }

  /// Which errors a `catch` or a `recover` without a policy handles. A change applies to links that
  /// are created later.
  public var catchPolicy: CatchPolicy {
    get { catchesAll.load(ordering: .relaxed) ? .allErrors : .allErrorsExceptCancellation }
    set {
      hooks?.touchEverything()
      catchesAll.store(newValue == .allErrors, ordering: .relaxed)
    }
  }

  /// Declares the kind of the queue named `label`. Dispatch reveals the kind only of main and the
  /// global queues; any other queue is assumed to be serial.
  public func declare(queue label: String, kind: PromiseEvent.QueueKind) {
    hooks?.touchEverything()
    declared.withLock { $0[label] = kind }
    queues.withLock { $0.forgetPrevious() }
  }
}

extension PromiseEnvironment {
  /// Keeps the running job, and therefore its queue, busy for an interval: on a real queue, the
  /// thread sleeps; in a simulation, the job takes that much virtual time.
  ///
  /// The value that the job's closure returns, or the error that it throws, takes effect at the end
  /// of the interval. Everything else that the closure does happens at the start.
  ///
  /// ```swift
  /// queue.async(.promise) {
  ///   PromiseEnvironment.work(for: .milliseconds(80))
  ///   return "token"
  /// }
  /// ```
  ///
  /// - Parameter interval: The length of the interval. A value of 0 or less has no effect.
  public static func work(for interval: DispatchTimeInterval) {
    current.executor.work(for: max(0, interval.nanoseconds))
  }
}
