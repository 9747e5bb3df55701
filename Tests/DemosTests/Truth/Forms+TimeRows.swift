import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The rows about where the time of a promise went. Below the promise itself, a row names the promise that it is
/// about.
extension SentenceForms {
  /// Returns the promise that a row is about: the one that it names, or the one that is asked about.
  private static func owner(
    _ name: String, _ match: SentenceMatch, _ scene: EventScene
  ) throws -> PromiseID {
    guard match.has(name) else {
      guard let subject = match.subject else { throw Falsehood(description: "of no promise") }
      return subject
    }
    let promise = try match.promise(name)
    try match.require(
      match.subject == nil || match.context.path.contains(promise), "\(promise) is not on its path")
    return promise
  }

  /// Requires that a row began with one of some events, and lasted no longer than up to the first of others.
  private static func checkRow(
    of promise: PromiseID, from starts: [Int?], to ends: [Int?], _ match: SentenceMatch,
    _ scene: EventScene
  ) throws {
    guard let row = match.context.row, let start = match.context.start else { return }
    try match.require(
      starts.contains(start),
      "it did not begin with event \(start), but \(starts.compactMap(\.self))")
    let end = (ends + [scene.end(of: promise)]).compactMap { scene.past($0) }.filter { $0 > start }
      .min()
    let created = scene.record.created[promise].map { scene.record.time($0.number) } ?? 0
    let length = (scene.time(end) ?? scene.now) - max(scene.record.time(start), created)
    try match.require(row.tenths <= Int(length / 100_000), "it took \(milliseconds(length)) ms")
  }

  private static func created(_ promise: PromiseID, _ scene: EventScene) -> Int? {
    scene.record.created[promise]?.number
  }

  private static func settled(_ promise: PromiseID?, _ scene: EventScene) -> Int? {
    promise.flatMap { scene.settlement($0)?.number }
  }

  /// The ends of what a promise does by itself, after which it has still to settle.
  private static func ends(of promise: PromiseID, _ scene: EventScene) -> [Int?] {
    [
      created(promise, scene), scene.record.bodies[promise]?.ended, scene.job(promise)?.job.ended,
    ]
  }

