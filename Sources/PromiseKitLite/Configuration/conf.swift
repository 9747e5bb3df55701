public import Dispatch

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

  /// Who is told of what goes wrong. Unless it is set, that is the error stream: a line, once for each
  /// place, where nobody observes.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get { PromiseEnvironment.current.logHandler }
    nonmutating set { PromiseEnvironment.current.logHandler = newValue }
  }

  /// Who is told of unhandled errors and of second resolutions: PromiseKit has no event for these, and a
  /// `switch` over ``LogEvent`` stays exhaustive. Unless it is set, that is the error stream: a line, once
  /// for each place, where nobody observes.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get { PromiseEnvironment.current.warningHandler }
    nonmutating set { PromiseEnvironment.current.warningHandler = newValue }
  }
}

/// Lets the pair of PromiseKit's be assigned.
///
/// ```swift
/// conf.Q = (map: .global(), return: .main)
/// ```
public protocol PairedQueues: Sendable {}

extension PMKConfiguration: PairedQueues {}

extension PairedQueues {
  /// The two default queues that PromiseKit has.
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

/// Lets the default queues be taken as Dispatch queues, which PromiseKit's are.
///
/// ```swift
/// func prefetchAll(on queue: DispatchQueue? = conf.Q.map) -> Promise<[Page]> {
///   fetchPages().then(on: queue) { pages in when(fulfilled: pages.map { prefetch($0) }) }
/// }
/// ```
public protocol DefaultQueues: Sendable {}

extension PromiseEnvironment.Defaults: DefaultQueues {}

extension DefaultQueues where Self == PromiseEnvironment.Defaults {
  /// The default queue of then, map, recover and tap; main, if it is set to what is no Dispatch queue.
  @_disfavoredOverload
  public var map: DispatchQueue? { queue(of: \.map) }

  /// The default queue of done, get, catch, ensure and finally; main, if it is set to what is no Dispatch
  /// queue.
  @_disfavoredOverload
  public var `return`: DispatchQueue? { queue(of: \.return) }

  private func queue(of path: KeyPath<Self, (any Dispatcher)?>) -> DispatchQueue? {
    self[keyPath: path].map { $0 as? DispatchQueue ?? .main }
  }
}
