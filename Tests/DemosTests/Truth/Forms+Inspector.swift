import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The rows of the inspector, `name: text`.
extension SentenceForms {
  static let inspector = SentenceForms(
    "inspector", outcomes + taskRows + waitingRows + relations + moments)

  private static func row(
    _ template: String,
    _ check: @escaping @Sendable (PromiseID, SentenceMatch, EventScene) throws -> Void
  ) -> SentenceForm {
    SentenceForm(template) { match, scene in
      guard let subject = match.subject else { return try match.require(false, "no promise") }
      try check(subject, match, scene)
    }
  }

  private static let outcomes: [SentenceForm] = [
    row("<what:value|error|cancelled>: {text}") { promise, match, scene in
      let settlement = scene.settlement(promise)?.settlement
      let words: [String: PromiseEvent.Outcome] = [
        "value": .fulfilled, "error": .rejected, "cancelled": .cancelled,
      ]
      try match.require(settlement?.outcome == words[match.text("what")], "it is not")
      let value = settlement?.description ?? ""
      try match.require(
        match.text() == (value.isEmpty ? "(nothing)" : sanitized(value)), "it is \(value)")
    },
    row("came from: {id} {text}") { promise, match, scene in
      try match.require(
        scene.settlement(promise)?.settlement.origin == (try match.promise("id")),
        "the origin is another")
    },
    row("taken from: {id} {text}") { promise, match, scene in
      try match.require(
        scene.settlement(promise)?.settlement.from == (try match.promise("id")),
        "it came from another")
    },
    row("passed: {text}") { promise, match, scene in
      try match.require(
        scene.record.skipped[promise]?.reason.words == match.text(), "the reason is another")
    },
    row("handled by: {id} {text}") { promise, match, scene in
      try match.require(
        try scene.record.handled[promise]?.last { $0.number <= scene.number }?.by
          == match.promise("id"), "another one handled it")
    },
    row("unhandled: no handler took it") { promise, match, scene in
      try match.require(scene.past(scene.record.unhandled[promise]) != nil, "it is not")
    },
    row("input: {text}") { promise, match, scene in
      let parent = scene.creation(promise)?.parents.first
      let value = parent.flatMap { scene.settlement($0)?.settlement.description }
      try match.require(value.map(sanitized) == match.text(), "its input is \(value ?? "")")
    },
  ]

  private static let waitingRows: [SentenceForm] = [
    row("waits: forever: <why:{id} was freed pending|freed pending>") { promise, match, scene in
      try match.require(scene.neverSettles(promise), "it settles")
      let by = try match.has("id") ? match.promise("id") : promise
      try match.require(scene.freed(by)?.state == .pending, "it was not freed")
    },
    row("waits for: {id} {text}") { promise, match, scene in
      try match.require(
        scene.isPending(promise) || scene.freed(promise) != nil, "it is not pending")
      let ids = match.text().split(separator: " ").compactMap { word in
        word.hasPrefix("p") ? Int(word.dropFirst()).map { PromiseID($0) } : nil
      }
      for id in [try match.promise("id")] + ids {
        try match.require(scene.causes(of: promise).contains(id), "it does not depend on \(id)")
        if case .forwarded? = scene.freed(promise)?.state { continue }
        try match.require(
          scene.settlement(id) == nil || scene.adoption(promise)?.inner == id, "\(id) has settled")
      }
    },
    row("waits for: its turn[: it is first on {queue}][, {text2} behind {text}][ in the queue]") {
      promise, match, scene in
      try checkTurn(promise, match, scene)
    },
    row("waits for: {text2} behind {text}") { promise, match, scene in
      try checkTurn(promise, match, scene)
    },
    row("waits for: <text:{n} of {n2} inputs>") { promise, match, scene in
      let inputs = scene.inputs(promise)
      try match.require(try match.number("n2") == inputs.count, "it has \(inputs.count)")
    },
    row("waits for: code that calls its resolver") { promise, match, scene in
      try match.require(scene.isPending(promise) && !scene.isBusy(promise), "it does not wait")
      let operation = scene.operation(promise)
      try match.require(
        operation.map { [.body, .pending, .thenResolving].contains($0) } == true,
        "it has no resolver")
    },
    row("waits for: <what:its timer|its next attempt|its next input|one of the next events>") {
      promise, match, scene in
      try match.require(scene.isPending(promise), "it is not pending")
      switch match.text("what") {
      case "its timer": try match.require(scene.operation(promise) == .after, "it has none")
      case "its next attempt": try match.require(scene.operation(promise) == .retry, "it has none")
      case "its next input":
        try match.require(
          scene.isFanIn(promise) && scene.creation(promise)?.parents.isEmpty == true,
          "its inputs are known")
        try match.require(
          !scene.inputs(promise).contains { scene.settlement($0) == nil }, "one is pending")
      default: try match.require(scene.isReachedNow(promise), "nothing more happens to it now")
      }
    },
    row("waits for: the result of its body") { promise, match, scene in
      try match.require(
        scene.isPending(promise) && scene.operation(promise) == .async, "it has another body")
    },
    row("waits for: [{text2} ]timer <when:in {text}, at {time}|due {time}>") {
      promise, match, scene in
      let timer = scene.pendingTimer(promise)
      try match.require("time", is: timer?.due)
    },
    row("now: <what:handler is running|running {text}|{text}>") { promise, match, scene in
      let said = match.text("what")
      let causes = [
        "its handler returned", "its timer fired", "its timer was cancelled",
        "its inputs have decided it",
      ]
      if causes.contains(said) || said.hasSuffix(" has settled") {
        return try checkNext(promise, said, match, scene)
      }
      try match.require(scene.isBusy(promise), "it does not run")
      try checkElapsed(said, since: started(promise, scene), match, scene)
    },
    row("unknown: because events were lost") { _, match, _ in try match.require(false, "none was")
    },
  ]

