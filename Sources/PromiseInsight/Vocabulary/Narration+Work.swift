import PromiseEvents
import PromiseGraph

/// Narrates the events of jobs, waits, timers and choices, and declarations.
extension EventNarrator {
  // MARK: - Jobs

  func enqueued(_ job: JobID, _ queue: QueueID) -> Caption {
    if graph.queueKind(queue) == .immediate {
      return (
        language.text("\(name(job)) runs inline, without a queue"),
        rule(.neverInside, inlineClause)
      )
    }
    let sentence =
      language.text("\(name(job)) is enqueued on \(name(queue))") + line(before: job, on: queue)
    guard let child = graph.job(job)?.child, let node = graph[child], node.parent != nil else {
      return (sentence, nil)
    }
    return (
      sentence,
      (node.ordinal ?? 1) > 1
        ? rule(.attachOrder, attachClause)
        : rule(
          .neverInside, language.text("a handler never runs inside the call that resolves"))
    )
  }

  /// How many jobs are ahead of `job`, which was just enqueued on `queue`. O(1)
  private func line(before job: JobID, on queue: QueueID) -> String {
    guard graph.sequence == event.sequence, let node = graph.queueTables.queues[queue.rawValue],
      node.gaps == graph.gaps
    else { return "" }
    let before = max(0, node.waitingJobs.count - 1)
    let running = node.runningJobs.count
    return switch (before, running) {
    case (0, 0): graph.blockingWait(on: node) == nil ? language.text(", which is idle") : ""
    case (0, _):
      node.kind == .serial && !node.assumed ? language.text(", behind the running job") : ""
    default:
      graph.job(job)?.hasOpenPlace == true
        ? language.text(", perhaps behind \(language.plural(before, "job"))")
        : language.text(", behind \(language.plural(before, "job"))")
    }
  }

  func started(_ job: JobID, _ child: PromiseID?, _ queue: QueueID) -> Caption {
    let kind = graph.queueKind(queue)
    if kind == .immediate {
      return (
        language.text("\(name(job)) runs inline, on the settling thread"),
        rule(.neverInside, inlineClause)
      )
    }
    var sentence = language.text("\(name(job)) runs on \(name(queue))")
    if let child, let node = graph[child], let parent = node.parent,
      !node.creation.operation.has(.takesNothing),
      let settlement = graph[parent]?.settlement, !settlement.description.isEmpty
    {
      sentence += language.text(" with \(brief(settlement.description, 40)) from \(parent)")
    }
    if let enqueued = graph.job(job)?.enqueued {
      let closed = graph.gate.closedTime(from: enqueued.time, to: event.time)
      let waited = max(0, event.time.saturatingMinus(enqueued.time).saturatingMinus(closed))
      if waited > 0 {
        sentence += language.text(", after \(milliseconds(waited)) ms in the queue")
      }
    }
    return (sentence, startClause(queue, kind))
  }

  private func startClause(_ queue: QueueID, _ kind: PromiseEvent.QueueKind?) -> String? {
    if graph.queueLabel(queue) == "main" {
      return rule(
        .defaultQueue, language.text("handlers run on main unless another queue is named"))
    }
    let isAssumed = graph.isKindAssumed(queue)
    return switch kind {
    case .serial where isAssumed:
      language.text("assumed to be a serial queue: one job at a time, in order of arrival")
    case .concurrent where isAssumed:
      language.text("assumed to be a concurrent queue: several jobs at a time")
    case .serial: language.text("a serial queue runs one job at a time, in order of arrival")
    case .concurrent(let width?):
      language.text("a concurrent queue runs several jobs at a time, here up to \(width)")
    case .concurrent: language.text("a concurrent queue runs several jobs at a time")
    default: nil
    }
  }

  func ended(
    _ job: JobID, _ child: PromiseID?, _ queue: QueueID, _ ending: PromiseEvent.JobEnding
  ) -> Caption {
    var duration = ""
    if let started = graph.job(job)?.started, started.sequence < event.sequence {
      let ran = max(0, event.time.saturatingMinus(started.time))
      if ran > 0 { duration = language.text(" after \(milliseconds(ran)) ms") }
    }
    switch ending {
    case .returned:
      return (returned(job, child, duration), nil)
    case .returnedPromise:
      return (
        language.text("\(name(job)) returns a promise\(duration)"),
        rule(.adoption, language.text("a returned promise is adopted"))
      )
    case .threw:
      return (language.text("\(name(job)) throws\(duration)"), rule(.errors, thrownClause))
    case .skipped:
      guard graph.programLanguage == .swift else {
        return (
          language.text("\(name(job)) does not run: it is for the other outcome"),
          rule(.errorsPass, passClause)
        )
      }
      return (
        language.text("\(name(job)) does not run: chain cancelled or owner gone"),
        rule(.cancellation, queuedClause)
      )
    case .suspended:
      return (
        language.text("\(name(job)) awaits\(duration)"),
        language.text("an 'await' suspends its function and blocks no thread")
      )
    }
  }

  /// Returns what follows when a job has returned. A child that a resolver settles may already be
  /// settled, or stay pending.
  private func returned(_ job: JobID, _ child: PromiseID?, _ duration: String) -> String {
    guard let child, let node = graph[child], node.settlement == nil else {
      return language.text("\(name(job)) returns\(duration)")
    }
    return switch node.creation.operation {
    case .body, .thenResolving:
      language.text("\(name(job)) returns\(duration); the resolver of \(child) settles it")
    // A timer follows, or the attempt that it returned.
    case .delay, .retry: language.text("\(name(job)) returns\(duration)")
    default: language.text("\(name(job)) returns\(duration); \(child) settles next")
    }
  }

