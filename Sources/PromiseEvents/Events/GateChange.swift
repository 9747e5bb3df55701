extension PromiseEvent {
  /// What happened at the gate of a program. A gate holds jobs and timers before they start, so that a
  /// user can look at the program, and choose what runs next.
  ///
  /// ```swift
  /// let change = PromiseEvent.GateChange(.held, job: 4)
  /// if let job = change.job { print(change.action, job) }
  /// // Prints "held j4"
  /// ```
  public struct GateChange: Hashable, Sendable {
    /// What happened.
    public var action: GateAction
    /// The job that is held or may start; `nil` if the change concerns no job.
    public var job: JobID?
    /// The timer that is held or may fire; `nil` if the change concerns no timer.
    public var timer: TimerID?
    /// Why, as a phrase, such as `breakpoint 1: before 'submit'`; `nil` if there is nothing to say.
    public var reason: String?

    /// Creates a change from its parts.
    public init(
      _ action: GateAction, job: JobID? = nil, timer: TimerID? = nil, reason: String? = nil
    ) {
      self.action = action
      self.job = job
      self.timer = timer
      self.reason = reason
    }
  }

  /// What a gate does.
  ///
  /// ```swift
  /// print(PromiseEvent.GateAction.allCases.map(\.rawValue))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum GateAction: String, CaseIterable, Hashable, Sendable {
    /// It closes: no job of a chain starts, and no timer of the library fires.
    case closed
    /// It opens: everything that it holds starts in the order of the queues.
    case opened
    /// A job's queue is ready to run it, or a timer is due, but the gate holds it.
    case held
    /// It lets one job start, or one timer fire, while it is closed.
    case released
    /// It follows a schedule, and what the schedule has next did not come.
    case missed
  }
}
