import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers to why a promise has not settled.
extension SentenceForms {
  static let waiting = SentenceForms(
    "why",
    waitingQuestions + taskReasons + states + running + queued + timed + inputs + resolvers + ends)

  private static let waitingQuestions: [SentenceForm] = [
    SentenceForm("What does {promise} wait for?") { match, scene in
      let promise = try match.asked()
      try match.require(scene.isPending(promise), "it is not pending")
      // A body that has resolved its promise with another one may go on.
      try match.require(
        !scene.isBusy(promise) || scene.adoption(promise) != nil,
        "its handler or body runs: it waits for nothing")
    },
    SentenceForm("What is {promise} doing?") { match, scene in
      let promise = try match.asked()
      try match.require(scene.isPending(promise) && scene.isBusy(promise), "it does not run")
    },
    SentenceForm("What became of {promise}?") { match, scene in
      guard case .forwarded? = scene.freed(try match.asked())?.state else {
        return try match.require(false, "it was not replaced")
      }
    },
    SentenceForm("Why will {promise} never settle?") { match, scene in
      let promise = try match.asked()
      try match.require(scene.neverSettles(promise), "it settles")
    },
    SentenceForm("What is known of {id}?") { match, scene in
      try match.require(scene.creation(try match.promise("id")) == nil, "it exists")
    },
    SentenceForm("nothing yet: it is created later, or never") { match, scene in
      try match.require(match.subject.flatMap(scene.creation) == nil, "it exists")
    },
  ]

  private static let states: [SentenceForm] = [
    SentenceForm("{promise} was freed at {time} while pending: nothing can settle it") {
      match, scene in
      let promise = try match.promise()
      try match.require(scene.neverSettles(promise), "it settles")
      try match.require("time", is: scene.time(scene.freed(promise)?.number))
    },
    SentenceForm("{promise} waits forever for {promise2}, which was freed while pending") {
      match, scene in
      let (promise, other) = (try match.promise(), try match.promise("promise2"))
      try match.require(scene.neverSettles(promise) && scene.neverSettles(other), "it settles")
      try match.require(scene.freed(other) != nil, "it was not freed")
      try match.require(scene.depends(promise, on: other), "it does not wait for that one")
    },
    SentenceForm("{promise} settles in place of {promise2}") { match, scene in
      let freed = scene.freed(try match.promise("promise2"))
      try match.require(freed?.state == .forwarded(to: try match.promise()), "it does not")
    },
    SentenceForm("{promise} adopted {promise2} at {time} and settles when it does") {
      match, scene in
      let (outer, inner) = (try match.promise(), try match.promise("promise2"))
      let all = (scene.record.adoptions[outer] ?? []).filter { $0.number <= scene.number }
      try match.require(
        all.last?.inner == inner, "it adopted \(String(describing: all.last?.inner))")
      // After a forwarding it waits for another one, since its own adoption.
      try match.require("time", is: scene.time(all.first?.number))
      try match.require(scene.settlement(outer) == nil, "it has settled")
    },
    SentenceForm("{promise} waits for {promise2}") { match, scene in
      let (promise, other) = (try match.promise(), try match.promise("promise2"))
      try match.require(scene.isPending(promise), "it is not pending")
      try match.require(scene.isPending(other), "\(other) is not pending")
      try match.require(scene.parents(promise).contains(other), "\(other) is not its parent")
    },
    SentenceForm("{promise} is <what:{outcome}|pending>") { match, scene in
      let promise = try match.promise()
      let outcome = scene.settlement(promise)?.settlement.outcome.rawValue
      try match.require(match.text("what") == outcome ?? "pending", "it is \(outcome ?? "pending")")
    },
    SentenceForm("{promise} is <what:waiting in its queue|running>") { match, scene in
      let promise = try match.promise()
      let job = scene.job(promise)?.job
      switch match.text("what") {
      case "running": try match.require(scene.isBusy(promise), "it does not run")
      default: try match.require(job.map(scene.isWaiting) == true, "it does not wait there")
      }
    },
    SentenceForm("{promise} was freed while pending") { match, scene in
      try match.require(scene.freed(try match.promise())?.state == .pending, "it was not")
    },
  ]

