import PromiseEvents

/// The events that are about jobs, timers, threads, and what is said once.
extension EventNarrator {
  // MARK: - Jobs

  func enqueued(_ job: JobID, _ queue: QueueID) -> Words {
    if graph.queueKind(queue) == .immediate {
      return (
        "\(name(job)) runs inline: it goes to no queue",
        Rule.neverInside.after("'on: nil' asks for that")
      )
    }
    let sentence = "\(name(job)) goes to the queue \(name(queue))\(line(on: queue))"
    guard let child = graph.job(job)?.child, let node = graph[child], node.parent != nil else {
      return (sentence, nil)
    }
    return (
      sentence,
      (node.ordinal ?? 1) > 1
        ? Rule.attachOrder.after(Self.attachClause)
        : Rule.neverInside.after("a handler never runs inside the call that resolves")
    )
  }

  /// How many jobs stand before the one that has just been put on `queue`. O(1)
  private func line(on queue: QueueID) -> String {
    guard graph.sequence == event.sequence, let node = graph.queueTable[queue.rawValue],
      node.gaps == graph.gaps
    else { return "" }
    let before = max(0, node.waitingJobs.count - 1)
    let running = node.runningJobs.count
    return switch (before, running) {
    case (0, 0): ", which is idle"
    case (0, _): node.kind == .serial ? ", behind the job that runs there" : ""
    default: ", behind \(plural(before, "job"))"
    }
  }

  func started(_ job: JobID, _ child: PromiseID?, _ queue: QueueID) -> Words {
    let kind = graph.queueKind(queue)
    if kind == .immediate {
      return (
        "\(name(job)) runs inline, on the thread that settled what it waited for",
        Rule.neverInside.after("'on: nil' asks for that")
      )
    }
    var sentence = "\(name(job)) runs on \(name(queue))"
    if let child, let parent = graph[child]?.parent, let settlement = graph[parent]?.settlement,
      !settlement.description.isEmpty
    {
      sentence += " with \(brief(settlement.description, 40)) of \(parent)"
    }
    if let enqueued = graph.job(job)?.enqueued {
      let waited = max(0, event.time.saturatingMinus(enqueued.time))
      if waited > 0 { sentence += ", after \(milliseconds(waited)) ms in the queue" }
    }
    return (sentence, startClause(queue, kind))
  }

  private func startClause(_ queue: QueueID, _ kind: PromiseEvent.QueueKind?) -> String? {
    if graph.queueLabel(queue) == "main" {
      return Rule.defaultQueue.after("handlers run on main where no other queue is named")
    }
    return switch kind {
    case .serial: "a serial queue runs one job after the other, as they came"
    case .concurrent(let width):
      "a concurrent queue runs several jobs at once" + (width.map { ", here up to \($0)" } ?? "")
    default: nil
    }
  }

  func ended(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ ending: PromiseEvent.JobEnding
  ) -> Words {
    var duration = ""
    if let started = graph.job(job)?.started, started.sequence < event.sequence {
      let ran = max(0, event.time.saturatingMinus(started.time))
      if ran > 0 { duration = " after \(milliseconds(ran)) ms" }
    }
    switch ending {
    case .returned:
      return ("\(name(job)) returns\(duration)\(child.map { ": \($0) settles next" } ?? "")", nil)
    case .returnedPromise:
      return (
        "\(name(job)) returns a promise\(duration)",
        Rule.adoption.after("a promise that is returned is adopted")
      )
    case .threw:
      return (
        "\(name(job)) throws\(duration)", Rule.errors.after("what is thrown becomes the error")
      )
    case .skipped:
      return (
        "\(name(job)) does not run: its chain was cancelled, or its owner is gone",
        Rule.cancellation.after("a handler that waits in its queue does not run any more")
      )
    }
  }

  // MARK: - Waits and timers

  func waitBegan(_ promise: PromiseID, _ queue: QueueID?, _ job: JobID?) -> Words {
    let who = job.flatMap { graph.job($0) == nil ? nil : name($0) } ?? "a thread"
    let blocked = queue.map { ", and blocks \(name($0))" } ?? ""
    return (
      "\(who) waits for \(name(promise))\(blocked)",
      Rule.wait.after("'wait()' holds its thread until the promise settles")
    )
  }

  func waitEnded(
    _ promise: PromiseID, _ queue: QueueID?, _ ending: PromiseEvent.WaitEnding
  ) -> Words {
    let freed = queue.map { ", and \(name($0)) goes on" } ?? ""
    return switch ending {
    case .settled: ("the wait for \(name(promise)) is over\(freed)", nil)
    case .deadlock:
      (
        "the wait for \(name(promise)) would never end: a deadlock",
        Rule.wait.after("who waits on a queue that the promise needs waits for ever")
      )
    case .gaveUp: ("the wait for \(name(promise)) is given up: the run came to a limit", nil)
    }
  }

  func awaitEnded(_ promise: PromiseID, _ ending: PromiseEvent.AwaitEnding) -> Words {
    switch ending {
    case .settled: ("the task that awaited \(name(promise)) resumes", nil)
    case .cancelled: ("a task that awaited \(name(promise)) was cancelled, and stops waiting", nil)
    case .abandoned:
      ("\(name(promise)) can never settle: the task that awaited it throws", nil)
    }
  }

  func timerSet(_ timer: TimerID, _ promise: PromiseID?, _ due: Int64) -> Words {
    let length = max(0, due.saturatingMinus(event.time))
    return due == .max
      ? ("a timer is set for \(owner(promise, timer)) that never fires", nil)
      : (
        "a timer is set for \(owner(promise, timer)): due in \(milliseconds(length)) ms, "
          + "at \(milliseconds(due))", nil
      )
  }

  func owner(_ promise: PromiseID?, _ timer: TimerID) -> String {
    promise.map(name) ?? "\(timer)"
  }

  // MARK: - Choices

  func choice(_ chosen: Int, _ options: [PromiseEvent.Choice]) -> Words {
    let taken = options.indices.contains(chosen) ? sentence(options[chosen]) : "another one"
    return (
      "\(PromiseEvent.Choice.count(options)) things could happen next, and this run takes "
        + "number \(chosen.saturatingPlus(1)): \(taken)",
      "no rule orders them: another schedule may take another one"
    )
  }

  private func sentence(_ choice: PromiseEvent.Choice) -> String {
    switch choice {
    case .resume(let job): "\(name(job)) goes on after its wait"
    case .start(let queue, let job): "\(name(job)) begins on \(name(queue))"
    case .end(let job): "\(name(job)) ends"
    case .fire(let timer): "the timer of \(owner(graph.timer(timer)?.promise, timer)) fires"
    }
  }
}

extension PromiseEvent.QueueKind {
  /// What such a queue does.
  var plainWords: String {
    switch self {
    case .serial: "a serial queue: one job at a time"
    case .concurrent(let width):
      "a concurrent queue: " + (width.map { "up to \(plural($0, "job"))" } ?? "many jobs")
        + " at once"
    case .immediate: "no queue: what runs there runs inline, on the thread that settles"
    }
  }
}