  func accessed(_ job: JobID, _ names: [String]) -> Caption {
    let names = brief(names.joined(separator: ", "), 60)
    return (language.text("\(name(job)) declares access to \(names)"), nil)
  }

  // MARK: - Waits and timers

  func waitBegan(_ promise: PromiseID, _ queue: QueueID?, _ job: JobID?) -> Caption {
    let who =
      job.flatMap { graph.job($0) == nil ? nil : name($0) } ?? language.text("a thread")
    return (
      queue.map { language.text("\(who) waits for \(name(promise)), blocking \(name($0))") }
        ?? language.text("\(who) waits for \(name(promise))"),
      rule(.wait, language.text("'wait()' blocks its thread until the promise settles"))
    )
  }

  func waitEnded(
    _ promise: PromiseID, _ queue: QueueID?, _ ending: PromiseEvent.WaitEnding
  ) -> Caption {
    let freed = queue.map { language.text("; \(name($0)) is no longer blocked") } ?? ""
    return switch ending {
    case .settled: (language.text("the wait for \(name(promise)) ends\(freed)"), nil)
    case .deadlock:
      (
        language.text("the wait for \(name(promise)) would never end: a deadlock"),
        rule(.wait, language.text("waiting on a queue that the promise needs never ends"))
      )
    case .gaveUp:
      (
        language.text("the wait for \(name(promise)) is abandoned: the run reached a limit"), nil
      )
    }
  }

  func awaitBegan(
    _ promise: PromiseID, _ by: PromiseID?, _ site: SourceSite?, on queue: QueueID?
  ) -> Caption {
    let isSwift = graph.programLanguage == .swift
    let place =
      isSwift && by != nil ? queue.map { language.text(" on \(graph.plainName(of: $0))") } : nil
    return (
      language.text(
        "\(awaiter(by)) awaits \(name(promise))\(place ?? "")\(language.at(site))"),
      isSwift
        ? rule(.wait, language.text("'async()' suspends its task and blocks no thread"))
        : language.text("an 'await' suspends its function and blocks no thread")
    )
  }

  private func awaiter(_ by: PromiseID?) -> String {
    by.map { graph.handlerName(of: $0, language) } ?? language.text("a task")
  }

  func awaitEnded(
    _ promise: PromiseID, _ ending: PromiseEvent.AwaitEnding, _ by: PromiseID?
  ) -> Caption {
    let (who, name) = (awaiter(by), name(promise))
    switch ending {
    case .settled where graph[promise]?.settlement?.outcome == .rejected:
      return (language.text("\(who) continues: its 'await' of \(name) throws the error"), nil)
    case .settled:
      return (language.text("\(who) continues: its 'await' of \(name) returns the value"), nil)
    case .cancelled:
      return (
        language.text("\(who) was cancelled, and no longer awaits \(name)"),
        rule(.cancellation, language.text("the promise continues: others may wait for it"))
      )
    case .abandoned: return (language.text("\(who) continues: \(name) can never settle"), nil)
    }
  }

  func cancelRequested(_ context: Int) -> Caption {
    (
      language.text("context \(context) is cancelled, with all its pending promises"),
      rule(
        .cancellation,
        language.text("a running handler continues; one queued with a value does not run"))
    )
  }

  func timerSet(_ timer: TimerID, _ promise: PromiseID?, _ due: Int64) -> Caption {
    let owner = owner(promise, timer)
    let length = milliseconds(max(0, due.saturatingMinus(event.time)))
    return due == .max
      ? (language.text("the timer of \(owner) is set, but never fires"), nil)
      : (
        language.text("the timer of \(owner) is set: due in \(length) ms, at \(milliseconds(due))"),
        nil
      )
  }

  func owner(_ promise: PromiseID?, _ timer: TimerID) -> String {
    promise.map(name) ?? "\(timer)"
  }

  // MARK: - Choices

  func choice(_ chosen: Int, _ options: [PromiseEvent.Choice]) -> Caption {
    let taken =
      options.indices.contains(chosen)
      ? brief(graph.shortName(of: options[chosen], language: language), 60)
      : language.text("another")
    let (number, count) = (chosen.saturatingPlus(1), PromiseEvent.Choice.count(options))
    return (
      language.text("choice \(number) of \(count): \(taken)"),
      language.text("no rule decides this; another schedule may choose differently")
    )
  }

  // MARK: - Declarations

  func declared(_ label: String, _ kind: PromiseEvent.QueueKind, _ assumed: Bool) -> Caption {
    let label = brief(label, 32)
    let sentence =
      switch kind {
      case .serial: language.text("'\(label)' is a serial queue: one job at a time")
      case .concurrent(let width?):
        language.text(
          "'\(label)' is a concurrent queue: up to \(language.plural(width, "job")) at a time")
      case .concurrent: language.text("'\(label)' is a concurrent queue: many jobs at a time")
      case .immediate:
        language.text("'\(label)' is not a queue: jobs run inline, on the settling thread")
      }
    return (assumed ? language.text("\(sentence) (assumed)") : sentence, nil)
  }
}