  private static let running: [SentenceForm] = [
    SentenceForm(
      "{job} <verb:has been running|is running> <place:inline|on {queue}>[ for {time}[ of {time2}] ms]"
    ) { match, scene in
      let (_, job) = try match.job(in: scene, where: scene.isRunning)
      try checkPlace(of: job, match, scene)
      try checkLength(since: job.started, until: job.ended, match, scene)
    },
    SentenceForm(
      "{job} runs <place:inline|on {queue}> and <verb:has been waiting|waits> for {promise}[ for {time} ms]"
    ) { match, scene in
      let (_, job) = try match.job(in: scene, where: scene.isRunning)
      try checkPlace(of: job, match, scene)
      let promise = try match.promise()
      let thread = job.started.flatMap { scene.record.event($0)?.thread }
      let wait = scene.waits.first { $0.promise == promise && $0.thread == thread }
      try match.require(wait != nil, "its thread does not wait for that")
      try checkLength(since: wait?.began, until: nil, match, scene)
    },
    SentenceForm("the body of {promise} <verb:has been running|is running>[ for {time} ms]") {
      match, scene in
      let body = scene.record.bodies[try match.promise()]
      try match.require(
        scene.past(body?.started) != nil && scene.past(body?.ended) == nil, "it does not run")
      try checkLength(since: body?.started, until: nil, match, scene)
    },
  ]

  static func checkPlace(
    of job: EventRecord.Job, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let isInline = scene.queue(job.queue)?.kind == .immediate
    try match.require(
      isInline == (match.text("place") == "inline"), "it runs on \(scene.label(job.queue))")
    if !isInline {
      try match.require(
        try match.queues().contains(job.queue), "it runs on \(scene.label(job.queue))")
    }
  }

  private static func checkLength(
    since start: Int?, until end: Int?, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard let start else { return try match.require(false, "it never began") }
    let passed = scene.now - scene.record.time(start)
    if match.has("time") {
      try match.require("time", is: passed)
    } else {
      try match.require(passed == 0, "\(passed) ns have passed")
    }
    guard match.has("time2") else { return }
    try match.require("time2", is: end.map { scene.record.time($0) - scene.record.time(start) })
  }

  private static let queued: [SentenceForm] = [
    SentenceForm(
      "{job} <verb:has been|is> <where:first in|{ordinal} in|far back in> queue {queue}[ for {time}[ of {time2}] ms][, by the time it was enqueued]; <end:{job2} has been running there for {time3}[ of {time4}] ms|{job2} is running there|<who:{job2}|the thread that would run it> blocks {queue2}, waiting for {promise}|nothing has ever run on main: the program does not drain it|nothing is running there>"
    ) { match, scene in
      let (id, job) = try match.job(in: scene, where: scene.isWaiting)
      try match.require(
        try match.queues().contains(job.queue), "it waits on \(scene.label(job.queue))")
      let line = scene.line(of: job.queue)
      let place = (line.firstIndex { $0.id == id } ?? -1) + 1
      if match.text("where").hasPrefix("far") {
        try match.require(place > 1000, "it is number \(place)")
      } else {
        let said = try match.has("ordinal") ? match.number("ordinal") : 1
        try match.require(said == place, "it is number \(place)")
      }
      try checkLength(since: job.enqueued, until: job.started, match, scene)
      try checkHolder(of: job.queue, match, scene)
    }
  ]

  private static func checkHolder(
    of queue: PromiseEvent.QueueID, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let running = scene.running(on: queue)
    let end = match.text("end")
    if match.has("promise") {
      let promise = try match.promise()
      let wait = scene.waits.first { $0.promise == promise && scene.blocks($0, queue) }
      try match.require(wait != nil, "no thread of that queue waits for \(promise)")
      try match.require(try match.queues("queue2").contains(queue), "that is another queue")
      if match.has("job2") {
        let (_, job) = try match.job("job2", in: scene, where: scene.isRunning)
        let thread = job.started.flatMap { scene.record.event($0)?.thread }
        try match.require(thread == wait?.thread, "another job blocks it")
      }
    } else if match.has("job2") {
      let (id, job) = try match.job("job2", in: scene, where: scene.isRunning)
      try match.require(running.contains { $0.id == id }, "what runs is \(running.map(\.id))")
      if match.has("time3"), let started = job.started {
        try match.require("time3", is: scene.now - scene.record.time(started))
        if match.has("time4") {
          try match.require(
            "time4", is: job.ended.map { scene.record.time($0) - scene.record.time(started) })
        }
      }
    } else {
      try match.require(running.isEmpty, "what runs is \(running.map(\.id))")
      guard end.hasPrefix("nothing has ever run") else { return }
      let ever = scene.record.jobs.values.contains { $0.queue == queue && $0.started != nil }
      try match.require(!ever, "a job runs there")
    }
  }

  private static let timed: [SentenceForm] = [
    SentenceForm("the timer of {promise} <what:never fires|fires at {time}, in {time2} ms>") {
      match, scene in
      try checkTimer(of: try match.promise(), match, scene)
    },
    SentenceForm(
      "{promise} waits for {promise2}<what:; its timer never fires| until its timer fires at {time}, in {time2} ms>"
    ) { match, scene in
      let (promise, other) = (try match.promise(), try match.promise("promise2"))
      try match.require(
        scene.isPending(other) && scene.parents(promise).contains(other),
        "it does not wait for that")
      try checkTimer(of: promise, match, scene)
    },
  ]

