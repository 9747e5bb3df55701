/// The settings of the current environment, under PromiseKit's name: in an ordinary program those of
/// every chain. A change holds for links that are made later.
///
/// ```swift
/// conf.Q.map = .global()
/// conf.Q = (map: .global(), return: .main)
/// conf.catchPolicy = .allErrors
/// conf.logHandler = { event in logger.warning("\(event)") }
/// ```
public var conf: PMKConfiguration {
  get { PMKConfiguration() }
  // So that `conf.Q.map = …` and `conf = conf` may be written; the settings are the environment's.
  set {}
}

/// What ``conf`` is: a view of the current ``PromiseEnvironment``, behind a lock. It may be used from
/// any thread.
///
/// ```swift
/// let settings: PMKConfiguration = conf
/// settings.Q.map = .global()
/// settings.catchPolicy = .allErrorsExceptCancellation
/// ```
public struct PMKConfiguration: Sendable {
  /// The default queues: `map` for then, map, compactMap, recover and tap, `return` for done, get,
  /// catch, ensure and finally, `background` for `on: .background`. `nil` means inline.
  public var Q: PromiseEnvironment.Defaults {
    get { PromiseEnvironment.current.defaults }
    nonmutating set { PromiseEnvironment.current.defaults = newValue }
  }

  /// Which errors a catch or a recover takes that names no policy: all but cancellations, unless it is
  /// set.
  public var catchPolicy: CatchPolicy {
    get { PromiseEnvironment.current.catchPolicy }
    nonmutating set { PromiseEnvironment.current.catchPolicy = newValue }
  }

  /// Receives PromiseKit's log events. If neither this nor ``warningHandler`` is set and there is no
  /// observer, each one is a line on the error stream, once for each place.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get { PromiseEnvironment.current.logHandler }
    nonmutating set { PromiseEnvironment.current.logHandler = newValue }
  }

  /// Receives probable mistakes together with the promise that each is about: the waits and losses that
  /// ``logHandler`` receives without a place, unhandled errors, and second resolutions. If it is not set and
  /// there is no observer, unhandled errors and second resolutions are lines on the error stream, once for
  /// each place; so are waits and losses if ``logHandler`` is not set either.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get { PromiseEnvironment.current.warningHandler }
    nonmutating set { PromiseEnvironment.current.warningHandler = newValue }
  }
}

/// Allows both default queues to be set at once.
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
