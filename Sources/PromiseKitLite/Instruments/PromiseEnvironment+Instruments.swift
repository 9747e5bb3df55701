extension PromiseEnvironment {
  /// Creates an environment with instruments.
  package convenience init(
    executor: any Executor, observers: [any PromiseObserver], accessTracker: AccessTracker? = nil,
    overrider: (any Overrider)? = nil, dialect: (any DialectRules)? = nil, shuffle: Shuffle? = nil
  ) {
    self.init(
      executor: executor, observers: observers,
      hooks: Instruments(
        accessTracker: accessTracker, overrider: overrider, dialect: dialect, shuffle: shuffle))
  }

  #if !PROMISE_NO_GATE
    /// Creates an environment that uses Dispatch's queues and clock, with a gate.
    package convenience init(gate: JobGate, observers: [any PromiseObserver]) {
      self.init(
        executor: GatedExecutor(gate), observers: observers, hooks: Instruments(gate: gate))
    }
  #endif

  /// The tracker of an exploration; other environments have none.
  package var accessTracker: AccessTracker? { (hooks as? Instruments)?.accessTracker }
}

extension PromiseEnvironment: HookSource {
  static var hooksOfProcess: (any Hooks)? { Instruments.ofProcess }
  static var hooksOfOtherEnvironments: (any Hooks)? { Instruments.ofOtherEnvironments }
}
