/// The schedule of a run, from its events.
package struct ScheduleReader: Sendable {
  private var creations: [PromiseID: JobSchedule.Name] = [:]
  private var jobs: [JobID: JobSchedule.Step] = [:]
  private var timers: [TimerID: (step: JobSchedule.Step, due: Int64)] = [:]
  private var cancelled: [TimerID: (step: JobSchedule.Step, due: Int64)] = [:]
  private var counts: [JobSchedule.Name: Int] = [:]
  private var immediate: Set<QueueID> = []
  private var running: Set<JobID> = []
  private var waiting: Set<JobID> = []
  /// What has started so far.
  package private(set) var schedule = JobSchedule()
  /// The job of each step, or its timer.
  package private(set) var starts: [(job: JobID?, timer: TimerID?)] = []
  /// Where the run did not keep the order that it was told to keep, as phrases; of very many, the first ones.
  package private(set) var missed: [String] = []

  package init() {}

  /// Creates the reader of a run with these events, which are in order.
  package init(_ events: some Sequence<PromiseEvent>) {
    for event in events { read(event) }
  }

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
    case .timerScheduled(let timer, let promise, let due):
      timers[timer] = (step(of: promise, isTimer: true), due)
    case .jobStarted(let job, _, _):
      guard let step = jobs.removeValue(forKey: job) else { return }
      add(step, job, nil)
      running.insert(job)
    case .jobEnded(let job, _, _, _):
      running.remove(job)
      waiting.remove(job)
    case .waitBegan(_, _, let job?, _): waiting.insert(job)
    case .waitEnded(_, _, let job?, _): waiting.remove(job)
    case .timerFired(let timer, _):
      if let timed = timers.removeValue(forKey: timer) { add(timed.step, nil, timer) }
    case .timerCancelled(let timer, _):
      cancelled[timer] = timers.removeValue(forKey: timer)
    case .deallocated(let promise, _, _): creations[promise] = nil
    case .gateChanged(let change) where change.action == .missed && missed.count < Self.mostMissed:
      missed.append(change.reason ?? "")
    default: break
    }
  }

  /// What was enqueued or set, and did not start: the jobs, the timers, and the timers that were
  /// cancelled. In a run that keeps the order, they come after everything else.
  package var rest: [(step: JobSchedule.Step, job: JobID?, timer: TimerID?)] {
    func later(_ step: JobSchedule.Step) -> JobSchedule.Step {
      JobSchedule.Step(step.name, occurrence: step.occurrence, isLater: true)
    }
    let waiting = jobs.sorted { $0.key < $1.key }.map { (later($0.value), Optional($0.key)) }
    let timed = [timers, cancelled].flatMap { timers in
      timers.sorted { ($0.value.due, $0.key) < ($1.value.due, $1.key) }
        .map { (later($0.value.step), Optional($0.key)) }
    }
    return waiting.map { ($0.0, $0.1, nil) } + timed.map { ($0.0, nil, $0.1) }
  }

  /// What has started so far, followed by what has not.
  package var complete: JobSchedule { JobSchedule(steps: schedule.steps + rest.map(\.step)) }

  private mutating func step(of promise: PromiseID?, isTimer: Bool) -> JobSchedule.Step {
    var name =
      promise.flatMap { creations[$0] } ?? JobSchedule.Name(label: nil, site: nil, isTimer: false)
    name.isTimer = isTimer
    let count = counts[name, default: 0]
    counts[name] = count + 1
    return JobSchedule.Step(name, occurrence: count)
  }

  private mutating func add(_ step: JobSchedule.Step, _ job: JobID?, _ timer: TimerID?) {
    var step = step
    step.isBeside = !running.isSubset(of: waiting)
    schedule.steps.append(step)
    starts.append((job, timer))
  }

  private static var mostMissed: Int { 1000 }
}

extension JobSchedule {
  /// The schedule of a run with these events, which are in order. What did not start comes last.
  /// O(n log n)
  package init(of events: some Sequence<PromiseEvent>) { self = ScheduleReader(events).complete }
}
