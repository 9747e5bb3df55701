import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What became of an outcome: who handled it, who waited for it, what else could have decided it.
extension SentenceForms {
  static let fates: [SentenceForm] = [
    SentenceForm(
      "{promise} was {outcome} at {time}, <how:too late, and ignored|which did not decide it>"
    ) { match, scene in
      let promise = try match.promise()
      let settled = scene.settlement(promise)
      try match.require(settled?.settlement.outcome.rawValue == match.text("outcome"), "it was not")
      guard let fanIn = match.subject else { return }
      // A promise may be an input twice.
      let isLate = match.text("how").hasPrefix("too late")
      let arrival = scene.arrivals(fanIn).last { $0.input == promise && $0.isIgnored == isLate }
      try match.require(arrival != nil, isLate ? "it came in time" : "it came too late")
      try match.require("time", is: scene.time(arrival?.number))
    },
    SentenceForm("{promise} was {outcome} at {time}, too late") { match, scene in
      let promise = try match.promise()
      let settled = scene.settlement(promise)
      try match.require(settled?.settlement.outcome.rawValue == match.text("outcome"), "it was not")
      try match.require("time", is: scene.time(settled?.number))
      let limits = scene.handlers(promise).map(\.child) + scene.record.created.keys
      let isLate = limits.contains { limit in
        scene.operation(limit) == .timeout && scene.parent(of: limit) == promise
          && scene.timers(of: limit).contains { timer in
            timer.fired.map { $0 < settled?.number ?? 0 } ?? false
          }
      }
      try match.require(isLate, "no timeout gave up on it before")
    },
    SentenceForm("{promise} is {text}: its outcome will be ignored") { match, scene in
      let promise = try match.promise()
      try match.require(
        scene.state(of: promise) == match.text(), "it is \(scene.state(of: promise))")
      guard let fanIn = match.subject else { return }
      try match.require(scene.inputs(fanIn).contains(promise), "that is not its input")
      try match.require(
        scene.settlement(fanIn) != nil
          && scene.arrivals(fanIn).count { $0.input == promise }
            < scene.inputs(fanIn).count { $0 == promise },
        "it has reached it")
    },
    SentenceForm("and {n} more inputs") { match, scene in
      guard let fanIn = match.subject else { return }
      // The input that decided it and four more are named.
      let others = scene.inputs(fanIn).count { $0 != scene.settlement(fanIn)?.settlement.from }
      try match.require(try match.number() == others - 4, "there are \(others)")
    },
    SentenceForm("{promise} handled it") { match, scene in
      let promise = try match.promise()
      guard let subject = match.subject else { return }
      let last = scene.record.handled[subject]?.last { $0.number <= scene.number }
      try match.require(last?.by == promise, "it did not")
    },
    SentenceForm("no handler: reported as unhandled at {time}") { match, scene in
      let number = match.subject.flatMap { scene.record.unhandled[$0] }
      try match.require("time", is: scene.time(scene.past(number)))
    },
    SentenceForm("not handled so far: no handler is attached") { match, scene in
      guard let subject = match.subject else { return }
      try match.require(scene.handlers(subject).isEmpty, "a handler is attached")
      let isAdopted = scene.record.adoptions.values.joined().contains {
        $0.inner == subject && $0.number <= scene.number
      }
      try match.require(!isAdopted, "another promise adopted it")
      let isInput = scene.record.inputs.values.joined().contains {
        $0.input == subject && $0.number <= scene.number
      }
      try match.require(!isInput, "it is an input of a fan-in")
      let isAwaited = (scene.record.waits + scene.record.awaits).contains {
        $0.promise == subject && $0.began <= scene.number
      }
      try match.require(!isAwaited, "a thread or a task waits for it")
      try match.require(scene.past(scene.record.unhandled[subject]) == nil, "it was reported")
    },
    SentenceForm("it is passed on to {promise}[<how:, which adopted it>]") { match, scene in
      guard let subject = match.subject else { return }
      let promise = try match.promise()
      if match.has("how") {
        let isAdopted = scene.record.adoptions[promise]?.contains {
          $0.inner == subject && $0.number <= scene.number
        }
        return try match.require(isAdopted == true, "it did not adopt it")
      }
      try match.require(scene.parents(promise).contains(subject), "it does not follow from it")
    },
  ]

  /// What waits: a job or a thread, and the queue that it blocks.
  private static let blocker = "<who:{job}|thread {n}[ ({text8})]|a thread>[, blocking {queue},]"

  /// Requires that who is said to wait does, and blocks what is said to be blocked.
  static func checkBlocker(
    _ wait: EventRecord.Wait, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    if match.has("job") {
      _ = try match.job(wait.job, in: scene)
    } else {
      try match.require(
        wait.job.map { scene.record.jobs[$0] == nil } ?? true, "a job waits")
      let number = match.text("who").hasPrefix("thread") ? try match.number() : nil
      try match.require(wait.thread?.rawValue == number, "another thread waits")
    }
    if match.has("text8") {
      try match.require(
        wait.thread.flatMap { scene.record.threadNames[$0] } == match.text("text8"),
        "its name is another")
    }
    try match.require(match.has("queue") == (wait.queue != nil), "a queue is blocked, or none")
    if let queue = wait.queue {
      try match.require(try match.queues().contains(queue), "another queue")
    }
  }

  /// Threads and tasks that wait for the promise, or waited for it.
  static let blocked: [SentenceForm] = [
    SentenceForm("\(blocker) has been waiting for it since {time}") { match, scene in
      for wait in scene.waits where wait.promise == match.subject {
        guard (try? checkBlocker(wait, match, scene)) != nil else { continue }
        return try match.require("time", is: scene.record.time(wait.began))
      }
      try match.require(false, "it does not")
    },
    SentenceForm("\(blocker) waited for it for {time} ms, until {time2}") { match, scene in
      let waits = scene.record.waits.filter {
        $0.promise == match.subject && scene.past($0.ended) != nil
      }
      guard let last = waits.max(by: { $0.ended ?? 0 < $1.ended ?? 0 }), let ended = last.ended
      else { return try match.require(false, "none has waited") }
      try checkBlocker(last, match, scene)
      try match.require("time", is: scene.record.time(ended) - scene.record.time(last.began))
      try match.require("time2", is: scene.record.time(ended))
    },
    SentenceForm(
      "<who:a task has been awaiting it since|{n} tasks await it, the first since> {time}"
    ) {
      match, scene in
      let tasks = scene.record.awaits.filter {
        $0.promise == match.subject && $0.began <= scene.number && scene.past($0.ended) == nil
      }
      let count = try match.has("n") ? match.number() : 1
      try match.require(tasks.count == count, "\(tasks.count) tasks await it")
      try match.require("time", is: scene.time(tasks.first?.began))
    },
    SentenceForm("a task awaited it until {time}") { match, scene in
      let ends = scene.record.awaits.compactMap {
        $0.promise == match.subject ? scene.past($0.ended) : nil
      }
      try match.require("time", is: scene.time(ends.max()))
    },
  ]
}