  /// When the handler or body of a promise began.
  static func started(_ promise: PromiseID, _ scene: EventScene) -> Int? {
    if let job = scene.job(promise)?.job, scene.isRunning(job) { return job.started }
    return scene.record.bodies[promise]?.started
  }

  /// What is said to come next comes at this instant.
  static func checkNext(
    _ promise: PromiseID, _ said: String, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    try match.require(scene.isPending(promise), "it is not pending")
    let isNext =
      scene.isReachedNow(promise)
      || scene.rest.contains { event in
        switch event.kind {
        case .adopted(promise, _), .jobStarted(_, promise, _), .timerScheduled(_, promise, _): true
        default: false
        }
      }
    try match.require(isNext, "nothing more happens to it now")
    let timer = scene.timers(of: promise).last
    switch said {
    case "its handler returned", "returned":
      try match.require(scene.past(scene.job(promise)?.job.ended) != nil, "it did not return")
    case "its timer fired", "fired":
      try match.require(scene.past(timer?.fired) != nil, "it did not fire")
    case "its timer was cancelled", "timer off":
      try match.require(scene.past(timer?.cancelled) != nil, "it was not")
    case "its inputs have decided it", "decided":
      try match.require(
        !scene.arrivals(promise).isEmpty || scene.inputs(promise).isEmpty, "no input has")
    default:
      let parent = said.split(separator: " ").first.flatMap { Int($0.dropFirst()) }.map {
        PromiseID($0)
      }
      try match.require(
        parent.map { scene.settlement($0) != nil || scene.freed($0) != nil } == true, "it has not")
    }
  }

  /// A place in a queue, and who is ahead.
  static func checkTurn(_ promise: PromiseID, _ match: SentenceMatch, _ scene: EventScene) throws {
    guard let (id, job) = scene.job(promise), scene.isWaiting(job) else {
      return try match.require(false, "it does not wait in a queue")
    }
    let ahead = scene.line(of: job.queue).prefix { $0.id != id }
    let running = scene.running(on: job.queue)
    if match.has("queue") {
      try match.require(
        ahead.isEmpty && running.isEmpty, "\(ahead.count) are ahead, \(running.count) run")
    }
    if match.has("text") {
      let all = running + ahead
      guard let first = all.first else { return try match.require(false, "none is ahead") }
      let others = ahead.count - (running.isEmpty ? 1 : 0)
      let name = scene.shortName(first.id)
      let expected = others > 0 ? "\(name) and \(others) more" : name
      try match.require(match.text() == expected, "ahead is \(expected)")
    }
    if match.has("text2") {
      try checkElapsed(match.text("text2"), since: job.enqueued, match, scene)
    }
  }

  /// A length such as `4 ms`, `4 of 60 ms`, perhaps with a bar before it, that has passed since an event.
  static func checkElapsed(
    _ said: String, since number: Int?, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard let number else { return try match.require(false, "it never began") }
    let passed = scene.now - scene.record.time(number)
    let words = said.split(separator: " ").filter { $0.contains(where: \.isNumber) }
    guard let first = words.first, let value = Double(first) else {
      return try match.require(false, "\(said) is no length")
    }
    let unit: Double = said.hasSuffix(" s") ? 1e9 : said.hasSuffix(" min") ? 60e9 : 1e6
    let difference = Double(passed) - value * unit
    let step = first.contains(".") ? unit / 10 : unit
    try match.require(difference > -1 && difference < step, "it is \(milliseconds(passed)) ms")
  }