  /// A timer that is said to fire is set, and fires then unless it is stopped or the run ends first.
  private static func checkTimer(
    of promise: PromiseID, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard let timer = scene.pendingTimer(promise) else {
      return try match.require(false, "no timer is set")
    }
    try match.require(
      (timer.due == .max) == match.text("what").hasSuffix("never fires"),
      "it is due at \(timer.due)")
    guard match.has("time") else { return }
    try match.require("time", is: timer.due)
    try match.require("time2", is: max(0, timer.due - scene.now))
    if let fired = timer.fired {
      try match.require(scene.record.time(fired) >= timer.due, "it fires before")
    } else if timer.cancelled == nil {
      try match.require(scene.record.time(scene.record.last) <= timer.due, "it never fires")
    }
  }

  private static let inputs: [SentenceForm] = [
    SentenceForm("{promise} waits for the first of its {n} input<|s> to settle[: {promise2}]") {
      match, scene in
      try checkInputs([.race], nil, match, scene)
    },
    SentenceForm("{promise} waits for the first value of its {n} input<|s>[: {promise2}]") {
      match, scene in
      try checkInputs([.any], nil, match, scene)
    },
    SentenceForm("{promise} waits for its attempt {promise2}") { match, scene in
      let (promise, other) = (try match.promise(), try match.promise("promise2"))
      try match.require(scene.operation(promise) == .retry, "it is no retry")
      try match.require(
        scene.inputs(promise).last == other && scene.isPending(other), "it is not pending")
    },
    SentenceForm("{promise} waits for all its {n} input<|s>[: {promise2}]") { match, scene in
      let count = scene.inputs(try match.promise()).count
      try checkInputs([.all, .allSettled], count, match, scene)
    },
    SentenceForm("{promise} waits for {n2} of its {n} input<|s>[: {promise2}]") { match, scene in
      try checkInputs([.all, .allSettled], try match.number("n2"), match, scene)
    },
    SentenceForm("all inputs of {promise} so far have settled: it waits for the next one") {
      match, scene in
      let promise = try match.promise()
      try match.require(scene.isPending(promise), "it is not pending")
      try match.require(
        !scene.inputs(promise).contains { scene.settlement($0) == nil }, "one is pending")
    },
    SentenceForm("each of them waits in turn") { _, _ in },
    SentenceForm("and {n} more inputs are still pending") { match, scene in
      // Three of them are named; it may be a fan-in that the subject waits for.
      let count = try match.number() + 3
      let fits = scene.record.created.keys.contains { fanIn in
        scene.isFanIn(fanIn) && scene.isPending(fanIn)
          && scene.inputs(fanIn).count { scene.settlement($0) == nil } == count
      }
      try match.require(fits, "no fan-in has that many")
    },
  ]

  private static func checkInputs(
    _ operations: [PromiseEvent.Operation], _ open: Int?, _ match: SentenceMatch,
    _ scene: EventScene
  ) throws {
    let promise = try match.promise()
    try match.require(scene.isPending(promise), "it is not pending")
    try match.require(
      scene.operation(promise).map(operations.contains) == true, "it is another fan-in")
    let inputs = scene.inputs(promise)
    try match.require(try match.number() == inputs.count, "it has \(inputs.count) inputs")
    let pending = inputs.filter { scene.settlement($0) == nil }
    if let open { try match.require(open == pending.count, "\(pending) are pending") }
    if match.has("promise2") {
      try match.require(pending == [try match.promise("promise2")], "\(pending) are pending")
    }
  }

