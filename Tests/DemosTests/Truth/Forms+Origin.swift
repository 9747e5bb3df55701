import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers to where an outcome comes from.
extension SentenceForms {
  static let origin = SentenceForms(
    "why", originQuestions + sources + fanIns + work + resolving + fates + blocked)

  private static let originQuestions: [SentenceForm] = [
    SentenceForm("Why is {promise} <outcome:fulfilled|cancelled>?") { match, scene in
      try match.require(
        scene.settlement(try match.asked())?.settlement.outcome.rawValue == match.text("outcome"),
        "it is not")
    },
    SentenceForm("Where does the <what:value|error> of {promise}, {text}, come from?") {
      match, scene in
      let settlement = scene.settlement(try match.asked())?.settlement
      try match.require(
        (settlement?.outcome == .fulfilled) == (match.text("what") == "value"),
        "it settled otherwise")
      try match.require(
        settlement?.description.shown(40) == match.text(), "it is \(settlement?.description ?? "")")
    },
    SentenceForm("Where does the error that {promise} recovered from, {text}, come from?") {
      match, scene in
      let promise = try match.promise()
      let error = scene.parent(of: promise).flatMap { scene.settlement($0)?.settlement }
      try match.require(error.map { $0.outcome != .fulfilled } ?? false, "it was given no error")
      try match.require(error?.description.shown(40) == match.text(), "it was another error")
      try match.require(scene.past(scene.job(promise)?.job.started) != nil, "its handler never ran")
    },
    SentenceForm("What did {promise} wait for at {time}, when {promise2} gave up on it?") {
      match, scene in
      let (promise, limit) = (try match.promise(), try match.promise("promise2"))
      let fired = scene.timers(of: limit).last { scene.past($0.fired) != nil }?.fired
      try match.require("time", is: scene.time(fired))
      try match.require(
        scene.operation(limit) == .timeout && scene.parent(of: limit) == promise,
        "it sets no limit to that one")
      try match.require(
        scene.record.settled[promise].map { $0.number > fired ?? 0 } ?? true, "it had settled")
    },
  ]

  /// Two promises of which the first one settled as the second one did before.
  private static func sameOutcome(_ match: SentenceMatch, _ scene: EventScene) throws -> (
    PromiseID, PromiseID
  ) {
    let (promise, other) = (try match.promise(), try match.promise("promise2"))
    // What has been replaced settles as the promise that took its place.
    if case .forwarded? = scene.freed(other)?.state { return (promise, other) }
    if case .forwarded? = scene.freed(promise)?.state { return (promise, other) }
    guard let one = scene.settlement(promise), let two = scene.settlement(other) else {
      throw Falsehood(description: "one of them has not settled")
    }
    try match.require(two.number < one.number, "\(other) settled later")
    try match.require(
      one.settlement.outcome == two.settlement.outcome, "\(other) settled otherwise")
    return (promise, other)
  }

  /// Requires that a promise adopted another one before any other, and settled the same way.
  private static func checkAdopted(_ match: SentenceMatch, _ scene: EventScene) throws {
    let (promise, other) = try sameOutcome(match, scene)
    let adoption = scene.record.adoptions[promise]?.first { $0.number <= scene.number }
    try match.require(adoption?.inner == other, "it did not adopt it")
    let job = scene.job(promise)?.job
    let hasReturned =
      job?.ending == .returnedPromise && job?.ended.map { $0 < adoption?.number ?? 0 } ?? false
    let isBody = scene.handlerName(promise).hasPrefix("the body")
    switch match.text("how") {
    case "with which it was resolved": try match.require(!hasReturned, "its handler returned it")
    case "which its body returned":
      try match.require(hasReturned && isBody, "its body returned no promise")
    default: try match.require(hasReturned && !isBody, "its handler returned no promise")
    }
  }

  private static let sources: [SentenceForm] = [
    SentenceForm(
      "{promise} got it from {promise2}, <how:with which it was resolved|which its handler returned|which its body returned>"
    ) { match, scene in
      try checkAdopted(match, scene)
      let promise = try match.promise()
      guard match.text("how") == "which its handler returned",
        let parent = scene.parent(of: promise), let given = scene.settlement(parent)
      else { return }
      try match.require(given.settlement.outcome == .fulfilled, "it recovered from an error")
    },
    SentenceForm(
      "{promise} got it from {promise2}, which its handler returned instead of {text} of {promise3}"
    ) { match, scene in
      try checkAdopted(match, scene)
      let parent = try match.promise("promise3")
      try match.require(scene.parent(of: try match.promise()) == parent, "that is not its parent")
      let error = scene.settlement(parent)?.settlement
      try match.require(error.map { $0.outcome != .fulfilled } ?? false, "it did not fail")
      try match.require(error?.description.shown(32) == match.text(), "it is another error")
    },
    SentenceForm(
      "{promise} was resolved with itself[, through {promise2},] and rejected"
    ) { match, scene in
      let promise = try match.promise()
      let first = scene.adoption(promise)?.inner ?? promise
      try match.require(
        try match.has("promise2") ? first == match.promise("promise2") : first == promise,
        "it adopted \(first)")
      var (circle, next) = ([promise], first)
      while next != promise, !circle.contains(next) {
        circle.append(next)
        next = scene.adoption(next)?.inner ?? promise
      }
      try match.require(next == promise, "that is no circle")
      try match.require(
        scene.settlement(promise)?.settlement.oddity == .returnedSelf
          && scene.settlement(promise)?.settlement.from == nil, "it settled otherwise")
    },
    SentenceForm("{promise} got it from {promise2}: {text}, so its handler did not run") {
      match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      let skip = scene.record.skipped[promise]
      try match.require(skip?.parent == other, "it was not skipped by that one")
      try match.require(skip?.reason.words == match.text(), "the reason is another one")
      try match.require(scene.job(promise)?.job.started == nil, "its handler did run")
    },
    SentenceForm("{promise} passed on what it got from {promise2}[ when its timer fired at {time}]")
    { match, scene in
      let (promise, other) = try sameOutcome(match, scene)
      try match.require(scene.parent(of: promise) == other, "that is not its parent")
      let fired = scene.timers(of: promise).last { scene.past($0.fired) != nil }?.fired
      if match.has("time") {
        try match.require("time", is: scene.time(fired))
      } else {
        try match.require(
          fired == nil || scene.operation(promise) != .delay, "it waited for its timer")
      }
      let values = [promise, other].map { scene.settlement($0)?.settlement.description }
      try match.require(
        values[0] == values[1] || scene.operation(promise) == .asVoid, "it made another value")
    },
  ]

  private static let fanIns: [SentenceForm] = [
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
    SentenceForm(
      "{promise} got it from <all:all its {n} inputs; the last was|its only input,> {promise2} at {time}"
    ) { match, scene in
      let promise = try match.promise()
      let inputs = scene.inputs(promise)
      try match.require(
        try match.has("n") ? match.number() == inputs.count && inputs.count > 1 : inputs.count == 1,
        "it has \(inputs.count)")
      let arrivals = scene.arrivals(promise).filter { !$0.isIgnored }
      try match.require(
        Set(arrivals.map(\.index)).count == inputs.count, "not all had settled")
      try match.require(
        arrivals.last?.input == (try match.promise("promise2")), "another was last")
      try match.require("time", is: scene.time(arrivals.last?.number))
    },
    SentenceForm("{promise} has no inputs") { match, scene in
      let promise = try match.promise()
      try match.require(scene.isFanIn(promise) && scene.inputs(promise).isEmpty, "it has some")
    },
  ]
}
