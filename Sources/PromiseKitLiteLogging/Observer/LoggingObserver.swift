#if Logging
  public import Logging
  public import PromiseKitLite
  internal import Synchronization

  #if PROMISE_TSAN
    /// The lock that the thread sanitizer can see.
    typealias Mutex = SanitizedMutex
  #endif

  /// Logs what goes wrong with promises, with a logger of swift-log: unhandled errors, promises that are
  /// freed while pending, second resolutions, waits on main, and slow queues and handlers.
  ///
  /// ```swift
  /// let observer = LoggingObserver(logger: Logger(label: "promises"))
  /// PromiseEnvironment.shared.add(observer)
  /// ```
  ///
  /// ``Levels`` says what is logged, and at which level. Each kind of message has a constant text, and
  /// metadata: the promise with its label, its tag, its operator, and its place in the program, and
  /// what the message is about. `docs/library/logging-and-metrics.md` lists the keys. Control characters in
  /// labels and errors are escaped, so no text can look like another line of the log.
  ///
  /// A message is logged immediately, on the thread on which the event happened, with no lock held.
  /// Messages of several threads can arrive out of order; the number under `event` is their order.
  ///
  /// The observer remembers each promise until it is freed, and each job until it ends, up to a limit;
  /// beyond that, the oldest are forgotten, and their messages lack the label. An event that gives no
  /// message takes less than 100 ns on one thread.
  ///
  /// The log handler can use promises. Those that it creates belong to an environment of their own, and
  /// messages that a handler causes immediately, on its own thread, are only counted. It must not
  /// attach a handler to a promise of the observed environment for each message, because that gives
  /// new events.
  ///
  /// Use an observer for one environment only: each numbers its promises from 1.
  public final class LoggingObserver: PromiseObserver {
    let levels: Levels
    let errors: ErrorText
    let promises: ShardedTable<KnownPromise>
    let jobs: ShardedTable<KnownJob>
    let knowsPromises: Bool
    let timesJobs: Bool
    /// The number of the main queue; 0 until it is declared.
    let mainQueue = Atomic<Int>(0)
    let hasForgotten = Atomic<Bool>(false)
    private let logger: Logger
    private let queues = Mutex<[PromiseEvent.QueueID: String]>([:])
    private let received = StripedCounter()
    private let messages = Atomic<Int>(0)
    private let nested = Atomic<Int>(0)

    /// Creates an observer that logs with `logger`.
    ///
    /// - Parameters:
    ///   - logger: The logger. Its level decides which messages are created.
    ///   - levels: The level of each kind of message.
    ///   - errors: Which text of errors is logged, which may be secret.
    ///   - limit: The number of promises, and of jobs, that are remembered at the same time. A promise
    ///     takes about a hundred bytes.
    public init(
      logger: Logger, levels: Levels = Levels(), errors: ErrorText = .described, limit: Int = 65_536
    ) {
      self.logger = logger
      self.levels = levels
      self.errors = errors
      promises = ShardedTable(limit: limit)
      jobs = ShardedTable(limit: limit)
      timesJobs =
        !levels.slowQueueWait.isEmpty || !levels.slowHandler.isEmpty
        || !levels.slowHandlerOnMain.isEmpty
      var others = levels
      others.lostEvents = nil
      knowsPromises = others != .off
    }

    public func receive(_ event: PromiseEvent) {
      received.count(on: event.thread)
      examine(event)
    }

    /// The number of messages that were passed to the logger.
    public var logged: Int { messages.load(ordering: .relaxed) }

    /// The number of events that gave no message.
    public var unlogged: Int { received.total - logged }

    /// The number of messages that were left out because the log handler itself caused them.
    public var suppressed: Int { nested.load(ordering: .relaxed) }

    /// The number of promises and jobs that were forgotten because there were too many.
    public var forgotten: Int { promises.evictions + jobs.evictions }

    /// The number of promises and jobs that are remembered.
    package var remembered: Int { promises.count + jobs.count }
  }

  extension LoggingObserver {
    /// Remembers the label of a queue, for a limited number of queues.
    func learn(_ queue: PromiseEvent.QueueID, _ label: String) {
      if label == Self.mainLabel { mainQueue.store(queue.rawValue, ordering: .relaxed) }
      queues.withLock { if $0.count < 1000 { $0[queue] = label } }
    }

    /// Returns the label of a queue, if it is known.
    func label(of queue: PromiseEvent.QueueID) -> String? { queues.withLock { $0[queue] } }

    func isMain(_ queue: PromiseEvent.QueueID) -> Bool {
      queue.rawValue == mainQueue.load(ordering: .relaxed)
    }

    /// The label under which events show the main queue.
    private static var mainLabel: String { "main" }

    /// Logs the message that `make` returns, if the logger logs that level. Never called with a lock
    /// held, because the log handler is code of the program.
    func log(_ level: Logger.Level?, _ make: () -> LogMessage) {
      guard let level, logger.logLevel <= level else { return }
      guard !Self.isLogging else {
        nested.add(1, ordering: .relaxed)
        return
      }
      messages.add(1, ordering: .relaxed)
      Self.$isLogging.withValue(true) {
        Self.environmentOfHandlers.run {
          let message = make()
          let site = message.site
          logger.log(
            level: level, "\(message.text)", metadata: message.metadata, source: "PromiseKitLite",
            file: site?.file ?? "PromiseKitLite", function: message.function,
            line: UInt(max(0, site?.line ?? 0)))
        }
      }
    }

    /// Whether the running code is a log handler, or a closure that redacts, called by an observer.
    @TaskLocal private static var isLogging = false

    /// The environment of the promises that log handlers create, so that these are not observed.
    private static let environmentOfHandlers = PromiseEnvironment(observers: [])
  }
#endif
