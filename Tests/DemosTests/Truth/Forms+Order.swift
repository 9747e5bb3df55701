import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers to why two handlers ran in their order.
extension SentenceForms {
  static let order = SentenceForms(
    "order", orderQuestions + facts + readiness + reasons + laws + verdicts + waiting.forms)

  /// When the handler or the body of a promise began; for one without, when it settled.
  static func ran(_ promise: PromiseID, _ scene: EventScene) -> Int? {
    let job = scene.job(promise)
    if let job { return scene.past(job.job.started) ?? scene.settlement(promise)?.number }
    return scene.past(scene.record.bodies[promise]?.started) ?? scene.settlement(promise)?.number
  }

  private static let orderQuestions: [SentenceForm] = [
    SentenceForm("Why did {promise} run before {promise2}?") { match, scene in
      let both = [try match.promise(), try match.promise("promise2")]
      try match.require(
        match.context.pair.isEmpty || both == match.context.pair, "others are asked about")
      let (one, two) = (ran(both[0], scene), ran(both[1], scene))
      try match.require(one.map { one in two.map { one < $0 } ?? false } ?? false, "it did not")
    },
    SentenceForm("In which order do they run?") { _, _ in },
    SentenceForm("Could the order differ?") { _, _ in },
    SentenceForm("Why in this order?") { _, _ in },
    SentenceForm("it is the same promise: mark another one") { _, _ in },
    SentenceForm("{promise} ran at {time}") { match, scene in
      try match.require("time", is: scene.time(ran(try match.promise(), scene)))
    },
    SentenceForm("{promise} has not run yet") { match, scene in
      try match.require(ran(try match.promise(), scene) == nil, "it has")
    },
  ]

  private static let facts: [SentenceForm] = [
    SentenceForm(
      "{promise}: [handler {n} of {promise2}][, ][<place:inline|on {queue}>][, enqueued as number {n2} at {time}][, ran as number {n3} at {time2}][, ][no handler, settled at {time3}]"
    ) { match, scene in
      let promise = try match.promise()
      let job = scene.job(promise)?.job
      if match.has("n") {
        let link = scene.record.attachment[promise]
        try match.require(
          try link?.parent == match.promise("promise2"), "its parent is another one")
        let place = scene.handlers(try match.promise("promise2")).firstIndex { $0.child == promise }
        try match.require(try match.number() == (place ?? -1) + 1, "it is another handler")
      }
      if match.has("place"), let job { try checkPlace(of: job, match, scene) }
      if match.has("n2") {
        let all = scene.record.events.prefix(job?.enqueued ?? 0).count {
          if case .jobEnqueued = $0.kind { true } else { false }
        }
        try match.require(try match.number("n2") == all, "it is number \(all)")
        try match.require("time", is: scene.time(job?.enqueued))
      }
      if match.has("n3") {
        let all = scene.record.events.prefix(job?.started ?? 0).count {
          if case .jobStarted = $0.kind { true } else { false }
        }
        try match.require(try match.number("n3") == all, "it is number \(all)")
        try match.require("time2", is: scene.time(job?.started))
      }
      if match.has("time3") {
        try match.require(job == nil, "it has a handler")
        try match.require("time3", is: scene.time(ran(promise, scene)))
      }
    },
    SentenceForm("they have no common ancestor") { match, scene in
      guard let one = match.context.pair.first, let other = match.context.pair.last else { return }
      try match.require(
        Set(scene.line(from: one)).isDisjoint(with: scene.line(from: other)),
        "they have one")
    },
    SentenceForm("after {promise}, {promise2} needed {n} queue hop<|s>, {promise3} {n2}") {
      match, scene in
      for name in ["promise2", "promise3"] {
        try match.require(
          scene.cameFrom(try match.promise(name)).contains(try match.promise()),
          "it did not follow from that")
      }
    },
  ]

  private static let reasons: [SentenceForm] = [
    SentenceForm(
      "{promise2} depends on {promise} and cannot <verb:settle before it|run before that settles>"
    ) { match, scene in
      let (one, two) = (try match.promise(), try match.promise("promise2"))
      try match.require(scene.cameFrom(two).contains(one), "it does not")
    },
    SentenceForm("each settled after what it waited for: see below") { _, _ in },
    SentenceForm("one ran on {queue}, the other on {queue2}: nothing orders two queues") {
      match, scene in
      let ids = match.context.pair.map { scene.job($0)?.job.queue }
      try match.require(Set(ids).count == ids.count, "it is one queue")
      for (id, name) in zip(ids, ["queue", "queue2"]) {
        try match.require(
          try id.map(match.queues(name).contains) == true, "it ran on \(id as Any)")
      }
    },
    SentenceForm(
      "both ran on {queue}, <assumed:assumed to be |><kind:a serial queue: it runs its jobs in order of arrival|a concurrent queue: it starts jobs in order, but runs several at a time>"
    ) { match, scene in
      let queue = try commonQueue(match, scene)
      try match.require(
        (queue.kind == .serial) == match.text("kind").contains("serial"), "it is \(queue.kind)")
      try match.require(
        queue.isAssumed == !match.text("assumed").isEmpty, "that its kind is assumed must be said")
    },
    SentenceForm("both run inline, each inside the call that settled its parent (rule 2)") {
      match, scene in
      for promise in match.context.pair {
        let queue = scene.job(promise).flatMap { scene.queue($0.job.queue) }
        try match.require(queue?.kind == .immediate, "\(promise) has a queue")
      }
    },
    SentenceForm(
      "{promise} runs inline, inside the call that settles its parent; {promise2} has to wait for its queue (rule 2)"
    ) { match, scene in
      let job = scene.job(try match.promise())?.job
      try match.require(job.flatMap { scene.queue($0.queue) }?.kind == .immediate, "it has a queue")
    },
  ]

