public import Dispatch
import Synchronization

/// What promises run in: the default queues, the clock, and who observes them.
///
/// A promise that begins a chain takes the environment that is current where it is made; every
/// promise, job, timer and event that follows from it uses the same one. In an ordinary program that
/// is ``shared``. A test or a simulation makes its own, and two of them run side by side:
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
  /// Who is told what the steps of a simulated run touch, for an exploration.
  package let accessTracker: AccessTracker?
  /// Who changes a simulated run by hand.
  package let overrider: (any Overrider)?
  /// Who delays jobs and timers; hardly any environment has one.
  package let shuffle: Shuffle?
  /// The name of the inline queue, as soon as it has one.
  let inline = Atomic<Int>(0)
  let queues = Mutex(Queues())
  let declared = Mutex<[String: PromiseEvent.QueueKind]>([:])
  let state = Mutex(State())
  /// It is the environment of an ordinary program.
  let isShared: Bool
  /// The catch policy, which every catch reads.
  private let catchesAll = Atomic<Bool>(false)

  struct State {
    var defaults = Defaults.standard
    var logHandler: (@Sendable (LogEvent) -> Void)?
    var warningHandler: (@Sendable (PromiseWarning) -> Void)?
    /// The places that a line on the error stream was about.
    var reported: Set<Report> = []
    var later: [Told] = []
  }

  /// The queues of handlers that name none; none means inline. Main, unless it is set.
  ///
  /// ```swift
  /// let environment = PromiseEnvironment(observers: [])
  /// var defaults = PromiseEnvironment.Defaults()
  /// defaults.map = .global()
  /// environment.defaults = defaults
  /// ```
  public struct Defaults: Sendable {
    /// For then, map, compactMap, recover and tap.
    public var map: (any Dispatcher)? = .main
    /// For done, get, catch, ensure and finally.
    public var `return`: (any Dispatcher)? = .main
    /// For `on: .background`. Dispatch's global queue, unless it is set; JPromise calls it the default
    /// queue of `j_thenAsync`.
    public var background: (any Dispatcher)? = .global()
    /// Main twice, and the global queue.
    public init() {}
    /// The same, made once.
    fileprivate static let standard = Defaults()
  }

  package init(
    executor: any Executor, observers: [any PromiseObserver], accessTracker: AccessTracker? = nil,
    overrider: (any Overrider)? = nil, shuffle: Shuffle? = nil
  ) {
    self.executor = executor
    self.shuffle = shuffle
    self.accessTracker = accessTracker
    self.overrider = overrider
    bus = EventBus(observers: observers)
    isShared = false
    Activity.begin()
  }

  /// The shared one: nobody has to look it up, so that it does not count as activity.
  private init() {
    executor = DispatchExecutor()
    bus = EventBus(observers: [])
    accessTracker = nil
    overrider = nil
    shuffle = .ofProcess
    isShared = true
  }

  /// An environment on Dispatch's queues and clock whose events go to `observers`.
  public convenience init(observers: [any PromiseObserver]) {
    self.init(executor: DispatchExecutor(), observers: observers, shuffle: .ofProcess)
  }

  deinit { if !isShared { Activity.end() } }

  /// The environment of an ordinary program.
  public static let shared = PromiseEnvironment()

  /// The environment of the task or job that is running; ``shared`` elsewhere.
  public static var current: PromiseEnvironment { Context.current?.environment ?? .shared }

  /// Runs `body` with this environment as the current one.
  ///
  /// - Parameter body: Runs at once, on the calling thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func run<R>(_ body: () throws -> R) rethrows -> R {
    try bind(queue: nil, cancellation: Context.current?.cancellation, body)
  }

  /// The default queues. A change holds for links that are made later.
  public var defaults: Defaults {
    get { state.withLock { $0.defaults } }
    set {
      accessTracker?.touchEverything()
      change { state in
        defer { state.defaults = newValue }
        return state.defaults
      }
    }
  }

  /// Which errors a catch or a recover takes that names no policy. A change holds for links that are
  /// made later.
  public var catchPolicy: CatchPolicy {
    get { catchesAll.load(ordering: .relaxed) ? .allErrors : .allErrorsExceptCancellation }
    set {
      accessTracker?.touchEverything()
      catchesAll.store(newValue == .allErrors, ordering: .relaxed)
    }
  }

  /// Says of which kind the queue named `label` is: Dispatch tells it of main and the global queues
  /// alone, and any other is assumed to be serial.
  public func declare(queue label: String, kind: PromiseEvent.QueueKind) {
    accessTracker?.touchEverything()
    declared.withLock { $0[label] = kind }
  }
}

extension PromiseEnvironment {
  /// Keeps the running job, and so its queue, busy for an interval: the thread sleeps on a real queue, and
  /// the job takes that much virtual time in a simulation.
  ///
  /// What the job's closure returns or throws takes effect when the interval is over; everything else that
  /// the closure does happens at the start.
  ///
  /// ```swift
  /// queue.async(.promise) {
  ///   PromiseEnvironment.work(for: .milliseconds(80))
  ///   return "token"
  /// }
  /// ```
  ///
  /// - Parameter interval: How long; nothing happens if it is not above 0.
  public static func work(for interval: DispatchTimeInterval) {
    current.executor.work(for: max(0, interval.nanoseconds))
  }
}