  private static let resolvers: [SentenceForm] = [
    SentenceForm(
      "{promise}[ at {text}] is <what:pending|still pending after its body returned at {time}>: the code that holds its resolver must call it[; the body made {text2}]"
    ) { match, scene in
      let promise = try match.promise()
      for made in scene.mentions(match.text("text2")) {
        try match.require(scene.made(inBodyOf: promise).contains(made), "it did not make \(made)")
        try match.require(scene.isPending(made), "\(made) is not pending")
      }
      try match.require(scene.isPending(promise), "it is not pending")
      let operation = scene.operation(promise)
      try match.require(
        operation == .body || operation == .pending || operation == .thenResolving,
        "it has no resolver")
      try match.require(
        match.text() == scene.creation(promise)?.site?.fileAndLine.shown(40) ?? "",
        "at another place")
      guard match.has("time") else { return }
      let ended = scene.record.bodies[promise]?.ended ?? scene.job(promise)?.job.ended
      try match.require("time", is: scene.time(scene.past(ended)))
    },
    SentenceForm("{promise} tries again when its timer fires at {time}, in {time2} ms") {
      match, scene in
      let promise = try match.promise()
      try match.require(scene.operation(promise) == .retry, "it is no retry")
      try match.require(
        !scene.inputs(promise).contains { scene.settlement($0) == nil }, "an attempt is pending")
      try checkTimer(of: promise, match, scene)
    },
    SentenceForm("{promise} waits for its timer") { match, scene in
      let promise = try match.promise()
      try match.require(
        scene.isPending(promise) && scene.operation(promise) == .after, "it has no timer")
    },
    SentenceForm("{promise} waits for the result of its body") { match, scene in
      let promise = try match.promise()
      try match.require(
        scene.isPending(promise) && scene.operation(promise) == .async, "it has another body")
      try match.require(
        scene.job(promise).map { scene.past($0.job.ended) == nil } ?? true, "its body has ended")
    },
    SentenceForm(
      "what {promise} waited for has happened: {promise2} <state:is {outcome}|was freed while pending>"
    ) {
      match, scene in
      let (promise, parent) = (try match.promise(), try match.promise("promise2"))
      try match.require(scene.isPending(promise), "it is not pending")
      try match.require(scene.parents(promise).contains(parent), "that is not its parent")
      let state = match.has("outcome") ? match.text("outcome") : "freed pending"
      try match.require(scene.state(of: parent) == state, "it is \(scene.state(of: parent))")
      try checkIdle(promise, match, scene)
    },
    SentenceForm(
      "<what:the handler of|the body of|async function> {promise} has <end:returned a promise, which {promise2} adopts|ended, and {promise2} has not settled yet>"
    ) { match, scene in
      let promise = try match.promise()
      let job = scene.job(promise)?.job
      try match.require(try match.promise("promise2") == promise, "it is about another one")
      try match.require(scene.isPending(promise) && scene.past(job?.ended) != nil, "it has not")
      try match.require(
        (job?.ending == .returnedPromise) == match.text("end").hasPrefix("returned"),
        "it ended otherwise")
    },
    SentenceForm("what {promise} waited for has happened, and it has not settled yet") {
      match, scene in
      let promise = try match.promise()
      try match.require(scene.isPending(promise), "it is not pending")
      let hasRun = scene.past(scene.job(promise)?.job.ended) != nil
      let open = scene.parents(promise).filter { scene.settlement($0) == nil }
      try match.require(hasRun || open.isEmpty, "\(open) are pending")
      try checkIdle(promise, match, scene)
    },
  ]

  /// Requires that a promise waits for nothing that is known: no job, no timer, no other promise.
  private static func checkIdle(
    _ promise: PromiseID, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    try match.require(!scene.isBusy(promise), "its handler or body runs")
    try match.require(
      scene.job(promise).map { scene.isWaiting($0.job) } != true, "its job waits in a queue")
    try match.require(scene.pendingTimer(promise) == nil, "its timer is set")
    try match.require(scene.adoption(promise) == nil, "it is locked in")
  }

  private static let ends: [SentenceForm] = [
    SentenceForm("nothing is known of {id}") { match, scene in
      try match.require(scene.creation(try match.promise("id")) == nil, "it is known")
    },
    SentenceForm("... {n} more like it, from {promise} on") { match, scene in
      try match.require(try match.number() > 0, "there are none")
    },
    SentenceForm("what {promise} waits for is listed above") { match, scene in
      try match.require(scene.settlement(try match.promise()) == nil, "it waits for nothing")
    },
    SentenceForm("a cycle of adoptions, whose promises are all rejected: {text}") {
      match, scene in
      let cycle = scene.mentions(match.text())
      for (one, next) in zip(cycle, cycle.dropFirst()) {
        try match.require(scene.adoption(one)?.inner == next, "\(one) did not adopt \(next)")
      }
      try match.require(
        cycle.allSatisfy { scene.record.settled[$0]?.settlement.oddity == .returnedSelf },
        "they are not rejected for that")
    },
    SentenceForm("a cycle, unless other code resolves {promise}: {text}") { match, scene in
      let cycle = scene.mentions(match.text())
      try match.require(cycle.contains(try match.promise()), "it is not in the cycle")
      for (one, next) in zip(cycle, cycle.dropFirst()) {
        try match.require(
          scene.causes(of: one).contains(next) || scene.made(inBodyOf: one).contains(next),
          "\(one) does not wait for \(next)")
      }
    },
    SentenceForm("a cycle, in which no promise can settle: {text}") { match, scene in
      try match.require(match.text().contains(" -> "), "that is no cycle")
      let cycle = scene.mentions(match.text())
      for (one, next) in zip(cycle, cycle.dropFirst()) {
        try match.require(scene.causes(of: one).contains(next), "\(one) does not wait for \(next)")
      }
      try match.require(cycle.allSatisfy(scene.neverSettles), "one of them settles")
    },
  ]
}
