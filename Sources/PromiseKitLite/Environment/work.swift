public import Dispatch

/// Keeps the running job, and so its queue, busy for an interval: it sleeps on a real queue, and takes
/// that much virtual time in a simulation.
///
/// What the job's closure returns or throws counts when the time is over; whatever else the closure
/// does happens at the start.
///
/// ```swift
/// queue.async(.promise) {
///   work(for: .milliseconds(80))
///   return "token"
/// }
/// ```
public func work(for interval: DispatchTimeInterval) {
  PromiseEnvironment.current.executor.work(for: max(0, interval.nanoseconds))
}

/// Says something that whoever watches the program should see, in the order in which it happened.
/// Nothing happens where nobody observes.
///
/// ```swift
/// fetch(token).done { items in note("\(items.count) items") }
/// ```
public func note(_ text: @autoclosure () -> String) {
  guard let environment = Activity.environment,
    environment.bus.isObserved || environment.witness != nil
  else { return }
  let text = text()
  environment.witness?.say(text)
  environment.post(.note(text))
}
