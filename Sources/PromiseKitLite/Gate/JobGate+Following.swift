#if !PROMISE_NO_GATE
  /// A schedule that a gate follows.
  struct Following: Sendable {
    private let steps: [JobSchedule.Step]
    private var index = 0
    /// How many steps with each name and number are left.
    private var left: [JobSchedule.Step: Int] = [:]
    /// How many jobs and timers were met, by name.
    fileprivate var counts: [JobSchedule.Name: Int] = [:]
    /// When something last happened.
    private(set) var progress: Int64

    init(_ schedule: JobSchedule, now: Int64) {
      steps = schedule.steps
      progress = now
      for step in steps { left[step.alone, default: 0] += 1 }
    }

    /// The next step; `nil` at the end of the schedule.
    var next: JobSchedule.Step? { index < steps.count ? steps[index] : nil }

    /// Returns whether the rest of the schedule has a step.
    func has(_ step: JobSchedule.Step) -> Bool { left[step.alone] != nil }

    /// Goes on to the next step.
    mutating func pass() {
      guard let next else { return }
      index += 1
      let count = (left[next.alone] ?? 1) - 1
      left[next.alone] = count == 0 ? nil : count
    }

    /// Notes that something happens.
    mutating func note(at now: Int64) { progress = max(progress, now) }
  }

  extension JobSchedule.Step {
    /// The step without what depends on others.
    fileprivate var alone: JobSchedule.Step {
      JobSchedule.Step(name, occurrence: occurrence)
    }
  }

  extension JobGate {
    /// Returns how many jobs or timers with this name came before.
    func count(_ name: JobSchedule.Name) -> Int {
      let count = change { state, after -> Int in
        guard let count = state.following?.counts[name, default: 0] else { return 0 }
        state.following?.counts[name] = count + 1
        return count
      }
      return count ?? 0
    }

    /// Lets go what the schedule has next, and what it does not have.
    func follow(_ state: inout State, _ after: inout Aftermath) {
      letStrangersGo(&state, &after)
      while let next = state.following?.next, !next.isLater {
        // What is beside an earlier job starts after it nevertheless.
        guard !(next.isBeside ? state.isStarting : state.isBusy) else { return }
        guard grant(next, &state, &after) else { return }
      }
      // The rest of the run is free.
      state.following = nil
      setAlarms(&state, &after)
      releaseAll(&state)
    }

    private func grant(
      _ step: JobSchedule.Step, _ state: inout State, _ after: inout Aftermath
    ) -> Bool {
      if step.name.isTimer {
        guard
          let timer = state.timers.values.first(where: {
            $0.isHeld && $0.timer.step?.isSame(as: step) == true
          })?.timer
        else { return false }
        grant(timer, because: nil, &state, &after)
      } else {
        guard let job = state.startable.first(where: { $0.step?.isSame(as: step) == true })
        else { return false }
        grant(job.job, because: nil, &state, &after)
      }
      state.following?.pass()
      state.following?.note(at: now)
      return true
    }

    /// Lets jobs and timers go that the schedule does not have.
    private func letStrangersGo(_ state: inout State, _ after: inout Aftermath) {
      guard let following = state.following else { return }
      for job in state.startable {
        guard let step = job.step, !following.has(step) else { continue }
        miss(
          "\(step.subject) is not in the schedule", to: .environment(job.job.environment), &after)
        grant(job.job, because: nil, &state, &after)
      }
      for timer in state.heldTimers {
        guard let step = timer.step, !following.has(step) else { continue }
        miss("\(step.subject) is not in the schedule", to: .environment(timer.environment), &after)
        grant(timer, because: nil, &state, &after)
      }
    }

    private func miss(
      _ reason: String, to destination: Destination?, _ after: inout Aftermath
    ) {
      post(.init(.missed, reason: reason), to: destination, &after)
    }

    /// Goes on if what the schedule has next does not come. Called now and then.
    package func checkSchedule() {
      guard isFollowing else { return }
      let events = ownEvents
      change { state, after in
        guard !state.isClosed, let following = state.following, let next = following.next,
          now - following.progress >= patience
        else { return }
        let isTimerSet = state.timers.values.contains {
          !$0.isHeld && $0.timer.step?.isSame(as: next) == true
        }
        guard !isTimerSet, state.heldCount > 0 || state.timers.values.contains(where: \.isHeld)
        else { return }
        state.following?.note(at: now)
        if state.isBusy, grant(next, &state, &after) {
          miss(
            "\(next.subject) starts while an earlier job is still running", to: events, &after)
        } else {
          let isHeld = state.heldJobs.contains { $0.step?.isSame(as: next) == true }
          miss(
            isHeld
              ? "\(next.subject) is behind another job of its queue"
              : "\(next.subject) did not come", to: events, &after)
          state.following?.pass()
        }
        follow(&state, &after)
      }
    }
  }
#endif
