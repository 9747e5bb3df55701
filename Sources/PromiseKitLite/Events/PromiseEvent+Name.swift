extension PromiseEvent.Kind {
  /// The kinds of events by their names alone, without what they carry: to choose among them, to count
  /// them and to list them.
  ///
  /// ```swift
  /// let errors: Set<PromiseEvent.Kind.Name> = [.errorHandled, .errorUnhandled]
  /// ```
  ///
  /// The raw value is the name that a trace writes.
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    case created
    case bodyStarted, bodyEnded
    case handlerAttached
    case jobEnqueued, jobStarted, jobEnded
    case handlerSkipped
    case adopted
    case settled, resolutionIgnored
    case inputAdded, inputSettled, inputIgnored
    case errorHandled, errorUnhandled
    case deallocated
    case waitBegan, waitEnded
    case cancelRequested
    case timerScheduled, timerFired, timerCancelled
    case queueDeclared, threadNamed
    case note, sourceText
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
    case .cancelRequested: .cancelRequested
    case .timerScheduled: .timerScheduled
    case .timerFired: .timerFired
    case .timerCancelled: .timerCancelled
    case .queueDeclared: .queueDeclared
    case .threadNamed: .threadNamed
    case .note: .note
    case .sourceText: .sourceText
    case .dropped: .dropped
    }
  }
}
