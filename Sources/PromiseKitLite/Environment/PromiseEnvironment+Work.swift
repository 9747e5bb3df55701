public import Dispatch

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