  /// The queue on which both ran.
  private static func commonQueue(
    _ match: SentenceMatch, _ scene: EventScene
  ) throws -> EventRecord.Queue {
    let ids = match.context.pair.compactMap { scene.job($0)?.job.queue }
    let said = try match.queues()
    guard let id = said.first(where: { said in ids.allSatisfy { $0 == said } }),
      let queue = scene.queue(id)
    else { throw Falsehood(description: "they ran on \(ids)") }
    return queue
  }

  /// Two jobs were enqueued in this order.
  private static func checkEnqueued(
    _ promises: [PromiseID], _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let moments = promises.compactMap { scene.job($0)?.job.enqueued }
    try match.require(
      moments.count == promises.count && moments == moments.sorted(), "they were not")
  }

  /// A rule that takes a queue to be serial says so if that is assumed.
  private static let assumption = "[<assumed:; {queue} is assumed to be serial>]"

  private static func checkAssumption(_ match: SentenceMatch, _ scene: EventScene) throws {
    let ids = match.context.pair.compactMap { scene.job($0)?.job.queue }
    let isAssumed = ids.contains { id in
      scene.queue(id).map { $0.isAssumed && $0.kind != .immediate } ?? false
    }
    guard match.has("assumed") else {
      return try match.require(!isAssumed, "that its kind is assumed must be said")
    }
    try match.require(try match.queues().contains { ids.contains($0) }, "they ran on \(ids)")
    try match.require(isAssumed, "it is known")
  }

  private static let laws: [SentenceForm] = [
    SentenceForm(
      "[{promise} follows from {promise2}, which comes later: ]<who:{job}|the main thread> enqueued both on {queue}, {promise3} first, and a serial queue runs its jobs in order of arrival\(assumption)"
    ) { match, scene in
      let later = try match.has("promise2") ? match.promise("promise2") : match.context.pair.last
      let both = [try match.promise("promise3"), later].compactMap { $0 }
      try checkEnqueued(both, match, scene)
      try match.require(
        both.count == 2 && scene.record.creators[both[0]] == scene.record.creators[both[1]],
        "they were created by different code")
      if match.has("job") { _ = try match.job(scene.record.creators[both[0]], in: scene) }
      try checkAssumption(match, scene)
    },
    SentenceForm(
      "[{promise} follows from {promise2}, which comes later: ]{job} enqueued {promise3} on {queue} before it returned, and {promise4} follows from its return: a serial queue runs its jobs in order of arrival\(assumption)"
    ) { match, scene in
      let both = [try match.promise("promise3"), try match.promise("promise4")]
      try checkEnqueued(both, match, scene)
      let (_, job) = try match.job(in: scene) { $0.child != nil }
      try match.require(
        job.child.map { scene.cameFrom(both[1]).contains($0) } ?? false, "it does not follow")
      try checkAssumption(match, scene)
    },
    SentenceForm(
      "both ran in one drain of the microtasks, which run in the order in which they are enqueued"
    ) { match, scene in
      try checkEnqueued(match.context.pair, match, scene)
    },
    SentenceForm(
      "[{promise} follows from {promise2}, which comes later: ]both are attached to {promise3} ({ordinal} and {ordinal2}), and handlers of one promise are queued in the order of attachment (rule 3)\(assumption)"
    ) { match, scene in
      let links = scene.handlers(try match.promise("promise3"))
      let (one, two) = (try match.number("ordinal"), try match.number("ordinal2"))
      try match.require(one < two && two <= links.count, "there are \(links.count) handlers")
      let later = try match.has("promise2") ? match.promise("promise2") : match.context.pair.last
      try match.require(
        match.context.pair.isEmpty
          || links[one - 1].child == match.context.pair.first && links[two - 1].child == later,
        "their places are others")
      try checkAssumption(match, scene)
    },
    SentenceForm(
      "both are attached to {promise}, {promise2} {time} ms earlier, and handlers of one promise are queued in the order of attachment (rule 3)\(assumption)"
    ) { match, scene in
      let (parent, first) = (try match.promise(), try match.promise("promise2"))
      let links = match.context.pair.compactMap { scene.record.attachment[$0] }
      try match.require(
        links.allSatisfy { $0.parent == parent } && links.first?.child == first,
        "they are attached to others")
      guard let one = links.first, let two = links.last else { return }
      try match.require(one.number < two.number, "it was attached later")
      try match.require("time", is: scene.record.time(two.number) - scene.record.time(one.number))
      try checkAssumption(match, scene)
    },
    SentenceForm(
      "[{promise} follows from {promise2}, which comes later: ]both are attached to {promise3}, and {id} runs inline, before {id2} can run on its queue (rule 2)"
    ) { match, scene in
      let links = scene.handlers(try match.promise("promise3")).map(\.child)
      try match.require(
        try links.contains(match.promise("id")) && links.contains(match.promise("id2")),
        "they are not")
    },
    SentenceForm(
      "[{promise} follows from {promise2}, which comes later: ]{id} is attached to {promise3} itself, {id2} to a descendant of another of its handlers: siblings are queued before grandchildren (rule 4)\(assumption)"
    ) { match, scene in
      let links = scene.handlers(try match.promise("promise3")).map(\.child)
      try match.require(try links.contains(match.promise("id")), "it is not")
      try match.require(
        try scene.cameFrom(match.promise("id2")).contains(match.promise("promise3")),
        "it does not follow")
      try checkAssumption(match, scene)
    },
  ]
}
