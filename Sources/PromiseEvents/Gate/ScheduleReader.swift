/// The schedule of a run, from its events.
package struct ScheduleReader: Sendable {
  private var creations: [PromiseID: JobSchedule.Name] = [:]
  private var jobs: [JobID: JobSchedule.Step] = [:]
  private var timers: [TimerID: JobSchedule.Step] = [:]
  private var counts: [JobSchedule.Name: Int] = [:]
  private var immediate: Set<QueueID> = []
  private var running: Set<JobID> = []
  private var waiting: Set<JobID> = []
  /// What has started so far.
  package private(set) var schedule = JobSchedule()
  /// The job of each step, or its timer.
  package private(set) var starts: [(job: JobID?, timer: TimerID?)] = []

  package init() {}

  /// Reads the next event of the run.
  package mutating func read(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation):
      creations[creation.promise] = JobSchedule.Name(
        label: creation.label, site: creation.label == nil ? creation.site : nil, isTimer: false)
    case .queueDeclared(let queue, _, .immediate, _): immediate.insert(queue)
    case .jobEnqueued(let job, let child, let queue, _):
      guard !immediate.contains(queue) else { return }
      jobs[job] = step(of: child, isTimer: false)
    case .timerScheduled(let timer, let promise, _):
      timers[timer] = step(of: promise, isTimer: true)
    case .jobStarted(let job, _, _):
      guard var step = jobs.removeValue(forKey: job) else { return }
      step.isBeside = !running.subtracting(waiting).isEmpty
      running.insert(job)
      add(step, job, nil)
    case .jobEnded(let job, _, _, _):
      running.remove(job)
      waiting.remove(job)
    case .waitBegan(_, _, let job?, _): waiting.insert(job)
    case .waitEnded(_, _, let job?, _): waiting.remove(job)
    case .timerFired(let timer, _):
      if let step = timers.removeValue(forKey: timer) { add(step, nil, timer) }
    case .timerCancelled(let timer, _): timers[timer] = nil
    case .deallocated(let promise, _, _): creations[promise] = nil
    default: break
    }
  }

  private mutating func step(of promise: PromiseID?, isTimer: Bool) -> JobSchedule.Step {
    var name =
      promise.flatMap { creations[$0] } ?? JobSchedule.Name(label: nil, site: nil, isTimer: false)
    name.isTimer = isTimer
    let count = counts[name, default: 0]
    counts[name] = count + 1
    return JobSchedule.Step(name, occurrence: count)
  }

  private mutating func add(_ step: JobSchedule.Step, _ job: JobID?, _ timer: TimerID?) {
    schedule.steps.append(step)
    starts.append((job, timer))
  }
}

extension JobSchedule {
  /// The schedule of a run with these events, which are in order. O(n)
  package init(of events: some Sequence<PromiseEvent>) {
    var reader = ScheduleReader()
    for event in events { reader.read(event) }
    self = reader.schedule
  }
}