  private static let relations: [SentenceForm] = [
    row("tag: {text}") { promise, match, scene in
      try match.require(scene.creation(promise)?.tag.map(sanitized) == match.text(), "another one")
    },
    row("<what:is span|sends span|from span>: {text}") { promise, match, scene in
      let roles: [String: PromiseEvent.SpanRole] = [
        "is span": .covering, "sends span": .sent, "from span": .received,
      ]
      let links = scene.record.spans[promise, default: []].filter { $0.number <= scene.number }
      try match.require(
        links.contains {
          $0.role == roles[match.text("what")] && $0.context.spanID == match.text()
        },
        "no such span is linked")
    },
    row("in trace: {text}") { promise, match, scene in
      let links = scene.record.spans[promise, default: []].filter { $0.number <= scene.number }
      try match.require(
        links.contains { $0.context.traceID == match.text() }, "it belongs to no such trace")
    },
    // Demos and random programs are simulated.
    row("clock: virtual time") { _, _, _ in },
    row("source: {text}") { promise, match, scene in
      try match.require(scene.creation(promise)?.site?.description == match.text(), "another place")
    },
    row("parent: {text}") { promise, match, scene in
      try match.require(
        ids(match) == scene.creation(promise)?.parents.prefix(12).map { $0 }, "it has others")
    },
    row("children: {text}") { promise, match, scene in
      let fanIns = scene.record.inputs.flatMap { fanIn, inputs in
        inputs.filter { $0.input == promise && $0.number <= scene.number }.map { _ in fanIn }
      }
      let children = Set(scene.handlers(promise).map(\.child) + fanIns)
      try match.require(
        ids(match).allSatisfy(children.contains), "its children are \(children.sorted())")
      if !match.text().contains("+") {
        try match.require(Set(ids(match)) == children, "its children are \(children.sorted())")
      }
    },
    row("adopts: {text}") { promise, match, scene in
      try match.require(ids(match).first == scene.adoption(promise)?.inner, "it does not")
    },
    row("adopted by: {text}") { promise, match, scene in
      for outer in ids(match) {
        try match.require(
          scene.record.adoptions[outer]?.contains {
            $0.inner == promise && $0.number <= scene.number
          } == true,
          "\(outer) did not")
      }
    },
    row("created in: the handler of {text}") { promise, match, scene in
      let maker = scene.record.creators[promise].flatMap { scene.record.jobs[$0]?.child }
      try match.require(ids(match).first == maker, "it was \(String(describing: maker))")
      try match.require(
        maker.map { scene.handlerName($0).hasPrefix("the handler") } == true, "that has a body")
    },
    row("created in: the body of {text}") { promise, match, scene in
      let maker = scene.record.creators[promise].flatMap { scene.record.jobs[$0]?.child }
      try match.require(ids(match).first == maker, "it was \(String(describing: maker))")
      try match.require(
        maker.map { scene.handlerName($0).hasPrefix("the body") } == true, "that has a handler")
    },
    row("causes: {text}") { promise, match, scene in
      let path = scene.cameFrom(promise)
      for id in ids(match) { try match.require(path.contains(id), "\(id) is not on its path") }
    },
    row("queue: {queue} ({text})[  {text2}]") { promise, match, scene in
      let queues = try match.queues().compactMap { scene.queue($0) }
      let fits = queues.contains { queue in
        match.text()
          == (queue.kind == .immediate ? "inline" : queue.kind.words + (queue.isAssumed ? "?" : ""))
      }
      try match.require(fits, "it is \(queues.map { "\($0.kind) assumed \($0.isAssumed)" })")
    },
  ]

  /// The promises that a row mentions, in order.
  private static func ids(_ match: SentenceMatch) -> [PromiseID] {
    match.text().split(separator: " ").compactMap { word in
      word.hasPrefix("p") ? Int(word.dropFirst()).map { PromiseID($0) } : nil
    }
  }

  private static let moments: [SentenceForm] = [
    row(
      "<what:created|attached|queued|started|ended|body|body ended|locked in|settled|unhandled|freed>: {time}  event {n}[  <rest:number {n2}|waited {text}>]"
    ) { promise, match, scene in
      let job = scene.job(promise)?.job
      let number: Int? =
        switch match.text("what") {
        case "created": scene.record.created[promise]?.number
        case "attached": scene.record.attachment[promise]?.number
        case "queued": job?.enqueued
        case "started": job?.started
        case "ended": job?.ended
        case "body": scene.record.bodies[promise]?.started
        case "body ended": scene.record.bodies[promise]?.ended
        case "locked in": scene.record.adoptions[promise]?.first?.number
        case "settled": scene.settlement(promise)?.number
        case "unhandled": scene.record.unhandled[promise]
        default: scene.freed(promise)?.number
        }
      try match.require(
        scene.past(number) == (try match.number()), "it was event \(String(describing: number))")
      try match.require("time", is: scene.time(number))
      if match.has("n2") {
        try match.require(
          try match.number("n2") == scene.record.attachment[promise]?.ordinal, "another number")
      }
    },
    row("ignored: resolved again at {text}") { promise, match, scene in
      let times = (scene.record.ignored[promise] ?? []).filter { $0 <= scene.number }
        .prefix(12).map { milliseconds(scene.record.time($0)) }
      try match.require(match.text() == times.joined(separator: " "), "at \(times)")
    },
  ]
}
