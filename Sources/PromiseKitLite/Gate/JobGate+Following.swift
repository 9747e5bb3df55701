/// A schedule that a gate follows.
struct Following: Sendable {
  private let steps: [JobSchedule.Step]
  private var index = 0
  /// How many steps with each name and number are left.
  private var left: [JobSchedule.Step: Int] = [:]
  /// How many jobs and timers were met, by name.
  fileprivate var counts: [JobSchedule.Name: Int] = [:]
  /// The held jobs that the rest of the schedule has, and those that it does not have.
  private var held: [JobSchedule.Step: GateJob] = [:]
  private(set) var strangers: [GateJob] = []
  /// The later steps that have already started, because the user let them go.
  private var early: [JobSchedule.Step: Int] = [:]
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
    let step = next.alone
    let count = (left[step] ?? 1) - 1
    left[step] = count == 0 ? nil : count
    if count == 0, let job = held.removeValue(forKey: step) { strangers.append(job) }
  }

  /// Notes that the gate holds a job.
  mutating func hold(_ job: GateJob, _ step: JobSchedule.Step) {
    if has(step) { held[step.alone] = job } else { strangers.append(job) }
  }

  /// Notes that a job that the gate held may start.
  mutating func letGo(_ job: GateJob, _ step: JobSchedule.Step) {
    if held[step.alone] === job { held[step.alone] = nil }
    strangers.removeAll { $0 === job }
    meet(step)
  }

  /// Returns the held job that a step names.
  func job(of step: JobSchedule.Step) -> GateJob? { held[step.alone] }

  /// Notes that a job or a timer starts, by whomever it was let go.
  mutating func meet(_ step: JobSchedule.Step) {
    guard has(step) else { return }
    guard next?.isSame(as: step) != true else { return pass() }
    early[step.alone, default: 0] += 1
  }

  /// Goes on past the steps that have started before.
  mutating func skipEarly() {
    while !early.isEmpty, let step = next?.alone, let count = early[step] {
      early[step] = count == 1 ? nil : count - 1
      pass()
    }
  }

  /// Notes that something happens.
  mutating func note(at now: Int64) { progress = max(progress, now) }
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
    while true {
      state.following?.skipEarly()
      guard let next = state.following?.next, !next.isLater else { break }
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
      guard let job = state.following?.job(of: step),
        state.lanes[job.lane]?.canStart(job) == true
      else { return false }
      grant(job, because: nil, &state, &after)
    }
    state.following?.note(at: now)
    return true
  }

  /// Lets jobs and timers go that the schedule does not have.
  private func letStrangersGo(_ state: inout State, _ after: inout Aftermath) {
    for job in state.following?.strangers ?? [] {
      guard let lane = state.lanes[job.lane], lane.canStart(job),
        let step = lane.find(job)?.step
      else { continue }
      miss("\(step.subject) is not in the schedule", to: .environment(job.environment), &after)
      grant(job, because: nil, &state, &after)
    }
    for timer in state.heldTimers {
      guard let step = timer.step, state.following?.has(step) == false else { continue }
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
      guard !state.isClosed, let next = state.following?.next,
        let progress = state.following?.progress
      else { return }
      let isHeld = state.following?.job(of: next) != nil
      // What runs may only be slow, and then lead to what comes next.
      let isSlow = state.isBusy && !isHeld
      guard now - progress >= (isSlow ? longPatience : patience) else { return }
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
        miss(
          isHeld
            ? "\(next.subject) is behind another job of its queue"
            : "\(next.subject) did not come", to: events, &after)
        state.following?.pass()
      }
      follow(&state, &after)
    }
  }

  /// How long the gate waits for what its schedule has next while another job is running.
  private var longPatience: Int64 {
    let (long, isTooLarge) = patience.multipliedReportingOverflow(by: 20)
    return isTooLarge ? .max : long
  }
}
