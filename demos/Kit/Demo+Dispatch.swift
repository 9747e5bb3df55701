package import PromiseKitLite

extension Demo {
  /// Begins the demo on Dispatch's queues, in real time; the thread that calls is its main program.
  ///
  /// - Parameters:
  ///   - knobs: The knobs' values.
  ///   - observers: Who receives the events.
  ///   - whenOver: Called once, on any thread, when nothing waits or runs any more.
  package func startOnDispatch(
    knobs: Knobs, observers: [any PromiseObserver], whenOver: @escaping @Sendable () -> Void
  ) -> DemoRun {
    let executor = WatchedExecutor(drainsMain: drainsMain, whenIdle: whenOver)
    executor.begin()
    defer { executor.end() }
    return start(
      knobs: knobs, in: PromiseEnvironment(executor: executor, observers: observers))
  }
}
