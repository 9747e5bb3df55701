import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The sentences of settlements and inputs.
extension SentenceForms {
  static let happenings = SentenceForms("narration", settling + inputs + jobs)

  /// All sentences of events.
  static let events = SentenceForms(
    "narration", narration.forms + happenings.forms + gate)

  private static let settling: [SentenceForm] = [
    SentenceForm(
      "{promise} is {outcome}[ with {text}][<role:, as was | from >[<role:its input >]{ref}[<role:, first to settle|, first with a value>]][; <links:{text2}> <next:is|are> <skipped:skipped next|next>]"
    ) { match, scene in
      guard case .settled(let settlement)? = scene.event?.kind else {
        return try match.require(false, "nothing settled")
      }
      let promise = settlement.promise
      try match.require(try match.promise() == promise, "another one settled")
      try match.require(
        match.text("outcome") == settlement.outcome.rawValue, "\(settlement.outcome)")
      try match.require(
        match.text() == settlement.description.shown(48), "with \(settlement.description)")
      try match.require(
        match.has("ref") == (settlement.from != nil), "from \(String(describing: settlement.from))")
      if let from = settlement.from {
        try match.require(try match.promises("ref").contains(from), "from \(from)")
        try match.require(
          scene.settlement(from)?.settlement.outcome == settlement.outcome,
          "\(from) settled otherwise")
        for case .text(let role) in match.found.filter({ $0.name == "role" }).map(\.value) {
          try checkRole(role, of: from, in: promise, match, scene)
        }
      }
      try checkLinks(after: promise, match, scene)
    }
  ]

  /// What is said of the input that decided.
  private static func checkRole(
    _ role: String, of from: PromiseID, in promise: PromiseID, _ match: SentenceMatch,
    _ scene: EventScene
  ) throws {
    let arrivals = scene.arrivals(promise).filter { !$0.isIgnored }
    switch role {
    case ", first to settle":
      try match.require(
        scene.operation(promise) == .race && arrivals.first?.input == from, "it was not first")
    case ", first with a value":
      try match.require(
        arrivals.first { $0.outcome == .fulfilled }?.input == from, "it was not first")
    case "its input ":
      try match.require(scene.inputs(promise).contains(from), "it is no input")
    default: break
    }
  }

  /// The links that are said to be next are those that are enqueued or skipped at this instant.
  private static func checkLinks(
    after promise: PromiseID, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let open = scene.handlers(promise).map(\.child).filter { scene.settlement($0) == nil }
    try match.require(match.has("links") == !open.isEmpty, "the next links are \(open)")
    guard match.has("links") else { return }
    let names = open.map { child -> String in
      let label = scene.creation(child)?.label ?? ""
      return label.isEmpty ? "\(child)" : "'\(label.shown(24))'"
    }
    let shown = names.count <= 3 ? names.count : 2
    try match.require(
      match.text("links")
        == Language.english.list(Array(names.prefix(shown)), more: names.count - shown),
      "the next links are \(names)")
    try match.require((open.count == 1) == (match.text("next") == "is"), "one or several")
    for child in open { try match.require(scene.isReachedNow(child), "\(child) is not next") }
    let isSkipped = open.allSatisfy { child in
      scene.record.skipped[child].map { $0.number > scene.number && $0.parent == promise } == true
    }
    if match.text("skipped") == "skipped next" {
      try match.require(isSkipped, "\(open) are not all skipped")
    }
  }

  private static let inputs: [SentenceForm] = [
    SentenceForm("{promise} takes input {n}, {ref}") { match, scene in
      guard case .inputAdded(let fanIn, let index, let input)? = scene.event?.kind else {
        return try match.require(false, "no input was added")
      }
      try match.require(try match.promise() == fanIn, "to another one")
      try match.require(try match.promises("ref").contains(input), "another input")
      try match.require(try match.number() == index + 1, "it is input \(index + 1)")
      try match.require(scene.inputs(fanIn).count == index + 1, "there are others")
    },
    SentenceForm(
      "<what:the value of |the error of |the cancellation of |>{ref}[<what:'s value|'s error|'s cancellation>] reaches {ref2}: <end:it is first and wins|it is the first value and wins|a value is still awaited|it fails with that error|the attempt succeeded|the attempt failed|the last of {n}|{n} of {n2} still pending|one of {n}>"
    ) { match, scene in
      guard case .inputSettled(let fanIn, _, let input, let outcome)? = scene.event?.kind else {
        return try match.require(false, "no input arrived")
      }
      try match.require(try match.promises("ref").contains(input), "another input")
      try match.require(try match.promises("ref2").contains(fanIn), "another fan-in")
      try match.require(
        scene.settlement(input)?.settlement.outcome == outcome, "it settled otherwise")
      let said = match.found.filter { $0.name == "what" }.compactMap { found in
        if case .text(let text) = found.value { text } else { nil }
      }.joined()
      let word = [
        "value": PromiseEvent.Outcome.fulfilled, "error": .rejected, "cancellation": .cancelled,
      ]
      .first { said.contains($0.key) }?.value
      try match.require(word == outcome, "it is \(outcome)")
      try checkArrival(fanIn, input, outcome, match, scene)
    },
    SentenceForm("{promise} is {outcome} too late: {ref} has settled") { match, scene in
      guard case .inputIgnored(let fanIn, _, let input, let outcome)? = scene.event?.kind else {
        return try match.require(false, "no input was ignored")
      }
      try match.require(try match.promise() == input, "another input")
      try match.require(match.text("outcome") == outcome.rawValue, "it is \(outcome)")
      try match.require(try match.promises("ref").contains(fanIn), "another fan-in")
      try match.require(scene.settlement(fanIn) != nil, "it has not settled")
    },
  ]

  private static func checkArrival(
    _ fanIn: PromiseID, _ input: PromiseID, _ outcome: PromiseEvent.Outcome,
    _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let arrivals = scene.arrivals(fanIn)
    let result = scene.record.settled[fanIn]
    let isDecided = result?.settlement.from == input && result?.number == scene.number + 1
    switch match.text("end") {
    case "it is first and wins":
      try match.require(arrivals.count == 1 && isDecided, "it does not win")
    case "it is the first value and wins":
      try match.require(
        arrivals.count { $0.outcome == .fulfilled } == 1 && isDecided, "it does not win")
    case "a value is still awaited":
      try match.require(result?.number != scene.number + 1, "the fan-in settles now")
    case "it fails with that error": try match.require(isDecided, "it does not fail with that")
    case "the attempt succeeded": try match.require(outcome == .fulfilled, "it failed")
    case "the attempt failed": try match.require(outcome != .fulfilled, "it succeeded")
    default:
      let all = scene.inputs(fanIn).count
      let left = all - Set(arrivals.map(\.index)).count
      let isLast = match.text("end").hasPrefix("the last")
      try match.require(isLast == (left == 0), "\(left) are pending")
      let count = try match.number(match.has("n2") ? "n2" : "n")
      try match.require(count == all, "it has \(all) inputs")
      if match.has("n2") { try match.require(try match.number() == left, "\(left) are pending") }
    }
  }
}
