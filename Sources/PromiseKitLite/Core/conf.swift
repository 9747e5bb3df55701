/// The settings of the current environment, under PromiseKit's name. In an ordinary program, they
/// apply to every chain. A change applies to links that are created later.
///
/// ```swift
/// conf.Q.map = .global()
/// conf.Q = (map: .global(), return: .main)
/// conf.catchPolicy = .allErrors
/// conf.logHandler = { event in logger.warning("\(event)") }
/// ```
public var conf: PMKConfiguration {
  get { PMKConfiguration() }
  // Allows `conf.Q.map = …` and `conf = conf` to be written; the settings belong to the
  // environment.
  set {}
}

/// The type of ``conf``: a view of the current ``PromiseEnvironment``, whose settings are behind a
/// lock. It can be used from any thread.
///
/// ```swift
/// let settings: PMKConfiguration = conf
/// settings.Q.map = .global()
/// settings.catchPolicy = .allErrorsExceptCancellation
/// ```
public struct PMKConfiguration: Sendable {
  /// The default queues: `map` for then, map, compactMap, recover, and tap; `return` for done, get,
  /// catch, ensure, and finally; `background` for `on: .background`. `nil` means inline.
  public var Q: PromiseEnvironment.Defaults {
    get { PromiseEnvironment.current.defaults }
    nonmutating set { PromiseEnvironment.current.defaults = newValue }
  }

  /// Which errors a `catch` or a `recover` without a policy handles: all except cancellations by
  /// default.
  public var catchPolicy: CatchPolicy {
    get { PromiseEnvironment.current.catchPolicy }
    nonmutating set { PromiseEnvironment.current.catchPolicy = newValue }
  }

  /// Receives PromiseKit's log events. If neither this nor ``warningHandler`` is set and there is
  /// no observer, each event is written as a line to the error stream, once for each place.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get { PromiseEnvironment.current.logHandler }
    nonmutating set { PromiseEnvironment.current.logHandler = newValue }
  }

  /// Receives probable mistakes together with the promise that each concerns: the waits and losses
  /// that ``logHandler`` receives without a place, unhandled errors, and second resolutions. If it
  /// is not set and there is no observer, unhandled errors and second resolutions are written as
  /// lines to the error stream, once for each place; so are waits and losses if ``logHandler`` is
  /// not set either.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get { PromiseEnvironment.current.warningHandler }
    nonmutating set { PromiseEnvironment.current.warningHandler = newValue }
  }
}

/// A type that allows both default queues to be set at the same time.
///
/// ```swift
/// conf.Q = (map: .global(), return: .main)
/// ```
public protocol PairedQueues: Sendable {}

extension PMKConfiguration: PairedQueues {}

extension PairedQueues {
  /// The default queues `map` and `return`, as a pair.
  @_disfavoredOverload
  public var Q: (map: (any Dispatcher)?, return: (any Dispatcher)?) {
    get {
      let defaults = PromiseEnvironment.current.defaults
      return (defaults.map, defaults.return)
    }
    nonmutating set {
      PromiseEnvironment.current.defaults.map = newValue.map
      PromiseEnvironment.current.defaults.return = newValue.return
    }
  }
}