  /// What a promise waited for that others did.
  static let outerRows: [SentenceForm] = [
    SentenceForm("[{promise2}, ]waiting for {promise}") { match, scene in
      let (waiter, other) = (try owner("promise2", match, scene), try match.promise())
      try match.require(scene.parent(of: waiter) == other, "it did not wait for that")
      try checkRow(
        of: waiter, from: [created(waiter, scene)], to: [settled(other, scene)], match, scene)
    },
    SentenceForm("[{promise2}, ]waiting for {promise}, which it adopted") { match, scene in
      let (waiter, other) = (try owner("promise2", match, scene), try match.promise())
      let adoptions = (scene.record.adoptions[waiter] ?? []).filter { $0.number <= scene.number }
      try match.require(adoptions.first?.inner == other, "it did not adopt that")
      try checkRow(of: waiter, from: adoptions.map(\.number), to: [], match, scene)
    },
    SentenceForm(
      "[{promise2}, ]waiting for its inputs[<which:, such as {promise}|: the last was {promise}|: {promise} decided it>]"
    ) { match, scene in
      let fanIn = try owner("promise2", match, scene)
      try match.require(scene.isFanIn(fanIn), "it has no inputs")
      try checkRow(of: fanIn, from: [created(fanIn, scene)], to: [], match, scene)
      let from = scene.settlement(fanIn)?.settlement.from
      guard match.has("promise") else {
        return try match.require(from == nil, "\(from as Any) did")
      }
      let input = try match.promise()
      try match.require(scene.inputs(fanIn).contains(input), "that is not its input")
      let arrivals = scene.arrivals(fanIn).filter { !$0.isIgnored }
      switch match.text("which").first {
      case ",":
        try match.require(scene.settlement(fanIn) == nil, "it has settled")
        try match.require(!arrivals.contains { $0.input == input }, "that has settled")
      default:
        try match.require(scene.settlement(fanIn) != nil, "it has not settled")
        let isDecisive = match.text("which").hasSuffix("decided it")
        try match.require(isDecisive == (from != nil), "an input decided it, or none")
        try match.require((from ?? arrivals.last?.input) == input, "it was another one")
      }
    },
    SentenceForm("[{promise2}, ]waiting for its attempt {promise}") { match, scene in
      let (retry, attempt) = (try owner("promise2", match, scene), try match.promise())
      try match.require(
        scene.operation(retry) == .retry && scene.inputs(retry).contains(attempt),
        "that is not its attempt")
      let arrival = scene.arrivals(retry).first { $0.input == attempt }
      try checkRow(
        of: retry, from: [created(attempt, scene)], to: [arrival?.number], match, scene)
    },
    SentenceForm("[{promise2}, ]until its next attempt") { match, scene in
      let retry = try owner("promise2", match, scene)
      try match.require(scene.operation(retry) == .retry, "it makes no attempts")
      try checkRow(
        of: retry, from: [created(retry, scene)] + scene.arrivals(retry).map(\.number),
        to: scene.inputs(retry).map { created($0, scene) }, match, scene)
    },
    SentenceForm("[{promise2}, ]blocked, waiting for {promise}") { match, scene in
      let (waiter, other) = (try owner("promise2", match, scene), try match.promise())
      let waits = scene.waits(in: waiter).filter { $0.promise == other }
      try match.require(!waits.isEmpty, "its job did not wait for that")
      try checkRow(of: waiter, from: waits.map(\.began), to: waits.map(\.ended), match, scene)
    },
    SentenceForm("[{promise2}, ]<what:until its resolver was called|its resolver was not called>") {
      match, scene in
      try checkResolver(of: try owner("promise2", match, scene), nil, match, scene)
    },
    SentenceForm("until the resolver of {promise} was called") { match, scene in
      try checkResolver(of: try owner("promise", match, scene), nil, match, scene)
    },
    SentenceForm("[{promise2}, ]until {job} resolved it") { match, scene in
      let promise = try owner("promise2", match, scene)
      try match.require(scene.adoption(promise) == nil, "it was settled by what it adopted")
      let user = scene.settler(of: promise)
      _ = try match.job(user, in: scene)
      try checkResolver(of: promise, user, match, scene)
    },
  ]

  /// A promise with a resolver, which a job called, or code of which no job is known, or nobody so far.
  private static func checkResolver(
    of promise: PromiseID, _ user: PromiseEvent.JobID?, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let hasResolver =
      scene.operation(promise).map { [.body, .pending, .thenResolving].contains($0) } ?? false
    try match.require(hasResolver, "it has no resolver")
    let settlement = scene.settlement(promise)
    let isOpen = match.text("what") == "its resolver was not called"
    try match.require(
      isOpen == (settlement == nil && scene.adoption(promise) == nil),
      isOpen ? "it was" : "it was not")
    if scene.adoption(promise) == nil {
      try match.require(settlement?.settlement.outcome != .cancelled, "it was cancelled")
      try match.require(
        settlement == nil || scene.settler(of: promise) == user, "a job called it")
    }
    try checkRow(
      of: promise, from: ends(of: promise, scene),
      to: [scene.record.adoptions[promise]?.first?.number], match, scene)
  }

