extension PromiseEvent.Kind {
  /// What a kind of event is about.
  ///
  /// Code that handles few kinds names these, or asks for their family; only what handles most kinds names all. What
  /// a new kind means to all other code is therefore decided once, by its family.
  package enum Family: Hashable, Sendable, CaseIterable {
    /// A promise begins to exist.
    case creation
    /// How promises are connected: handlers that are attached or skipped, and adoptions.
    case link
    /// The work that the program does: jobs and bodies, from being enqueued to their ends, and what they access.
    case job
    /// Attempts to settle a promise: the one that does, and those that have no effect.
    case settlement
    /// The inputs of a promise that has several.
    case fanIn
    /// What becomes of a rejection.
    case error
    /// A promise is freed.
    case deallocation
    /// A thread or a task waits for a promise, and continues. It is about the promise, not about the
    /// job that waits.
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
