extension PromiseEvent.Kind {
  /// The kinds of events by their names alone, without what they carry: to choose among them, to count
  /// them and to list them.
  ///
  /// ```swift
  /// let errors: Set<PromiseEvent.Kind.Name> = [.errorHandled, .errorUnhandled]
  /// ```
  ///
  /// The raw value is the name that a trace writes.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// A promise begins.
    case created
    /// A body begins, and is over.
    case bodyStarted, bodyEnded
    /// An operator hangs a handler on a promise.
    case handlerAttached
    /// A job is put on a queue, begins to run, and is over.
    case jobEnqueued, jobStarted, jobEnded
    /// A job that has begun has declared what it touches.
    case accessed
    /// A settlement passes a link.
    case handlerSkipped
    /// A promise is locked in to another one.
    case adopted
    /// A promise leaves the pending state; somebody resolves it once more.
    case settled, resolutionIgnored
    /// A fan-in takes an input in, and hears of one in time or too late.
    case inputAdded, inputSettled, inputIgnored
    /// A rejection meets its handler, or never will.
    case errorHandled, errorUnhandled
    /// A promise is freed.
    case deallocated
    /// A thread blocks on a promise, and goes on.
    case waitBegan, waitEnded
    /// A task begins to await a promise, and stops.
    case awaitBegan, awaitEnded
    /// A cancellation is asked for.
    case cancelRequested
    /// A timer is set, fires, or is not needed any more.
    case timerScheduled, timerFired, timerCancelled
    /// A simulation takes one of several things that could happen next.
    case choiceMade
    /// A queue or a thread is seen for the first time.
    case queueDeclared, threadNamed
    /// The program says something; somebody has the text of a source file.
    case note, sourceText
    /// A run is changed by hand.
    case overridden
    /// Events were lost.
    case dropped
  }

  /// The name of this kind.
  public var name: Name {
    switch self {
    case .created: .created
    case .bodyStarted: .bodyStarted
    case .bodyEnded: .bodyEnded
    case .handlerAttached: .handlerAttached
    case .jobEnqueued: .jobEnqueued
    case .jobStarted: .jobStarted
    case .jobEnded: .jobEnded
    case .accessed: .accessed
    case .handlerSkipped: .handlerSkipped
    case .adopted: .adopted
    case .settled: .settled
    case .resolutionIgnored: .resolutionIgnored
    case .inputAdded: .inputAdded
    case .inputSettled: .inputSettled
    case .inputIgnored: .inputIgnored
    case .errorHandled: .errorHandled
    case .errorUnhandled: .errorUnhandled
    case .deallocated: .deallocated
    case .waitBegan: .waitBegan
    case .waitEnded: .waitEnded
    case .awaitBegan: .awaitBegan
    case .awaitEnded: .awaitEnded
    case .cancelRequested: .cancelRequested
    case .timerScheduled: .timerScheduled
    case .timerFired: .timerFired
    case .timerCancelled: .timerCancelled
    case .choiceMade: .choiceMade
    case .queueDeclared: .queueDeclared
    case .threadNamed: .threadNamed
    case .note: .note
    case .sourceText: .sourceText
    case .overridden: .overridden
    case .dropped: .dropped
    }
  }
}
