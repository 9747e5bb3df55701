/// What waits, runs, and is due in the model: queues with workers, jobs that keep them busy,
/// timers.
struct ModelScheduler {
  var now = 0
  var waiting: [Queue: [Job]] = [:]
  var busyWorkers: [Queue: Int] = [:]
  var due: [Due] = []
  /// How long the running job has asked to be busy; `nil` if no job is running.
  var busy: Int?

  /// A handler or a body that is enqueued or running.
  struct Job {
    let node: Model.Node
    /// The error that it reads and may pass on.
    let rejection: Model.Rejection?
    /// Runs it, and returns what happens at its end.
    let run: () -> End
  }

  struct End {
    /// The result of the handler.
    var holding: Model.Node?
    let act: () -> Void
  }

  struct Due {
    let time: Int
    let what: What
    /// Frees the worker that was busy until then.
    var queue: Queue?
    var job: Job?
    var holding: Model.Node?
    let act: () -> Void

    enum What: Equatable {
      case end, fire(Model.Node), free

      static func == (first: What, second: What) -> Bool {
        switch (first, second) {
        case (.end, .end), (.free, .free): true
        case (.fire(let first), .fire(let second)): first === second
        default: false
        }
      }
    }
  }

  /// The promises that jobs and timers keep alive.
  var nodes: [Model.Node] {
    waiting.values.joined().map(\.node)
      + due.flatMap { due in
        var nodes = [due.job?.node, due.holding].compactMap { $0 }
        if case .fire(let node) = due.what { nodes.append(node) }
        return nodes
      }
  }

  /// The errors that jobs may pass on.
  var rejections: [Model.Rejection] {
    waiting.values.joined().compactMap(\.rejection) + due.compactMap { $0.job?.rejection }
  }
}

// MARK: - Jobs and timers

extension Model {
  /// Enqueues a job; an inline one runs immediately.
  func enqueue(
    _ node: Node, on queue: Queue, reading rejection: Rejection? = nil,
    _ run: @escaping () -> ModelScheduler.End
  ) {
    say("\(node.label) is queued on \(queue)")
    let job = ModelScheduler.Job(node: node, rejection: rejection) { [self] in
      say("\(node.label) starts on \(queue)")
      return run()
    }
    if queue == .inline { return job.run().act() }
    scheduler.waiting[queue, default: []].append(job)
  }

  func setTimer(_ node: Node, after delay: Int, _ act: @escaping () -> Void) {
    guard node.settlement == nil else { return }
    let time = scheduler.now + delay
    say("timer of \(node.label) is set for \(time)")
    scheduler.due.append(
      .init(time: time, what: .fire(node)) { [self] in
        say("timer of \(node.label) fires")
        act()
      })
    onCancel(node, early: true) { [self] in stopTimer(node) }
  }

  func stopTimer(_ node: Node) {
    guard let place = scheduler.due.firstIndex(where: { $0.what == .fire(node) }) else { return }
    scheduler.due.remove(at: place)
    say("timer of \(node.label) is stopped")
  }
}

// MARK: - Turns

extension Model {
  /// Runs the main function, outside any job.
  package func runMain(_ body: () -> Void) {
    occupy(.main)
    scheduler.busy = 0
    body()
    release(.main)
    endTurn()
  }

  /// Performs the step that the library did next. Returns false if it is not possible.
  package func step(as line: String) -> Bool {
    advance()
    for queue in Queue.allCases {
      guard let job = scheduler.waiting[queue]?.first, hasWorker(queue),
        line == "@\(scheduler.now) \(job.node.label) starts on \(queue)"
      else { continue }
      scheduler.waiting[queue]?.removeFirst()
      start(job, on: queue)
      return true
    }
    for (place, due) in scheduler.due.enumerated() where due.time <= scheduler.now {
      let begin: String
      switch due.what {
      case .end: begin = "\(due.job?.node.label ?? "") ends "
      case .fire(let node): begin = "timer of \(node.label) fires"
      case .free: continue
      }
      guard line.hasPrefix("@\(scheduler.now) \(begin)") else { continue }
      scheduler.due.remove(at: place)
      if case .fire(let node) = due.what { running.append(node) }
      if let job = due.job { running.append(job.node) }
      due.act()
      running.removeLast()
      endTurn()
      return true
    }
    return false
  }

  /// What can happen next, as text.
  var choices: [String] {
    advance()
    let starts = scheduler.waiting.values.compactMap { $0.first?.node.label }
    return starts
      + scheduler.due.filter { $0.time <= scheduler.now }.compactMap { due in
        if case .fire(let node) = due.what { "timer of \(node.label)" } else { due.job?.node.label }
      }
  }

  /// Nothing is left to happen.
  package var isOver: Bool {
    advance()
    return scheduler.due.isEmpty && scheduler.waiting.values.allSatisfy(\.isEmpty)
  }

  /// Advances to the next time at which something can happen.
  private func advance() {
    while true {
      let now = scheduler.now
      for due in scheduler.due where due.what == .free && due.time <= now { due.act() }
      scheduler.due.removeAll { $0.what == .free && $0.time <= now }
      let canStart = Queue.allCases.contains {
        scheduler.waiting[$0]?.isEmpty == false && hasWorker($0)
      }
      guard !canStart, let next = scheduler.due.map(\.time).min(), next > now else {
        return
      }
      scheduler.now = next
    }
  }

  private func start(_ job: ModelScheduler.Job, on queue: Queue) {
    occupy(queue)
    scheduler.busy = 0
    running.append(job.node)
    let end = job.run()
    let act = { [self] in
      scheduler.busy = 0
      end.act()
      release(queue)
    }
    if let busy = scheduler.busy, busy > 0 {
      scheduler.busy = nil
      scheduler.due.append(
        .init(
          time: scheduler.now + busy, what: .end, job: job, holding: end.holding, act: act))
    } else {
      act()
    }
    running.removeLast()
    endTurn()
  }

  private func hasWorker(_ queue: Queue) -> Bool {
    scheduler.busyWorkers[queue, default: 0] < queue.width
  }

  private func occupy(_ queue: Queue) { scheduler.busyWorkers[queue, default: 0] += 1 }

  /// The worker is free once the time requested by inline handlers is over.
  private func release(_ queue: Queue) {
    let busy = scheduler.busy ?? 0
    scheduler.busy = nil
    let free = { [self] in scheduler.busyWorkers[queue, default: 0] -= 1 }
    guard busy > 0 else { return free() }
    scheduler.due.append(.init(time: scheduler.now + busy, what: .free, act: free))
  }
}
