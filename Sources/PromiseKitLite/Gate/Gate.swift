#if !PROMISE_NO_GATE
  import Dispatch
  import Synchronization

  /// A gate in front of the jobs and the timers of a program.
  ///
  /// While it is open, a job asks it with one load of a flag. While it is closed, a job whose queue is
  /// ready to run it does not run: the gate keeps it, and the queue goes on. No thread waits. When the
  /// job may start, it is dispatched to its queue again. Jobs of one queue keep their order, and a queue
  /// that is suspended or busy still decides when a job starts. The clock of the timers stands still.
  ///
  /// Only work that is sent through the library asks the gate. Other blocks of a queue, threads,
  /// sockets, and timers of the system go on.
  package final class Gate: Sendable {
    /// Whether a job can start without looking at the state.
    private let isPlain = Atomic<Bool>(true)
    /// Whether a settlement can close the gate.
    private let watches = Atomic<Bool>(false)
    /// Whether the gate follows a schedule.
    private let follows = Atomic<Bool>(false)
    /// Whether this process was forked from one with a gate. The state may be locked forever.
    private let isForked = Atomic<Bool>(false)
    let state = Mutex(State())
    /// The environment whose jobs and timers ask the gate; `nil` for that of the program.
    private let owner = Mutex<Owner?>(nil)
    /// Is called after each change.
    private let changed = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    /// A weak reference to an environment.
    private struct Owner: Sendable {
      weak var environment: PromiseEnvironment?
    }

    /// Sets the environment whose jobs and timers ask the gate.
    func serve(_ environment: PromiseEnvironment) {
      owner.withLock { $0 = Owner(environment: environment) }
    }

    struct State: Sendable {
      var isClosed = false
      /// Whether the program does not know yet whether its gate is closed.
      var isSilent = false
      var reason: String?
      var held: [QueueID: [HeldJob]] = [:]
      var heldCount = 0
      /// The jobs that may start, and are dispatched again.
      var granted: [QueueID: [GateJob]] = [:]
      /// How many jobs that the gate has let go are running, by queue.
      var running: [QueueID: Int] = [:]
      var runningCount = 0
      /// How many timers were let go whose turn is not over.
      var firingCount = 0
      /// How many jobs wait for promises.
      var waitCount = 0
      var arrivals = 0
      var timers: [Int: TimerEntry] = [:]
      var timerCount = 0
      /// How long the clock of the timers has stood still, in nanoseconds, and since when it does.
      var standing: Int64 = 0
      var stopped: Int64?
      /// Whether the next job that arrives may start.
      var stepsNext = false
      var breakpoints = Breakpoints()
      var following: Following?
    }

    struct TimerEntry: Sendable {
      let timer: GateTimer
      var alarm: ScheduledTimer?
      var isHeld = false
    }

    /// What is done after a change of the state, without the lock.
    struct Aftermath: Sendable {
      var events: [(PromiseEvent, PromiseEnvironment)] = []
      var tokens: [GateJob] = []
      var firing: [GateTimer] = []
      var alarms: [GateTimer] = []
      var run: GateJob?
    }
  }

  // MARK: - Jobs

  extension Gate {
    /// Whether a job can start at once.
    @inline(__always)
    var isOpen: Bool { isPlain.load(ordering: .acquiring) }

    /// Whether the gate follows a schedule, so that jobs are counted by name.
    var isFollowing: Bool { follows.load(ordering: .relaxed) }

    /// Decides about a job whose queue is ready to run it.
    func reach(_ job: GateJob) {
      guard !isForked.load(ordering: .relaxed) else { return run(job, isCounted: false) }
      let isDescribed = state.withLock { $0.following != nil || $0.breakpoints.matchJobs }
      let subject = isDescribed ? job.describe() : nil
      let next = change { state, after -> GateJob? in
        let isMatched = stops(before: subject, job, &state, &after)
        let isQueueFree = state.held[job.queue]?.isEmpty ?? true
        guard state.isClosed || state.following != nil || !isQueueFree else {
          state.begin(job.queue)
          return job
        }
        hold(job, subject, isMatched: isMatched, &state, &after)
        if !state.isClosed, state.following == nil {
          // The jobs before it are dispatched again, and it follows them.
          after.tokens.append(job)
        }
        advance(&state, &after)
        return nil
      }
      if let next = next ?? nil { run(next) }
    }

    /// Closes the gate if a breakpoint stops before the job. Returns whether one does.
    private func stops(
      before subject: GateSubject?, _ job: GateJob, _ state: inout State, _ after: inout Aftermath
    ) -> Bool {
      guard !state.isClosed, let subject, let reason = state.breakpoints.reason(before: subject)
      else { return false }
      close(&state, because: reason, in: job.environment, &after)
      return true
    }

    private func hold(
      _ job: GateJob, _ subject: GateSubject?, isMatched: Bool, atFront: Bool = false,
      _ state: inout State, _ after: inout Aftermath
    ) {
      let step = state.following == nil ? nil : subject.map { job.step(for: $0) }
      let arrival = atFront ? -state.arrivals : state.arrivals
      let held = HeldJob(job: job, arrival: arrival, step: step, isMatched: isMatched)
      state.held[job.queue, default: []].insert(
        held, at: atFront ? 0 : state.held[job.queue]?.count ?? 0)
      state.arrivals += 1
      state.heldCount += 1
      state.following?.note(at: now)
      if state.isClosed, !state.isSilent {
        post(.init(.held, job: job.job.id), in: job.environment, &after)
      }
    }

    /// Lets a job start: its queue runs it as soon as it can.
    func grant(
      _ job: GateJob, because reason: String?, _ state: inout State, _ after: inout Aftermath
    ) {
      state.held[job.queue]?.removeAll { $0.job === job }
      if state.held[job.queue]?.isEmpty == true { state.held[job.queue] = nil }
      state.heldCount -= 1
      state.granted[job.queue, default: []].append(job)
      state.stepsNext = false
      if state.isClosed, !state.isSilent {
        post(.init(.released, job: job.job.id, reason: reason), in: job.environment, &after)
      }
      after.tokens.append(job)
    }

    /// Runs the job for which its queue was asked again, or the first one before it.
    func redeem(_ token: GateJob) {
      let next = change { state, after -> HeldJob? in
        guard let next = state.next(for: token) else { return nil }
        state.begin(token.queue)
        return next
      }
      guard let next = next ?? nil else { return }
      guard !next.isMatched, state.withLock({ $0.breakpoints.matchJobs }) else {
        return run(next.job)
      }
      let subject = next.job.describe()
      let isHeld = change { state, after -> Bool in
        guard stops(before: subject, next.job, &state, &after) else { return false }
        state.end(token.queue)
        hold(next.job, subject, isMatched: true, atFront: true, &state, &after)
        return true
      }
      if isHeld != true { run(next.job) }
    }

    private func run(_ job: GateJob, isCounted: Bool = true) {
      job.environment.bind(queue: job.queue, job: job.job.id) { job.job.run()() }
      guard isCounted else { return }
      change { state, after in
        state.end(job.queue)
        state.following?.note(at: now)
        advance(&state, &after)
      }
    }

    /// Called when the start of a job has been posted. What the schedule has beside it may start.
    func began() {
      guard isFollowing else { return }
      change { state, after in advance(&state, &after) }
    }

    /// A job begins to wait for a promise.
    func beginWait() {
      change { state, after in
        state.waitCount += 1
        advance(&state, &after)
      }
    }

    func endWait() { change { state, after in state.waitCount -= 1 } }

    /// Lets go what may start now: the next job of a step, or what the schedule has next.
    func advance(_ state: inout State, _ after: inout Aftermath) {
      if state.isClosed {
        if state.stepsNext { step(&state, &after) }
      } else if state.following != nil {
        follow(&state, &after)
      }
    }
  }

  extension Gate.State {
    mutating func begin(_ queue: QueueID) {
      running[queue, default: 0] += 1
      runningCount += 1
    }

    mutating func end(_ queue: QueueID) {
      let count = (running[queue] ?? 1) - 1
      running[queue] = count == 0 ? nil : count
      runningCount -= 1
    }

    /// Returns the job to run now that the queue of `token` has asked again, and removes it; `nil` if
    /// there is none.
    mutating func next(for token: GateJob) -> HeldJob? {
      let queue = token.queue
      if let place = granted[queue]?.firstIndex(where: {
        token.isFlagged ? $0 === token : !$0.isFlagged
      }) {
        let job = granted[queue]?.remove(at: place)
        if granted[queue]?.isEmpty == true { granted[queue] = nil }
        return job.map { HeldJob(job: $0, arrival: 0, step: nil, isMatched: true) }
      }
      guard !isClosed, following == nil,
        let place = held[queue]?.firstIndex(where: {
          token.isFlagged ? $0.job === token : !$0.job.isFlagged
        })
      else { return nil }
      let job = held[queue]?.remove(at: place)
      if held[queue]?.isEmpty == true { held[queue] = nil }
      heldCount -= 1
      return job
    }
  }

  // MARK: - Open and close

  extension Gate {
    /// Closes the gate. `reason` is a phrase for the events.
    package func close(because reason: String) {
      change { state, after in
        close(&state, because: reason, in: environment, &after)
      }
    }

    /// Closes the gate until it is known whether it should be closed.
    func closeSilently() {
      change { state, after in
        state.isClosed = true
        state.isSilent = true
        state.stopped = now
      }
    }

    func close(
      _ state: inout State, because reason: String, in environment: PromiseEnvironment,
      _ after: inout Aftermath
    ) {
      guard !state.isClosed || state.isSilent else { return }
      state.isClosed = true
      state.isSilent = false
      state.reason = reason
      state.stepsNext = false
      state.stopped = state.stopped ?? now
      post(.init(.closed, reason: reason), in: environment, &after)
      let held = state.held.values.joined().sorted { $0.arrival < $1.arrival }
      for held in held {
        post(.init(.held, job: held.job.job.id), in: held.job.environment, &after)
      }
    }

    /// Opens the gate: everything that it holds starts, in the order of the queues.
    package func open(because reason: String) {
      change { state, after in
        guard state.isClosed else { return }
        let wasSilent = state.isSilent
        state.isClosed = false
        state.isSilent = false
        state.stepsNext = false
        state.reason = nil
        if let stopped = state.stopped { state.standing += now - stopped }
        state.stopped = nil
        if !wasSilent { post(.init(.opened, reason: reason), in: environment, &after) }
        setAlarms(&state, &after)
        guard state.following == nil else { return advance(&state, &after) }
        releaseAll(&state, &after)
      }
    }

    /// Dispatches the jobs that are held again, in the order in which they arrived.
    func releaseAll(_ state: inout State, _ after: inout Aftermath) {
      after.tokens += state.held.values.joined().sorted { $0.arrival < $1.arrival }.map(\.job)
    }

    /// Whether the gate is closed.
    var isHolding: Bool { state.withLock { $0.isClosed } }

    /// When the gate was closed; 0 if it is open.
    var closedAt: Int64 { state.withLock { $0.stopped ?? 0 } }

    /// Sets what closes the gate.
    package func set(_ breakpoints: [Breakpoint]) {
      change { state, after in state.breakpoints.replace(with: breakpoints) }
    }

    /// Closes the gate if a breakpoint stops at such a settlement.
    func settled(
      _ core: PromiseCore, _ outcome: PromiseEvent.Outcome, _ description: String
    ) {
      guard watches.load(ordering: .relaxed), !isForked.load(ordering: .relaxed) else { return }
      let (label, tag) = (core.label?.text, core.metadata?.tag?.text)
      change { state, after in
        guard
          let reason = state.breakpoints.reason(
            settling: label, tag: tag, outcome, description)
        else { return }
        close(&state, because: reason, in: core.environment, &after)
      }
    }

    /// Opens the gate forever, in a process that was just forked.
    func leaveToParent() {
      isForked.store(true, ordering: .relaxed)
      isPlain.store(true, ordering: .releasing)
      watches.store(false, ordering: .relaxed)
      follows.store(false, ordering: .relaxed)
    }

    /// Calls `body` after each change of what the gate holds, on any thread.
    package func onChange(_ body: @escaping @Sendable () -> Void) {
      changed.withLock { $0 = body }
    }

    /// Starts to follow a schedule, before the first promise.
    package func follow(_ schedule: JobSchedule) {
      change { state, after in state.following = Following(schedule, now: now) }
      follows.store(true, ordering: .relaxed)
    }
  }

  // MARK: - Changes

  extension Gate {
    /// Changes the state, and then does what follows from the change, without the lock.
    @discardableResult
    func change<R: Sendable>(_ body: (inout State, inout Aftermath) -> R) -> R? {
      guard !isForked.load(ordering: .relaxed) else { return nil }
      let (result, after) = state.withLock { state -> (R, Aftermath) in
        var after = Aftermath()
        let result = body(&state, &after)
        isPlain.store(
          !state.isClosed && state.heldCount == 0 && state.following == nil
            && !state.breakpoints.matchJobs, ordering: .releasing)
        watches.store(state.breakpoints.matchSettlements, ordering: .relaxed)
        return (result, after)
      }
      for (event, environment) in after.events { environment.bus.post(event) }
      for job in after.tokens { job.dispatcher.dispatchOnce { self.redeem(job) } }
      for timer in after.alarms { setAlarm(timer) }
      fire(after.firing)
      changed.withLock { $0 }?()
      return result
    }

    /// Numbers an event for after the change.
    func post(
      _ change: PromiseEvent.GateChange, in environment: PromiseEnvironment,
      _ after: inout Aftermath
    ) {
      guard environment.bus.isObserved else { return }
      after.events.append((environment.event(.gateChanged(change)), environment))
    }

    /// The environment in which the gate itself is closed and opened.
    var environment: PromiseEnvironment { owner.withLock { $0?.environment } ?? .shared }

    /// The time on the clock of the events.
    var now: Int64 { environment.executor.now }
  }

  extension GateJob {
    /// Returns how a schedule lists the job.
    func step(for subject: GateSubject) -> JobSchedule.Step {
      JobSchedule.Step(subject.name(isTimer: false), occurrence: occurrence)
    }
  }
#endif
