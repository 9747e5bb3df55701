import PromiseGraph
import PromiseKitLite

/// The answers to where an outcome comes from.
extension SentenceForms {
  static let origin = SentenceForms("why", originQuestions + sources + work + resolving + fates)

  private static let originQuestions: [SentenceForm] = [
    SentenceForm("Why is {promise} <outcome:fulfilled|cancelled>?") { match, scene in
      try match.require(
        scene.settlement(try match.promise())?.settlement.outcome.rawValue == match.text("outcome"),
        "it is not")
    },
    SentenceForm("Where does the <what:value|error> of {promise}, {text}, come from?") {
      match, scene in
      let settlement = scene.settlement(try match.promise())?.settlement
      try match.require(
        (settlement?.outcome == .fulfilled) == (match.text("what") == "value"),
        "it settled otherwise")
      try match.require(
        settlement?.description.shown(40) == match.text(), "it is \(settlement?.description ?? "")")
    },
  ]

  /// Two promises that settled the same way, the second one before.
  private static func sameOutcome(_ match: SentenceMatch, _ scene: EventScene) throws -> (
    PromiseID, PromiseID
  ) {
    let (promise, other) = (try match.promise(), try match.promise("promise2"))
    guard let one = scene.settlement(promise), let two = scene.settlement(other) else {
      throw Falsehood(description: "one of them has not settled")
    }
    try match.require(two.number < one.number, "\(other) settled later")
    try match.require(
      one.settlement.outcome == two.settlement.outcome, "\(other) settled otherwise")
    return (promise, other)
  }

  private static let sources: [SentenceForm] = [
    SentenceForm(
      "{promise} got it from {promise2}, <how:with which it was resolved|which its handler returned>"
    ) {
      match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      try match.require(
        scene.record.adoptions[promise]?.contains { $0.inner == other } == true,
        "it did not adopt it")
      if match.text("how").hasSuffix("returned") {
        try match.require(
          scene.job(promise)?.job.ending == .returnedPromise, "its handler returned no promise")
      }
    },
    SentenceForm("{promise} got it from {promise2}: {text}, so its handler did not run") {
      match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      let skip = scene.record.skipped[promise]
      try match.require(skip?.parent == other, "it was not skipped by that one")
      try match.require(skip?.reason.words == match.text(), "the reason is another one")
      try match.require(scene.job(promise)?.job.started == nil, "its handler did run")
    },
    SentenceForm(
      "{promise} got it from {promise2} at {time}, <how:the first of its {n} input<|s> to settle|the first value of its {n} input<|s>|the attempt that succeeded|the last of its {n} attempt<|s>|one of its {n} input<|s>|the first of its {n} input<|s> to fail>"
    ) { match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      let settled = scene.settlement(promise)
      try match.require("time", is: scene.time(settled?.number))
      try match.require(settled?.settlement.from == other, "it was another input")
      if match.has("n") {
        let count = scene.inputs(promise).count
        try match.require(try match.number() == count, "it has \(count)")
      }
      let arrivals = scene.arrivals(promise).filter { !$0.isIgnored }
      let how = match.text("how")
      if how.hasSuffix("to settle") {
        try match.require(arrivals.first?.input == other, "it was not first")
      }
      if how.hasPrefix("the first value") {
        try match.require(
          arrivals.first { $0.outcome == .fulfilled }?.input == other, "it was not first")
      }
      if how.hasSuffix("to fail") {
        try match.require(
          arrivals.first { $0.outcome != .fulfilled }?.input == other, "it was not first")
      }
      if how.hasPrefix("the last of") {
        try match.require(scene.inputs(promise).last == other, "it was not last")
      }
    },
    SentenceForm("{promise} got it from all its {n} input<|s>[; the last was {promise2}]") {
      match, scene in
      let promise = try match.promise()
      let inputs = scene.inputs(promise)
      try match.require(try match.number() == inputs.count, "it has \(inputs.count)")
      let settled = scene.settlement(promise)?.number ?? 0
      try match.require(
        inputs.allSatisfy { scene.settlement($0).map { $0.number < settled } ?? false },
        "not all had settled")
      guard match.has("promise2") else { return }
      try match.require(
        scene.arrivals(promise).last { !$0.isIgnored }?.input == (try match.promise("promise2")),
        "another was last")
    },
    SentenceForm("{promise} passed on what it got from {promise2}") { match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      try match.require(scene.parents(promise).contains(other), "that is not its parent")
    },
  ]

