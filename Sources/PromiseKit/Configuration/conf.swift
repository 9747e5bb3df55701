public import Dispatch

/// The settings of the current environment: PromiseKit's three, with PromiseKit's types.
///
/// ```swift
/// conf.Q.map = .global()
/// conf.Q = (map: .global(), return: .main)
/// conf.catchPolicy = .allErrors
/// conf.logHandler = { event in logger.warning("\(event)") }
/// ```
///
/// It replaces PromiseKitLite's `conf`. The settings that PromiseKit does not have are
/// `conf.warningHandler` and, for the queue of `on: .background`, `conf.background`.
public var conf: PromiseKitConfiguration {
  get { PromiseKitConfiguration() }
  // Allows `conf.Q.map = …` to be written; the settings belong to the environment.
  set {}
}

/// The type of ``conf``: a view of the current `PromiseEnvironment`. It can be used from any
/// thread.
///
/// ```swift
/// let settings: PromiseKitConfiguration = conf
/// settings.catchPolicy = .allErrorsExceptCancellation
/// ```
public struct PromiseKitConfiguration: PairedQueues, Sendable {
  /// The default queues: `map` for then, map, compactMap, recover, and tap; `return` for done, get,
  /// catch, ensure, and finally. `nil` means inline.
  ///
  /// A dispatcher that is not a `DispatchQueue` reads as main, and is kept until another queue is
  /// set.
  public var Q: (map: DispatchQueue?, return: DispatchQueue?) {
    get {
      let defaults = PromiseEnvironment.current.defaults
      return (queue(defaults.map), queue(defaults.return))
    }
    nonmutating set {
      let environment = PromiseEnvironment.current
      var defaults = environment.defaults
      defaults.map = dispatcher(newValue.map, replacing: defaults.map)
      defaults.return = dispatcher(newValue.return, replacing: defaults.return)
      environment.defaults = defaults
    }
  }

  /// Which errors a `catch` or a `recover` without a policy handles: all except cancellations by
  /// default.
  public var catchPolicy: CatchPolicy {
    get { PromiseEnvironment.current.catchPolicy }
    nonmutating set { PromiseEnvironment.current.catchPolicy = newValue }
  }

  /// Receives PromiseKit's log events. By default, each is written as a line to the error stream.
  public var logHandler: @Sendable (LogEvent) -> Void {
    get { PromiseEnvironment.current.logHandler }
    nonmutating set { PromiseEnvironment.current.logHandler = newValue }
  }

  /// Receives probable mistakes together with the promise that each concerns.
  public var warningHandler: @Sendable (PromiseWarning) -> Void {
    get { PromiseEnvironment.current.warningHandler }
    nonmutating set { PromiseEnvironment.current.warningHandler = newValue }
  }

  /// The queue of `on: .background`: Dispatch's global queue by default; inline if `nil`.
  public var background: (any Dispatcher)? {
    get { PromiseEnvironment.current.defaults.background }
    nonmutating set { PromiseEnvironment.current.defaults.background = newValue }
  }

  private func queue(_ dispatcher: (any Dispatcher)?) -> DispatchQueue? {
    dispatcher.map { $0 as? DispatchQueue ?? .main }
  }

  /// Returns the dispatcher to store. Setting `conf.Q.map` also writes `conf.Q.return` back, as it
  /// was read.
  private func dispatcher(
    _ queue: DispatchQueue?, replacing old: (any Dispatcher)?
  ) -> (any Dispatcher)? {
    guard let old, !(old is DispatchQueue), queue?.label == DispatchQueue.main.label else {
      return queue
    }
    return old
  }
}

extension LogEvent {
  /// Returns the event as a sentence, under PromiseKit's name.
  ///
  /// ```swift
  /// conf.logHandler = { event in logger.warning(event.asString()) }
  /// ```
  public func asString() -> String { sentence }
}
