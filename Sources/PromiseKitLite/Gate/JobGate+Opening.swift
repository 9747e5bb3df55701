import Synchronization

// Opening and closing the gate, and what closes it by itself.

extension JobGate {
  /// Closes the gate. `reason` is a phrase for the events.
  package func close(because reason: String) {
    let events = ownEvents
    change { state, after in close(&state, because: reason, to: events, &after) }
  }

  /// Closes the gate until it is known whether it should be closed.
  func closeSilently() {
    change { state, after in
      guard !state.isClosed else { return }
      state.isClosed = true
      state.isSilent = true
      state.epoch += 1
      state.stopped = now
    }
  }

  func close(
    _ state: inout State, because reason: String, to destination: Destination?,
    _ after: inout Aftermath
  ) {
    guard !state.isClosed || state.isSilent else { return }
    state.isClosed = true
    state.isSilent = false
    state.reason = reason
    state.stepsNext = false
    state.epoch += 1
    state.stopped = state.stopped ?? now
    post(.init(.closed, reason: reason), to: destination, &after)
    for held in state.heldJobs {
      post(.init(.held, job: held.job.job.id), in: held.job.environment, &after)
    }
    for timer in state.heldTimers {
      post(.init(.held, timer: timer.id), in: timer.environment, &after)
    }
  }

  /// Opens the gate: everything that it holds starts, in the order of the queues.
  package func open(because reason: String) {
    let events = ownEvents
    change { state, after in
      guard state.isClosed else { return }
      let wasSilent = state.isSilent
      state.isClosed = false
      state.isSilent = false
      state.stepsNext = false
      state.reason = nil
      if let stopped = state.stopped { state.standing += now - stopped }
      state.stopped = nil
      state.following?.note(at: now)
      if !wasSilent { post(.init(.opened, reason: reason), to: events, &after) }
      setAlarms(&state, &after)
      if state.isFree { releaseAll(&state) } else { advance(&state, &after) }
    }
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
    guard watchesSettlements, !isForked else { return }
    let label = core.label?.text
    let environment = core.environment
    change { state, after in
      guard let reason = state.breakpoints.reason(settling: label, outcome, description) else {
        return
      }
      close(&state, because: reason, to: .environment(environment), &after)
    }
  }

  /// Starts to follow a schedule, before the first promise.
  package func follow(_ schedule: JobSchedule) {
    change { state, after in state.following = Following(schedule, now: now) }
  }
}
