#if Logging
  internal import PromiseKitLite

  // How long jobs wait in their queues, and how long they run.

  extension LoggingObserver {
    func enqueue(_ job: PromiseEvent.JobID, _ event: PromiseEvent) {
      let (number, time) = (job.rawValue, event.time)
      let evicted = jobs.with(number) { table -> KnownJob? in
        // If it arrives late, the job has already started.
        table[number] == nil ? table.set(KnownJob(time: time, isRunning: false), of: number) : nil
      }
      if evicted != nil { reportForgotten(event) }
    }

    func start(
      _ job: PromiseEvent.JobID, _ child: PromiseID?, _ queue: PromiseEvent.QueueID,
      _ event: PromiseEvent
    ) {
      let (number, time) = (job.rawValue, event.time)
      let known = jobs.with(number) { table -> KnownJob? in
        let known = table[number]
        table.set(KnownJob(time: time, isRunning: true), of: number)
        return known
      }
      guard let known, !known.isRunning else { return }
      report(
        levels.slowQueueWait, time - known.time, "a job waited a long time in its queue", "wait_ms",
        job, child, queue, event)
    }

    func end(
      _ job: PromiseEvent.JobID, _ child: PromiseID?, _ queue: PromiseEvent.QueueID,
      _ event: PromiseEvent
    ) {
      let known = jobs.with(job.rawValue) { $0.remove(job.rawValue) }
      guard let known, known.isRunning else { return }
      report(
        isMain(queue) ? levels.slowHandlerOnMain : levels.slowHandler, event.time - known.time,
        "a job took a long time", "run_ms", job, child, queue, event)
    }

    private func report(
      _ thresholds: Thresholds, _ nanoseconds: Int64, _ text: String, _ key: String,
      _ job: PromiseEvent.JobID, _ child: PromiseID?, _ queue: PromiseEvent.QueueID,
      _ event: PromiseEvent
    ) {
      guard let level = thresholds.level(for: nanoseconds) else { return }
      log(level) {
        var message = LogMessage(text, about: event)
        if let child { message.add(child, declaration(of: child)) }
        message.add(queue, label(of: queue))
        message.add("job", job.rawValue)
        message.add(key, nanoseconds: nanoseconds)
        return message
      }
    }
  }
#endif