  /// Its job, in its queue and running.
  static let queueRow: [SentenceForm] = [
    SentenceForm(
      "[{promise2}, ]waiting in queue {queue}[, behind <what:{n} job<|s>|{job}[, which blocked it for {time} ms, waiting for {promise}][<rest:, and | and >{n} job<|s>]>]"
    ) { match, scene in
      let promise = try owner("promise2", match, scene)
      let jobs = (scene.record.jobsOf[promise] ?? []).compactMap { scene.record.jobs[$0] }
      guard
        let job = jobs.first(where: { $0.enqueued == match.context.start })
          ?? scene.job(promise)?.job, let enqueued = job.enqueued
      else { return try match.require(false, "it was never enqueued") }
      try match.require(
        try match.queues().contains(job.queue), "it waits on \(scene.label(job.queue))")
      try checkRow(of: promise, from: [enqueued], to: [job.started, job.ended], match, scene)
      try checkAhead(of: job, at: EventScene(scene.record, at: enqueued), match, scene)
    },
    SentenceForm("running <place:inline|on {queue}>[: {job}]") { match, scene in
      let name = match.has("job") ? try match.job(in: scene).job.child : match.subject
      guard let promise = name, let job = scene.job(promise)?.job else {
        return try match.require(false, "it has no job")
      }
      try match.require(match.context.path.contains(promise), "\(promise) is not on its path")
      try checkPlace(of: job, match, scene)
      let waits = scene.waits(in: promise)
      try checkRow(
        of: promise, from: [job.started] + waits.map(\.ended), to: [job.ended] + waits.map(\.began),
        match, scene)
    },
  ]

  /// Holds what is said to have been ahead of a job in its queue against the moment when it was enqueued.
  private static func checkAhead(
    of job: EventRecord.Job, at then: EventScene, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let before = then.line(of: job.queue).count - 1
    let holders = then.running(on: job.queue)
    if match.has("n") {
      try match.require(try match.number() == before, "\(before) were before it")
    } else {
      try match.require(before == 0, "\(before) were before it")
    }
    guard match.has("job") else {
      return try match.require(holders.isEmpty, "what ran is \(holders.map(\.id))")
    }
    let holder = try match.job(in: scene) { other in
      holders.contains { $0.job.started == other.started }
    }
    let waits = scene.record.waits.filter {
      $0.job == holder.id && $0.queue == job.queue && scene.past($0.ended) ?? 0 > then.number
    }
    guard match.has("promise") else {
      return try match.require(waits.isEmpty, "what blocked it is left out")
    }
    let wait = waits.last { $0.promise == (try? match.promise()) }
    try match.require(
      "time", is: wait.map { scene.record.time($0.ended ?? 0) - scene.record.time($0.began) })
  }

  /// What a promise did by itself.
  static let ownRows: [SentenceForm] = [
    SentenceForm("<what:running its body|running: the body of {promise}>") { match, scene in
      let promise = try owner("promise", match, scene)
      let body = scene.record.bodies[promise]
      try match.require(body != nil, "it has none")
      try checkRow(of: promise, from: [body?.started], to: [body?.ended], match, scene)
    },
    SentenceForm("<what:waiting for its timer|the timer of {promise}>") { match, scene in
      let promise = try owner("promise", match, scene)
      let timers = scene.timers(of: promise)
      try match.require(!timers.isEmpty, "it has none")
      try checkRow(of: promise, from: timers.map(\.set), to: timers.map(\.fired), match, scene)
    },
    SentenceForm(
      "[{promise2}, ]until <what:its handler was queued|its body was queued|the handler of {promise2} was queued>"
    ) { match, scene in
      let promise = try owner("promise2", match, scene)
      let isBody = scene.handlerName(promise).hasPrefix("the body")
      try match.require(match.text("what").contains("body") == isBody, "it has no such thing")
      let starts = [created(promise, scene), settled(scene.parent(of: promise), scene)]
      let timer = scene.timers(of: promise).first?.set
      try checkRow(
        of: promise, from: starts, to: [scene.job(promise)?.job.enqueued, timer], match, scene)
    },
    SentenceForm("until <what:it|{promise}> settled") { match, scene in
      let promise = try owner("promise", match, scene)
      var starts = ends(of: promise, scene)
      starts += [settled(scene.parent(of: promise), scene)]
      starts += scene.timers(of: promise).map(\.fired) + scene.arrivals(promise).map(\.number)
      try checkRow(of: promise, from: starts, to: [], match, scene)
    },
    SentenceForm("in <what:a shorter step|{n} shorter steps>") { match, scene in
      guard match.has("n") else { return }
      try match.require(try match.number() > 1, "there is one, or none")
    },
  ]
}
