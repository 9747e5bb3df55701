extension Exploration {
  /// What must hold in every schedule.
  ///
  /// ```swift
  /// let order = Exploration.Invariant("save before render")
  /// try scenario.verify(.before("save", "render"), .never(.deadlock))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Invariant: Hashable, Sendable {
    /// The second never happens without the first having happened. Each is a note's text or a promise's
    /// name; a promise happens when its handler begins, or, where it has none, when it settles.
    case before(String, String)
    /// The program says this.
    case note(String)
    /// The promise at the end is fulfilled with a value of this description.
    case result(String)
    /// This does not happen.
    case never(Mishap)

    /// What may be expected never to happen.
    ///
    /// ```swift
    /// try scenario.verify(.never(.deadlock), .never(.unhandledRejection))
    /// ```
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Mishap: Hashable, Sendable {
      /// Nothing can go on while something waits.
      case deadlock
      /// The promise at the end is never settled.
      case neverSettled
      /// The promise at the end is rejected.
      case rejection
      /// The promise at the end is cancelled.
      case cancellation
      /// An error that nobody handles.
      case unhandledRejection
      /// A run that takes more steps than it may.
      case endlessRun
      /// The program says this.
      case note(String)
      /// A promise of this name, or a note of this text, happens before another.
      case before(String, String)
    }
  }
}