  private static let work: [SentenceForm] = [
    SentenceForm(
      "{job} <verb:returned|threw>[ {text}] <place:inline|on {queue}> at {time}[ at {text3}]<given:, given {text2} by {promise}|, after {promise}|>"
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
      guard match.has("promise") else { return }
      let parent = try match.promise()
      try match.require(scene.parents(child).contains(parent), "that is not its parent")
      let given = scene.settlement(parent)
      try match.require(given.map { $0.number < job.started ?? 0 } ?? false, "it had not settled")
      try match.require(
        given?.settlement.description.shown(32) == match.text("text2"), "it gave another value")
    },
    SentenceForm("the body of {promise} resolved it at {time}[ at {text}]") { match, scene in
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
      try match.require(
        match.text() == scene.creation(promise)?.site?.fileAndLine.shown(40) ?? "",
        "at another place")
    },
  ]

  private static let resolving: [SentenceForm] = [
    SentenceForm(
      "{promise} was resolved at {time} <by:by {job}|on {queue}|by code outside any queue>"
    ) { match, scene in
      guard let number = scene.settlement(try match.promise())?.number else {
        return try match.require(false, "it has not settled")
      }
      try match.require("time", is: scene.record.time(number))
      let job = scene.record.innermost[number - 1]
      if match.has("job") {
        _ = try match.job(job, in: scene)
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
      guard match.has("promise2"), let fired = timer?.fired else { return }
      let other = try match.promise("promise2")
      try match.require(
        scene.record.settled[other].map { $0.number > fired } ?? true, "it had settled")
      try match.require(scene.parents(promise).contains(other), "that is not its parent")
    },
    SentenceForm("{promise} was cancelled at {time}, by its context or because its owner is gone") {
      match, scene in
      let promise = try match.promise()
      let settled = scene.settlement(promise)
      try match.require("time", is: scene.time(settled?.number))
      try match.require(settled?.settlement.outcome == .cancelled, "it was not cancelled")
      let reason = scene.record.skipped[promise]?.reason
      let job = scene.job(promise)?.job
      let isOutside = scene.record.events[..<(settled?.number ?? 0)].contains {
        if case .cancelRequested = $0.kind { true } else { false }
      }
      try match.require(
        reason == .ownerGone || reason == .chainCancelled || job?.ending == .skipped || isOutside,
        "nothing was cancelled before")
    },
    SentenceForm("where {promise} got it from is unknown") { match, scene in
      try match.require(scene.creation(try match.promise())?.late == true, "it could be known")
    },
  ]

  private static let fates: [SentenceForm] = [
    SentenceForm(
      "{promise} was {outcome} at {time}, <how:too late, and ignored|which did not decide it>"
    ) { match, scene in
      let promise = try match.promise()
      let settled = scene.settlement(promise)
      try match.require(settled?.settlement.outcome.rawValue == match.text("outcome"), "it was not")
      try match.require("time", is: scene.time(settled?.number))
      guard let fanIn = match.subject else { return }
      let arrival = scene.arrivals(fanIn).last { $0.input == promise }
      try match.require(
        arrival?.isIgnored == match.text("how").hasPrefix("too late"), "it came in time")
    },
    SentenceForm("{promise} keeps running, but is ignored: it is {text}") { match, scene in
      let promise = try match.promise()
      try match.require(scene.isPending(promise), "it has settled")
    },
    SentenceForm("and {n} more inputs") { _, _ in },
    SentenceForm("{promise} handled it") { match, scene in
      let promise = try match.promise()
      try match.require(
        scene.record.handled.values.joined().contains {
          $0.by == promise && $0.number <= scene.number
        },
        "it did not")
      if let subject = match.subject {
        try match.require(
          scene.record.handled[subject]?.contains { $0.by == promise } == true,
          "it handled another error")
      }
    },
    SentenceForm("no handler: reported as unhandled at {time}") { match, scene in
      let number = match.subject.flatMap { scene.record.unhandled[$0] }
      try match.require("time", is: scene.time(scene.past(number)))
    },
    SentenceForm("not handled so far: no handler is attached") { match, scene in
      guard let subject = match.subject else { return }
      try match.require(scene.handlers(subject).isEmpty, "a handler is attached")
      try match.require(
        !scene.record.adoptions.contains {
          $0.value.contains { $0.inner == subject && $0.number <= scene.number }
        },
        "another promise adopted it")
      try match.require(
        !scene.record.inputs.contains {
          $0.value.contains { $0.input == subject && $0.number <= scene.number }
        },
        "it is an input of a fan-in")
    },
    SentenceForm("it is passed on to {promise}") { match, scene in
      guard let subject = match.subject else { return }
      let promise = try match.promise()
      try match.require(scene.causes(of: promise).contains(subject), "it does not follow from it")
    },
  ]
}
