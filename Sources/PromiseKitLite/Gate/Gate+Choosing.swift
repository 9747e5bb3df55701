#if !PROMISE_NO_GATE
  import Synchronization

  // What may start while the gate is closed, by the rules of the queues.

  extension Gate {
    /// What a closed gate lets go.
    package enum Choice: Hashable, Sendable {
      /// A job starts on its queue.
      case job(JobID)
      /// A timer fires.
      case timer(TimerID)
    }

    /// Lets the next job start: the one that has been held for longest of those that can start. If
    /// none is held and nothing runs, the next timer fires; otherwise the next job that arrives starts.
    package func step() {
      change { state, after in
        guard state.isClosed else { return }
        state.stepsNext = true
        step(&state, &after)
      }
    }

    func step(_ state: inout State, _ after: inout Aftermath) {
      if let job = state.startable.min(by: { $0.arrival < $1.arrival }) {
        grant(job.job, because: nil, &state, &after)
      } else if let timer = state.nextTimer ?? (state.isIdle ? firstTimer(state) : nil) {
        grant(timer, because: nil, &state, &after)
      }
    }

    /// Lets each queue start its next job; without one, this is the same as ``step()``.
    package func turn() {
      change { state, after in
        guard state.isClosed else { return }
        var queues: Set<QueueID> = []
        for job in state.startable.sorted(by: { $0.arrival < $1.arrival })
        where queues.insert(job.job.queue).inserted {
          grant(job.job, because: nil, &state, &after)
        }
        guard queues.isEmpty else { return }
        state.stepsNext = true
        step(&state, &after)
      }
    }

    /// Lets a job start, or a timer fire. Returns why that is not possible; `nil` if it is.
    package func release(_ choice: Choice, because reason: String? = nil) -> String? {
      let problem = change { state, after -> String? in
        guard state.isClosed else { return "the gate is open" }
        switch choice {
        case .job(let id):
          guard let job = state.startable.first(where: { $0.job.job.id == id }) else {
            return state.held.values.joined().contains { $0.job.job.id == id }
              ? "a job before it on its queue is first" : "the gate does not hold \(id)"
          }
          grant(job.job, because: reason, &state, &after)
        case .timer(let id):
          guard let timer = firstTimer(state), timer.id == id || state.isHeld(id) else {
            return state.timers.values.contains { $0.timer.id == id }
              ? "another timer is due first" : "\(id) is no timer that can fire"
          }
          let entry = state.timers.values.first { $0.timer.id == id }
          if let entry { grant(entry.timer, because: reason, &state, &after) }
        }
        return nil
      }
      return problem ?? nil
    }
  }

  extension Gate.State {
    /// The jobs that can start now: the first of each serial queue that runs none, and any of the first
    /// ``window`` of a concurrent queue up to its first barrier.
    var startable: [HeldJob] {
      held.flatMap { queue, jobs -> ArraySlice<HeldJob> in
        guard let first = jobs.first else { return [] }
        let isBusy = running[queue] != nil || granted[queue] != nil
        guard case .concurrent = first.job.kind else { return isBusy ? [] : jobs.prefix(1) }
        if first.job.isFlagged { return isBusy ? [] : jobs.prefix(1) }
        return jobs.prefix(Self.window).prefix { !$0.job.isFlagged }
      }
    }

    /// How many threads a queue of Dispatch may have: a job behind more others cannot start before them.
    private static var window: Int { 64 }

    /// Whether no job runs, and none is about to start.
    var isIdle: Bool {
      runningCount <= waitCount && granted.isEmpty && firingCount == 0 && heldCount == 0
    }

    /// The timer that has been due for longest.
    var nextTimer: GateTimer? {
      timers.values.filter(\.isHeld).map(\.timer).min { ($0.due, $0.number) < ($1.due, $1.number) }
    }

    func isHeld(_ timer: TimerID) -> Bool {
      timers.values.contains { $0.timer.id == timer && $0.isHeld }
    }
  }

  extension GateJob {
    /// The kind of its queue.
    var kind: PromiseEvent.QueueKind { environment.labelAndKind(of: queue)?.1 ?? .serial }
  }

  extension Gate {
    /// What a gate holds at one moment.
    package struct View: Sendable {
      /// Whether the gate is closed, and why.
      package var isClosed: Bool
      package var reason: String?
      /// The jobs that it holds, in the order in which they arrived.
      package var jobs: [(id: JobID?, subject: GateSubject, canStart: Bool)]
      /// The timers that have not fired, in the order in which they would.
      package var timers: [(id: TimerID?, subject: GateSubject, isDue: Bool)]
      /// How many jobs run or are about to start, and how many threads wait for a promise.
      package var runningCount: Int
      package var waitCount: Int
    }

    /// What the gate holds now. O(n log n), and runs the program's code that describes values.
    package var view: View {
      let (state, now) = (state.withLock { $0 }, now)
      let startable = Set(state.startable.map { ObjectIdentifier($0.job) })
      let jobs = state.held.values.joined().sorted { $0.arrival < $1.arrival }.map {
        ($0.job.job.id, $0.job.describe(), startable.contains(ObjectIdentifier($0.job)))
      }
      let timers = state.timers.values.map { (due: due($0.timer, state), entry: $0) }
        .sorted { ($0.due, $0.entry.timer.number) < ($1.due, $1.entry.timer.number) }
        .map {
          (
            $0.entry.timer.id, GateSubject($0.entry.timer.promise, reading: nil, on: nil),
            $0.entry.isHeld || $0.due <= now
          )
        }
      return View(
        isClosed: state.isClosed, reason: state.reason, jobs: jobs, timers: timers,
        runningCount: state.runningCount + state.granted.values.reduce(0) { $0 + $1.count },
        waitCount: state.waitCount)
    }
  }
#endif
