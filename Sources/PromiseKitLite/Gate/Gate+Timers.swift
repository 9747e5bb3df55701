#if !PROMISE_NO_GATE
  import Dispatch
  import Synchronization

  // The clock of the library's timers stands still while the gate is closed.

  extension Gate {
    /// Sets a timer. Its time goes on only while the gate is open.
    func schedule(
      at due: Int64, timer id: TimerID?, of promise: PromiseCore,
      in environment: PromiseEnvironment, on base: DispatchExecutor,
      fire: @escaping @Sendable () -> Void
    ) -> ScheduledTimer {
      let step = isFollowing ? timerStep(of: promise) : nil
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
      setAlarm(timer, at: due, on: base)
      return ScheduledTimer { [self] in
        guard timer.isOver.set() else { return false }
        forget(timer)
        return true
      }
    }

    private func timerStep(of promise: PromiseCore) -> JobSchedule.Step {
      let name = GateSubject(promise, reading: nil, on: nil).name(isTimer: true)
      return JobSchedule.Step(name, occurrence: count(name))
    }

    /// How long the clock of the timers has stood still.
    private func standing(_ state: borrowing State) -> Int64 {
      state.standing + (state.stopped.map { now - $0 } ?? 0)
    }

    /// When the timer fires if the gate stays, or stayed, open from now on.
    func due(_ timer: GateTimer, _ state: borrowing State) -> Int64 {
      let late = standing(state) - timer.offset
      return timer.due > .max - max(0, late) ? .max : timer.due + late
    }

    private func setAlarm(_ timer: GateTimer, at due: Int64, on base: DispatchExecutor) {
      let alarm = base.schedule(
        at: due, timer: timer.id, of: timer.promise, in: timer.environment
      ) { [self] in reach(timer) }
      let isObsolete = state.withLock { state in
        guard state.timers[timer.number] != nil else { return true }
        state.timers[timer.number]?.alarm = alarm
        return false
      }
      if isObsolete { _ = alarm.cancel() }
    }

    /// Sets the alarm of a timer again, after the clock has stood still.
    func setAlarm(_ timer: GateTimer) {
      guard let base = (timer.environment.executor as? GatedExecutor)?.base else { return }
      let (due, old) = state.withLock { state in
        (self.due(timer, state), state.timers[timer.number]?.alarm)
      }
      _ = old?.cancel()
      setAlarm(timer, at: due, on: base)
    }

    /// Decides about a timer that is due on the system's clock.
    private func reach(_ timer: GateTimer) {
      let fires = change { state, after -> Bool in
        guard state.timers[timer.number] != nil else { return false }
        guard state.isClosed || state.following != nil else { return true }
        state.timers[timer.number]?.isHeld = true
        state.following?.note(at: now)
        if state.isClosed, !state.isSilent {
          post(.init(.held, timer: timer.id), in: timer.environment, &after)
        }
        advance(&state, &after)
        return false
      }
      guard fires != false, timer.isOver.set() else { return }
      forget(timer)
      timer.fire()
    }

    /// Sets the alarms of all timers again; those that were due fire, in the order in which they were.
    func setAlarms(_ state: inout State, _ after: inout Aftermath) {
      guard state.following == nil else { return }
      let timers = state.timers.values.map { (due: due($0.timer, state), timer: $0.timer) }
      for (due, timer) in timers.sorted(by: {
        ($0.due, $0.timer.number) < ($1.due, $1.timer.number)
      }) {
        state.timers[timer.number]?.isHeld = false
        if due <= now {
          state.firingCount += 1
          after.firing.append(timer)
        } else {
          after.alarms.append(timer)
        }
      }
    }

    private func forget(_ timer: GateTimer) {
      let alarm = change { state, after in state.timers.removeValue(forKey: timer.number)?.alarm }
      if let alarm = alarm ?? nil { _ = alarm.cancel() }
    }

    /// The timer that would fire first.
    func firstTimer(_ state: borrowing State) -> GateTimer? {
      let timers = state.timers.values.map { (due: due($0.timer, state), timer: $0.timer) }
      return timers.min { ($0.due, $0.timer.number) < ($1.due, $1.timer.number) }?.timer
    }

    /// Lets a timer fire, now or, if it is not due, as if the time until then had passed.
    func grant(
      _ timer: GateTimer, because reason: String?, _ state: inout State, _ after: inout Aftermath
    ) {
      let left = due(timer, state) - now
      if left > 0 { state.standing -= left }
      state.stepsNext = false
      if state.isClosed, !state.isSilent {
        post(
          .init(.released, timer: timer.id, reason: reason), in: timer.environment, &after)
      }
      state.timers[timer.number]?.isHeld = false
      state.firingCount += 1
      after.firing.append(timer)
    }

    /// Fires timers, one after another. A timer's turn ends with all that its promise settles.
    func fire(_ timers: [GateTimer]) {
      guard !timers.isEmpty else { return }
      DispatchQueue.global().async { [self] in
        for timer in timers {
          if timer.isOver.set() {
            forget(timer)
            timer.environment.bind(queue: nil, timer.fire)
          }
          change { state, after in
            state.firingCount -= 1
            state.following?.note(at: now)
            advance(&state, &after)
          }
        }
      }
    }
  }
#endif
