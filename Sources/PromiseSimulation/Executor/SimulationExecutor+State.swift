import PromiseKitLite

extension SimulationExecutor {
  /// What the lock guards.
  struct State {
    var scheduler = Scheduler()
    /// The kinds of the queues by their shown names: as declared, or as first seen.
    var kinds: [String: PromiseEvent.QueueKind]
    let globalWidth: Int
    /// The step that is going on.
    var step: Step?
    /// The thread on which timers fire, once one has.
    var timerThread: ThreadID?
    /// The thread that stands for all that are not simulated, once one was seen.
    var outsideThread: ThreadID?
    /// Threads whose names no event has told yet.
    var unnamed = [NamedThread(id: ThreadNumbers.main, name: "main")]
    var externalCalls = 0
    var isAbandoned = false
  }

  struct NamedThread {
    var id: ThreadID
    var name: String
  }

  /// A step that is going on.
  struct Step {
    /// The real thread that takes it.
    let mark: ThreadMark
    /// The simulated thread.
    var thread: ThreadID
    /// How long the job that runs has asked to be busy; none where no job runs.
    var busy: Int64?
  }
}

extension SimulationExecutor.State {
  /// The simulated thread of a real one.
  mutating func thread(of mark: ThreadMark) -> ThreadID {
    if let step, step.mark == mark { return step.thread }
    if let outsideThread { return outsideThread }
    let thread = name(scheduler.newThread(), "outside")
    outsideThread = thread
    return thread
  }

  /// Whether something may come in; it is counted if it comes from outside.
  mutating func admit(_ mark: ThreadMark) -> Bool {
    if step?.mark != mark { externalCalls += 1 }
    return !isAbandoned
  }

  /// Takes what was chosen, and goes over to the thread on which it happens.
  mutating func take(_ choice: Choice) -> Scheduler.Action? {
    let action = scheduler.take(choice)
    switch action {
    case .start(_, _, let worker)?, .end(_, let worker, _)?:
      step?.thread = worker.thread
      step?.busy = 0
    case .fire?:
      let thread = timerThread ?? name(scheduler.newThread(), "timers")
      timerThread = thread
      step?.thread = thread
    case nil: break
    }
    return action
  }

  private mutating func name(_ thread: ThreadID, _ name: String) -> ThreadID {
    unnamed.append(.init(id: thread, name: name))
    return thread
  }
}
