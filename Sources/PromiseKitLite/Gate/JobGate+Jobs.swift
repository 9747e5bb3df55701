import Synchronization

// What happens to a job at the gate: it starts, or it is held and dispatched again later.

extension JobGate {
  /// Decides about a job whose queue is ready to run it.
  func reach(_ job: GateJob) {
    guard !isForked else { return run(job, isCounted: false) }
    let needs = state.withLock { state in
      state.following != nil || state.selection != nil || state.breakpoints.matchJobs
        ? (true, state.breakpoints.needValues) : (false, false)
    }
    let subject = needs.0 ? job.subject(readsValue: needs.1) : nil
    let decision = change { state, after in decide(job, subject, &state, &after) }
    switch decision {
    case .run?, nil: run(job)
    case .hold?: break
    case .startFirst?: startFirst(of: job.lane)
    }
  }

  private enum Decision: Sendable {
    case run, hold
    /// The job is held behind others of a serial queue, the first of which can start at this place.
    case startFirst
  }

  private func decide(
    _ job: GateJob, _ subject: GateSubject?, _ state: inout State, _ after: inout Aftermath
  ) -> Decision {
    if job.isExpected { state.onTheWay -= 1 }
    let isMatched = stops(before: subject, job, &state, &after)
    state.noteArrival(job)
    let lane = state.lanes[job.lane]
    let isQueueFree = lane.map { $0.count == 0 && $0.grantedCount == 0 } ?? true
    let isHeld = state.isClosed || state.following != nil || state.isSelected(subject)
    guard isHeld || !isQueueFree else {
      state.begin(job, on: base.thread, wasGranted: false)
      return .run
    }
    hold(job, subject, isMatched: isMatched, &state, &after)
    guard state.isFree else {
      advance(&state, &after)
      return .hold
    }
    // The jobs before it are dispatched again, and it follows them.
    dispatch(job, &state)
    return job.isOnDispatch && state.startsAnywhere(job.lane) ? .startFirst : .hold
  }

  /// Closes the gate if a breakpoint stops before the job. Returns whether one does.
  private func stops(
    before subject: GateSubject?, _ job: GateJob, _ state: inout State, _ after: inout Aftermath
  ) -> Bool {
    guard !state.isClosed, let subject, let reason = state.breakpoints.reason(before: subject)
    else { return false }
    close(&state, because: reason, to: .environment(job.environment), &after)
    return true
  }

  private func hold(
    _ job: GateJob, _ subject: GateSubject?, isMatched: Bool, _ state: inout State,
    _ after: inout Aftermath
  ) {
    let step = state.following == nil ? nil : subject.map { job.step(for: $0) }
    step.map { state.following?.hold(job, $0) }
    let new = state.newLane(of: job)
    state.lanes[job.lane, default: new].append(
      HeldJob(
        job: job, arrival: state.arrivals, step: step, subject: subject, isMatched: isMatched))
    state.arrivals += 1
    state.heldCount += 1
    state.following?.note(at: now)
    if state.isReported {
      post(.init(.held, job: job.job.id), in: job.environment, &after)
    }
  }

  /// Lets a job start: its queue runs it as soon as it can.
  func grant(
    _ job: GateJob, because reason: String?, _ state: inout State, _ after: inout Aftermath
  ) {
    guard let held = state.lanes[job.lane]?.remove(job) else { return }
    state.heldCount -= 1
    held.step.map { state.following?.letGo(job, $0) }
    state.granted[ObjectIdentifier(job)] = held.isMatched
    state.lanes[job.lane]?.grant(job)
    state.stepsNext = false
    if state.isReported {
      post(.init(.released, job: job.job.id, reason: reason), in: job.environment, &after)
    }
    dispatch(job, &state)
  }

  /// Dispatches the jobs that are held again, in the order in which they arrived.
  func releaseAll(_ state: inout State) {
    for held in state.heldJobs { dispatch(held.job, &state) }
  }

  /// Runs a job that was dispatched again when the gate had been closed `epoch` times, unless it has
  /// to wait longer or has started at another place.
  func redeem(_ job: GateJob, _ epoch: Int) {
    guard !isForked else { return }
    let needs = state.withLock { state -> (Bool, Bool) in
      guard state.breakpoints.matchJobs else { return (false, false) }
      let isMatched =
        state.granted[ObjectIdentifier(job)]
        ?? (state.isFree && state.epoch == epoch
          ? state.lanes[job.lane]?.find(job)?.isMatched : nil)
      return (isMatched == false, state.breakpoints.needValues)
    }
    let subject = needs.0 ? job.subject(readsValue: needs.1) : nil
    let decision = change { state, after -> Decision in
      if state.granted.removeValue(forKey: ObjectIdentifier(job)) != nil {
        // It does not stop again before what was let go, but that counts.
        if let subject { _ = state.breakpoints.reason(before: subject) }
        state.begin(job, on: base.thread, wasGranted: true)
        return .run
      }
      guard state.isFree, state.epoch == epoch else { return .hold }
      guard state.lanes[job.lane]?.find(job) != nil else {
        // It has started at another place.
        return job.isOnDispatch ? .startFirst : .hold
      }
      if stops(before: subject, job, &state, &after) {
        state.lanes[job.lane]?.setMatched(job)
        return .hold
      }
      state.take(job, on: base.thread)
      return .run
    }
    switch decision {
    case .run?: run(job)
    case .startFirst?: startFirst(of: job.lane)
    case .hold?, nil: break
    }
  }

