extension PromiseEvent.Kind {
  /// The kinds of events without their payloads, for filtering, counting, and listing events.
  ///
  /// ```swift
  /// let errors: Set<PromiseEvent.Kind.Name> = [.errorHandled, .errorUnhandled]
  /// ```
  ///
  /// The raw value is the name of the kind in a trace.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
    /// A promise is created.
    case created
    /// A body starts, and ends.
    case bodyStarted, bodyEnded
    /// An operator attaches a handler to a promise.
    case handlerAttached
    /// A job is enqueued, starts, and ends.
    case jobEnqueued, jobStarted, jobEnded
    /// A job that has started declares what state it accesses.
    case touched
    /// A settlement skips a link.
    case handlerSkipped
    /// A promise is locked in to another promise.
    case adopted
    /// A promise leaves the pending state; a promise is resolved again, which has no effect.
    case settled, resolutionIgnored
    /// A fan-in adds an input; an input settles while the fan-in is pending, or too late.
    case inputAdded, inputSettled, inputIgnored
    /// A rejection reaches a handler, or never will.
    case errorHandled, errorUnhandled
    /// A promise is freed.
    case deallocated
    /// A thread blocks on a promise, and continues.
    case waitBegan, waitEnded
    /// A task begins to await a promise, and stops awaiting it.
    case awaitBegan, awaitEnded
    /// A cancellation is requested.
    case cancelRequested
    /// A timer is set, fires, or is no longer needed.
    case timerScheduled, timerFired, timerCancelled
    /// A simulation picks one of several steps that are possible next.
    case choiceMade
    /// A queue or a thread is seen for the first time.
    case queueDeclared, threadNamed
    /// The program writes a note; the text of a source file becomes available.
    case note, sourceText
    /// A what-if changes the run.
    case intervened
    /// Events were lost.
    case dropped
    /// A promise becomes part of a distributed trace.
    case spanLinked
    /// One of several processes, or one of its threads, is seen for the first time.
    case processDeclared, threadAssigned
    /// The gate of a program closes, opens, holds a job or a timer, or lets one start.
    case gateChanged
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
    case .touched: .touched
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
    case .intervened: .intervened
    case .dropped: .dropped
    case .spanLinked: .spanLinked
    case .processDeclared: .processDeclared
    case .threadAssigned: .threadAssigned
    case .gateChanged: .gateChanged
    }
  }
}

extension PromiseEvent.Kind {
  /// What a kind of event is about.
  ///
  /// Code that handles few kinds names these, or asks for their family; only code that handles most
  /// kinds names all. What a new kind means to the rest is decided once, by its family.
  package enum Family: Hashable, Sendable, CaseIterable {
    /// A promise begins to exist.
    case creation
    /// How promises are connected: handlers that are attached or skipped, and adoptions.
    case link
    /// The work of the program: jobs and bodies, from being enqueued to their ends, and what they
    /// access.
    case job
    /// Attempts to settle a promise: the one that does, and those that have no effect.
    case settlement
    /// The inputs of a promise that has several.
    case fanIn
    /// What becomes of a rejection.
    case error
    /// A promise is freed.
    case deallocation
    /// A thread or a task waits for a promise, and continues. The event is about the promise, not
    /// about the job that waits.
    case wait
    /// A chain is cancelled.
    case cancellation
    /// A timer, from being set to its end.
    case timer
    /// What only a simulation does: it makes choices, and applies what-ifs.
    case simulation
    /// The names of things that other events mention by number, and the texts of sources.
    case declaration
    /// What the program prints.
    case note
    /// Events are missing.
    case loss
    /// A promise is part of a distributed trace.
    case span
    /// The names of processes, and what belongs to them.
    case process
    /// What the gate of a program does.
    case gate
  }

  /// What the event is about.
  package var family: Family { name.family }
}

extension PromiseEvent.Kind.Name {
  /// What the events of the kind are about.
  package var family: PromiseEvent.Kind.Family {
    switch self {
    case .created: .creation
    case .handlerAttached, .handlerSkipped, .adopted: .link
    case .bodyStarted, .bodyEnded, .jobEnqueued, .jobStarted, .jobEnded, .touched: .job
    case .settled, .resolutionIgnored: .settlement
    case .inputAdded, .inputSettled, .inputIgnored: .fanIn
    case .errorHandled, .errorUnhandled: .error
    case .deallocated: .deallocation
    case .waitBegan, .waitEnded, .awaitBegan, .awaitEnded: .wait
    case .cancelRequested: .cancellation
    case .timerScheduled, .timerFired, .timerCancelled: .timer
    case .choiceMade, .intervened: .simulation
    case .queueDeclared, .threadNamed, .sourceText: .declaration
    case .note: .note
    case .dropped: .loss
    case .spanLinked: .span
    case .processDeclared, .threadAssigned: .process
    case .gateChanged: .gate
    }
  }
}
