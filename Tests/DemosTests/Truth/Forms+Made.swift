import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers that name what made an outcome: a handler, a body, a resolver, a timer.
extension SentenceForms {
  /// What a handler was given, or after what it ran.
  private static let gift = "<gift:, given {text9} by {promise9}|, after {promise9}|>"

  /// Handlers without a parameter.
  private static let ignorant: [PromiseEvent.Operation] = [
    .ensure, .ensureThen, .finally, .cancelled,
  ]

  /// Requires that what is said to have been given to the handler that settles `child`, before an event, is the
  /// outcome of its parent.
  private static func checkGift(
    to child: PromiseID?, before number: Int?, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let parent = child.flatMap(scene.parent)
    let given = parent.flatMap(scene.settlement)
    guard match.has("promise9") else {
      return try match.require(given == nil, "what it was given is left out")
    }
    try match.require(
      try match.promise("promise9") == parent, "its parent is \(String(describing: parent))")
    try match.require(given.map { $0.number < number ?? 0 } ?? false, "it had not settled")
    let ignores = child.flatMap(scene.operation).map(ignorant.contains) ?? false
    let value = ignores ? "" : given?.settlement.description.shown(32)
    try match.require(match.text("text9") == value, "it was given \(value ?? "nothing")")
  }

  static let work: [SentenceForm] = [
    SentenceForm(
      "{job} <verb:returned|threw>[ {text}] <place:inline|on {queue}> at {time}[ at {text3}]\(gift)"
    ) { match, scene in
      let (_, job) = try match.job(in: scene) { scene.past($0.ended) != nil }
      try checkPlace(of: job, match, scene)
      try match.require("time", is: scene.time(job.ended))
      let threw = match.text("verb") == "threw"
      try match.require((job.ending == .threw) == threw, "it ended otherwise")
      guard let child = job.child else { return try match.require(false, "it settles nothing") }
      let value = scene.settlement(child)?.settlement.description ?? ""
      try match.require(match.text() == value.shown(32), "it is \(value)")
      if match.has("text3") {
        try match.require(
          match.text("text3") == scene.creation(child)?.site?.fileAndLine.shown(40),
          "at another place")
      }
      try checkGift(to: child, before: job.started, match, scene)
    },
    SentenceForm("the body of {promise} <verb:resolved|threw> it at {time}[ at {text}]") {
      match, scene in
      let promise = try match.promise()
      let number = scene.settlement(promise)?.number
      try match.require("time", is: scene.time(number))
      let body = scene.record.bodies[promise]
      try match.require(
        body.map {
          ($0.started...($0.ended ?? .max)).contains(number ?? 0)
            || (number ?? 0) == ($0.ended ?? 0) + 1
        }
          == true, "it settled outside its body")
      let isThrown = body?.threw == true && body?.ended.map { $0 < number ?? 0 } == true
      try match.require(isThrown == (match.text("verb") == "threw"), "it ended otherwise")
      try match.require(
        match.text() == scene.creation(promise)?.site?.fileAndLine.shown(40) ?? "",
        "at another place")
    },
    SentenceForm("{job} created {promise} at {time}\(gift)") { match, scene in
      let promise = try match.promise()
      let created = scene.record.created[promise]?.number
      let (_, job) = try match.job(scene.record.creators[promise], in: scene)
      try match.require("time", is: scene.time(created))
      try checkGift(to: job.child, before: job.started, match, scene)
    },
  ]

  static let resolving: [SentenceForm] = [
    SentenceForm(
      "{promise} was resolved at {time}[ at {text}] <by:by {job}\(gift)|on {queue}|by code outside any queue>"
    ) { match, scene in
      let promise = try match.promise()
      guard let number = scene.settlement(promise)?.number else {
        return try match.require(false, "it has not settled")
      }
      try match.require("time", is: scene.record.time(number))
      try match.require(
        scene.operation(promise).map { [.body, .pending, .thenResolving, .async].contains($0) }
          == true, "it has no resolver")
      if case .settled(let settlement)? = scene.record.event(number)?.kind {
        try match.require(
          match.text() == settlement.site?.fileAndLine.shown(40) ?? "", "at another place")
      }
      let job = scene.record.innermost[number - 1]
      if match.has("job") {
        let user = try match.job(job, in: scene).job
        try checkGift(to: user.child, before: user.started, match, scene)
      } else if match.has("queue") {
        let queue = scene.record.event(number)?.queue
        try match.require(
          try match.queues().contains { $0 == queue }, "it was on \(String(describing: queue))")
      } else {
        try match.require(
          job == nil && scene.record.event(number)?.queue == nil, "a job was running")
      }
    },
    SentenceForm("{promise} was created with it[ at {text}]") { match, scene in
      let promise = try match.promise()
      try match.require(
        scene.operation(promise) == .value || scene.operation(promise) == .error, "it was not")
      try match.require(
        match.text() == scene.creation(promise)?.site?.fileAndLine.shown(40) ?? "",
        "at another place")
    },
    SentenceForm("the timer of {promise} fired at {time}[, before {promise2} settled]") {
      match, scene in
      let promise = try match.promise()
      let timer = scene.timers(of: promise).last { scene.past($0.fired) != nil }
      try match.require("time", is: scene.time(scene.past(timer?.fired)))
      try match.require(
        scene.settlement(promise).map { $0.number > timer?.fired ?? 0 } ?? false,
        "it settled before")
      guard match.has("promise2"), let fired = timer?.fired else { return }
      let other = try match.promise("promise2")
      try match.require(
        scene.record.settled[other].map { $0.number > fired } ?? true, "it had settled")
      try match.require(scene.parent(of: promise) == other, "that is not its parent")
    },
    SentenceForm(
      "{promise} was cancelled at {time}<why:, while {job} ran|, because its owner is gone|, with its chain|>"
    ) { match, scene in
      let promise = try match.promise()
      let settled = scene.settlement(promise)
      try match.require("time", is: scene.time(settled?.number))
      try match.require(settled?.settlement.outcome == .cancelled, "it was not cancelled")
      let reason = scene.record.skipped[promise]?.reason
      let settler = scene.settler(of: promise)
      if match.has("job") { _ = try match.job(settler, in: scene) }
      if match.text("why").hasSuffix("gone") {
        try match.require(reason == .ownerGone, "its owner is there")
      }
      if match.text("why").hasSuffix("chain") {
        try match.require(reason == .chainCancelled, "its chain was not cancelled")
      }
      if match.text("why").isEmpty {
        try match.require(
          settler == nil || scene.job(promise)?.job.ending == .skipped || reason != nil,
          "a job was running")
      }
    },
    SentenceForm("where {promise} got it from is unknown") { match, scene in
      try match.require(scene.creation(try match.promise())?.late == true, "it could be known")
    },
  ]
}