  /// Runs the first job of a serial queue that is held although the gate is open, at the place of
  /// another one. A queue that is never empty gets rid of all that are held in this way. Each place
  /// starts one job, so that a queue that is suspended starts none.
  private func startFirst(of lane: LaneKey) {
    let first = change { state, after -> GateJob? in
      guard state.startsAnywhere(lane), let first = state.lanes[lane]?.startable().first?.job,
        first.isOnDispatch, !first.isFlagged
      else { return nil }
      state.take(first, on: base.thread)
      return first
    }
    if let first = first ?? nil { run(first) }
  }

  private func run(_ job: GateJob, isCounted: Bool = true) {
    job.environment.bind(queue: job.queue, job: job.job.id) { job.job.runToEnd() }
    guard isCounted else { return }
    change { state, after in
      state.end(job, on: base.thread)
      state.following?.note(at: now)
      advance(&state, &after)
    }
  }

  /// Called when the start of a job has been posted. What the schedule has beside it may start.
  func began() {
    guard isFollowing else { return }
    change { state, after in advance(&state, &after) }
  }

  /// The calling thread begins to wait for a promise.
  func beginWait() {
    change { state, after in
      state.threads.beginWait(base.thread)
      advance(&state, &after)
    }
  }

  /// A thread may go on after a wait.
  func endWait(of thread: ThreadID) {
    change { state, after in state.threads.endWait(thread) }
  }

  /// Lets go what may start now: the next job of a step, or what the schedule has next.
  func advance(_ state: inout State, _ after: inout Aftermath) {
    if state.isClosed {
      if state.stepsNext { step(&state, &after) }
    } else if state.following != nil {
      follow(&state, &after)
    } else if state.selection != nil {
      letOthersStart(&state, &after)
    }
  }
}

extension JobGate.State {
  /// The jobs that are held, in the order in which they arrived.
  var heldJobs: [HeldJob] {
    lanes.values.flatMap { Array($0.jobs) }.sorted { $0.arrival < $1.arrival }
  }

  func newLane(of job: GateJob) -> GateLane {
    GateLane(isConcurrent: job.isConcurrent || concurrent.contains(job.lane))
  }

  /// Notes that a queue of Dispatch is concurrent, although it does not say so: one of its jobs
  /// arrives while another one is running.
  mutating func noteArrival(_ job: GateJob) {
    guard let lane = lanes[job.lane], !lane.isConcurrent, lane.runningCount > 0, job.isOnDispatch
    else { return }
    concurrent.insert(job.lane)
    lanes[job.lane]?.isConcurrent = true
  }

  /// Whether the first held job of a serial queue can start where the queue is now.
  func startsAnywhere(_ key: LaneKey) -> Bool {
    guard isFree, !breakpoints.matchJobs, let lane = lanes[key] else { return false }
    return !lane.isConcurrent && lane.grantedCount + lane.runningCount == 0
  }

  mutating func begin(_ job: GateJob, on thread: ThreadID, wasGranted: Bool) {
    noteArrival(job)
    let new = newLane(of: job)
    lanes[job.lane, default: new].begin(job, wasGranted: wasGranted)
    threads.begin(thread)
  }

  /// Takes a job that is held, to start it.
  mutating func take(_ job: GateJob, on thread: ThreadID) {
    guard lanes[job.lane]?.remove(job) != nil else { return }
    heldCount -= 1
    begin(job, on: thread, wasGranted: false)
  }

  mutating func end(_ job: GateJob, on thread: ThreadID) {
    lanes[job.lane]?.end(job)
    if lanes[job.lane]?.isIdle == true { lanes[job.lane] = nil }
    threads.end(thread)
  }

  /// Whether events say what is held and let go.
  var isReported: Bool { isClosed ? !isSilent : selection != nil }

  /// Whether a job or a timer that was let go runs without waiting for a promise, or is about to start.
  var isBusy: Bool { threads.isBusy || !granted.isEmpty || !firing.isEmpty }

  /// Whether a job or a timer that was let go has not started, or the turn of a timer is not over.
  var isStarting: Bool { !granted.isEmpty || !firing.isEmpty || firing.isInTurn }
}

extension GateJob {
  /// Returns how a schedule lists the job.
  func step(for subject: GateSubject) -> JobSchedule.Step {
    JobSchedule.Step(subject.name(isTimer: false), occurrence: occurrence)
  }
}
