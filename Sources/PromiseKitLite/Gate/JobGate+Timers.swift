import Synchronization

// The clock of the library's timers stands still while the gate is closed.

extension JobGate {
  /// Sets a timer. Its time goes on only while the gate is open.
  func schedule(
    at due: Int64, timer id: TimerID?, of promise: PromiseCore,
    in environment: PromiseEnvironment, fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let step = isFollowing ? timerStep(of: promise, in: environment) : nil
    let timer = change { state, after -> GateTimer in
      let timer = GateTimer(
        due: due, offset: standing(state), id: id, of: promise, in: environment,
        number: state.timerCount, step: step, fire: fire)
      state.timerCount += 1
      state.timers[timer.number] = TimerEntry(timer: timer)
      return timer
    }
    guard let timer else {
      return base.schedule(at: due, timer: id, of: promise, in: environment, fire: fire)
    }
    setAlarm(timer)
    return ScheduledTimer { [self] in
      guard timer.isOver.set() else { return false }
      remove(timer)
      return true
    }
  }

  private func timerStep(
    of promise: PromiseCore, in environment: PromiseEnvironment
  ) -> JobSchedule.Step {
    let name = GateSubject(promise, on: nil, in: environment).name(isTimer: true)
    return JobSchedule.Step(name, occurrence: count(name))
  }

  /// How long the clock of the timers has stood still.
  private func standing(_ state: borrowing State) -> Int64 {
    state.standing + (state.stopped.map { now - $0 } ?? 0)
  }

  /// When the timer fires if the gate is open from now on.
  private func due(_ timer: GateTimer, _ state: borrowing State) -> Int64 {
    let late = standing(state) - timer.offset
    return timer.due > .max - max(0, late) ? .max : timer.due + late
  }

  /// The timers in the order in which they would fire, and when.
  func inOrder(_ state: borrowing State) -> [(due: Int64, entry: TimerEntry)] {
    let timers = state.timers.values.map { (due: due($0.timer, state), entry: $0) }
    return timers.sorted { ($0.due, $0.entry.timer.number) < ($1.due, $1.entry.timer.number) }
  }

  /// The timer that would fire first.
  func firstTimer(_ state: borrowing State) -> GateTimer? { inOrder(state).first?.entry.timer }

  // MARK: Alarms

  /// Sets the alarm of a timer on the system's clock, in place of an earlier one.
  func setAlarm(_ timer: GateTimer) {
    let due = state.withLock { self.due(timer, $0) }
    let alarm = base.schedule(
      at: due, timer: timer.id, of: timer.promise, in: timer.environment
    ) { [self] in reach(timer) }
    let obsolete = state.withLock { state -> ScheduledTimer? in
      guard let entry = state.timers[timer.number] else { return alarm }
      state.timers[timer.number]?.alarm = alarm
      return entry.alarm
    }
    _ = obsolete?.cancel()
  }

  /// Decides about a timer that is due on the system's clock.
  private func reach(_ timer: GateTimer) {
    let fires = change { state, after -> Bool in
      guard state.timers[timer.number] != nil else { return false }
      guard state.isClosed || state.following != nil || state.isSelected(timer) else {
        // The clock may have stood still since the alarm was set.
        guard due(timer, state) <= now else {
          after.alarms.append(timer)
          return false
        }
        state.timers[timer.number] = nil
        state.threads.begin(base.thread)
        return true
      }
      state.timers[timer.number]?.isHeld = true
      state.following?.note(at: now)
      if state.isReported {
        post(.init(.held, timer: timer.id), in: timer.environment, &after)
      }
      advance(&state, &after)
      return false
    }
    guard fires != false else { return }
    if timer.isOver.set() { timer.fire() }
    guard fires == true else { return }
    change { state, after in
      state.threads.end(base.thread)
      advance(&state, &after)
    }
  }

  /// Sets the alarms of all timers again. Those that are due fire, in order of their due times;
  /// a schedule decides when those fire that are held.
  func setAlarms(_ state: inout State, _ after: inout Aftermath) {
    for (due, entry) in inOrder(state) {
      guard !state.isSelected(entry.timer) else {
        if due <= now { state.timers[entry.timer.number]?.isHeld = true }
        continue
      }
      if entry.isHeld, state.following != nil { continue }
      state.timers[entry.timer.number]?.isHeld = false
      if due <= now {
        state.timers[entry.timer.number] = nil
        entry.alarm.map { after.obsolete.append($0) }
        state.firing.append(entry.timer)
      } else {
        after.alarms.append(entry.timer)
      }
    }
  }

  /// Removes a timer that was stopped.
  private func remove(_ timer: GateTimer) {
    let alarm = change { state, after in state.timers.removeValue(forKey: timer.number)?.alarm }
    if let alarm = alarm ?? nil { _ = alarm.cancel() }
  }

  /// Lets a timer fire. If the clock stands still and it is not due, the time until then passes.
  func grant(
    _ timer: GateTimer, because reason: String?, _ state: inout State, _ after: inout Aftermath
  ) {
    guard let entry = state.timers.removeValue(forKey: timer.number) else { return }
    timer.step.map { state.following?.meet($0) }
    let left = due(timer, state) - now
    if left > 0, state.isClosed { state.standing -= left }
    state.stepsNext = false
    if state.isReported {
      post(
        .init(.released, timer: timer.id, reason: reason), in: timer.environment, &after)
    }
    entry.alarm.map { after.obsolete.append($0) }
    state.firing.append(timer)
  }
}
