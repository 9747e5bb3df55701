import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The last column of the chain: what a promise waits for, or what came out.
extension SentenceForms {
  static let chain = SentenceForms("chain", taskCells + chainWaits + chainOutcomes)

  private static func cell(
    _ template: String,
    _ check: @escaping @Sendable (PromiseID, SentenceMatch, EventScene) throws -> Void
  ) -> SentenceForm {
    SentenceForm(template) { match, scene in
      guard let subject = match.subject else { return try match.require(false, "no promise") }
      try check(subject, match, scene)
    }
  }

  private static let chainWaits: [SentenceForm] = [
    cell("<what:first on {queue}|first|queued>") { promise, match, scene in
      guard let (id, job) = scene.job(promise), scene.isWaiting(job) else {
        return try match.require(false, "it does not wait in a queue")
      }
      if match.has("queue") {
        try match.require(try match.queues().contains(job.queue), "on another")
      }
      if match.text("what") != "queued" {
        try match.require(
          scene.line(of: job.queue).first?.id == id && scene.running(on: job.queue).isEmpty,
          "it is not first")
      }
    },
    cell("[waits ]{text2}[ on {queue}] behind {text}") { promise, match, scene in
      guard let (id, job) = scene.job(promise), scene.isWaiting(job) else {
        return try match.require(false, "it does not wait in a queue")
      }
      if match.has("queue") {
        try match.require(try match.queues().contains(job.queue), "on another")
      }
      let ahead = scene.line(of: job.queue).prefix { $0.id != id }
      let running = scene.running(on: job.queue)
      guard let first = (running + ahead).first else {
        return try match.require(false, "none is ahead")
      }
      let others = ahead.count - (running.isEmpty ? 1 : 0)
      let name = scene.shortName(first.id)
      try match.require(
        match.text() == (others > 0 ? "\(name) and \(others) more" : name), "ahead is \(name)")
      try checkElapsed(match.text("text2"), since: job.enqueued, match, scene)
    },
    cell(
      "<what:its handler returned|returned|its timer fired|fired|its timer was cancelled|timer off|its inputs have decided it|decided|{id} has settled|{id} settled|next>"
    ) {
      promise, match, scene in
      let said = match.text("what")
      if said != "next" { return try checkArrived(promise, said, match, scene) }
      try match.require(scene.isPending(promise), "it is not pending")
    },
    cell("<verb:waits|for|adopts|locked in to> {id}[, waited {text}]") { promise, match, scene in
      let other = try match.promise("id")
      try match.require(scene.isPending(promise), "it is not pending")
      try match.require(scene.causes(of: promise).contains(other), "it does not depend on that")
      try match.require(scene.settlement(other) == nil, "\(other) has settled")
      if match.text("verb").hasPrefix("a") || match.text("verb").hasPrefix("l") {
        try match.require(scene.adoption(promise)?.inner == other, "it did not adopt that")
      }
    },
    cell("forever[: {id} was freed]") { promise, match, scene in
      try match.require(scene.neverSettles(promise), "it settles")
    },
    cell("<what:in flight|pending|pend>") { promise, match, scene in
      try match.require(scene.isPending(promise), "it is not pending")
    },
    cell("<what:freed pending|freed>") { promise, match, scene in
      try match.require(scene.freed(promise)?.state == .pending, "it was not")
    },
    cell("<what:forwarded to|as> {id}") { promise, match, scene in
      try match.require(
        scene.freed(promise)?.state == .forwarded(to: try match.promise("id")), "it was not")
    },
    cell("[{text} ]fires in {text2}, at {text3}") { promise, match, scene in
      try checkTimer(promise, match, scene)
    },
    cell("[{text} ]in {text2}") { promise, match, scene in try checkTimer(promise, match, scene) },
    cell("due now") { promise, match, scene in
      try match.require(
        scene.pendingTimer(promise).map { $0.due <= scene.now } == true, "it is not")
    },
    cell("<what:first|1st> of <names:{n}|{text}>") { promise, match, scene in
      try match.require(scene.isPending(promise), "it is not pending")
      let inputs = scene.inputs(promise)
      if match.has("n") {
        try match.require(try match.number() == inputs.count, "it has \(inputs.count)")
      }
      try checkOpen(match.text(), inputs, match, scene)
    },
    cell("{n}/{n2}[ {text2}][ <rest:waits {text}|{id} settled|next|{n3} left>]") {
      promise, match, scene in
      let inputs = scene.inputs(promise)
      try match.require(try match.number("n2") == inputs.count, "it has \(inputs.count)")
      let settled = scene.arrivals(promise).count { !$0.isIgnored }
      try match.require(try match.number() == settled, "\(settled) have settled")
      if match.has("text") { try checkOpen(match.text(), inputs, match, scene) }
    },
  ]

  /// The names are those of inputs that are pending.
  private static func checkOpen(
    _ text: String, _ inputs: [PromiseID], _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let words = text.split(separator: " ")
    for word in words where word.hasPrefix("p") {
      guard let number = Int(word.dropFirst()) else { continue }
      let id = PromiseID(number)
      try match.require(inputs.contains(id), "\(id) is no input")
      try match.require(scene.settlement(id) == nil, "\(id) has settled")
    }
    guard !words.isEmpty, words.allSatisfy({ $0.hasPrefix("p") }) else { return }
    let open = inputs.count { scene.settlement($0) == nil }
    try match.require(words.count == open, "\(open) are pending")
  }

  private static func checkTimer(_ promise: PromiseID, _ match: SentenceMatch, _ scene: EventScene)
    throws
  {
    guard let timer = scene.pendingTimer(promise) else {
      return try match.require(false, "no timer is set")
    }
    let words = match.text("text2").split(separator: " ")
    guard let first = words.first, let value = Double(first) else { return }
    let unit: Double = words.last == "s" ? 1e9 : words.last == "min" ? 60e9 : 1e6
    let left = Double(timer.due - scene.now)
    // What is left is rounded up.
    let step = first.contains(".") ? unit / 10 : unit
    try match.require(
      value * unit >= left - 1 && value * unit < left + step, "\(left / 1e6) ms are left")
  }

  static func checkArrived(
    _ promise: PromiseID, _ said: String, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    if match.has("id") {
      let other = try match.promise("id")
      try match.require(
        scene.settlement(other) != nil || scene.freed(other) != nil, "it has not settled")
      return try match.require(
        scene.causes(of: promise).contains(other), "it does not depend on that")
    }
    try checkNext(promise, said, match, scene)
  }

  private static let chainOutcomes: [SentenceForm] = [
    cell("<how:unhandled: |passed: |>{text}[ <by:via|from> {id}][<won:  * winner| *>]") {
      promise, match, scene in
      if scene.settlement(promise) == nil, scene.isBusy(promise),
        let body = started(promise, scene)
      {
        return try checkElapsed(match.text(), since: body, match, scene)
      }
      if scene.settlement(promise) == nil, let job = scene.job(promise)?.job, scene.isWaiting(job) {
        return try checkElapsed(match.text(), since: job.enqueued, match, scene)
      }
      if scene.pendingTimer(promise) != nil { return }
      guard let settlement = scene.settlement(promise)?.settlement else {
        return try match.require(false, "it has not settled")
      }
      let value = settlement.description
      let empty = settlement.outcome == .cancelled ? "cancelled" : "()"
      try match.require(match.text() == (value.isEmpty ? empty : value), "it is \(value)")
      switch match.text("how") {
      case "unhandled: ":
        try match.require(scene.past(scene.record.unhandled[promise]) != nil, "it is handled")
      case "passed: ": try match.require(scene.record.skipped[promise] != nil, "its handler ran")
      default: break
      }
      if match.has("id") {
        let id = try match.promise("id")
        try match.require(settlement.from == id || settlement.origin == id, "it came from another")
      }
      if match.has("won") {
        let races = scene.record.settled.values.contains {
          $0.number <= scene.number && $0.settlement.from == promise
            && [.race, .any].contains(scene.operation($0.settlement.promise))
        }
        try match.require(races, "it won no race")
      }
    },
    cell("<what:passed|pass>") { promise, match, scene in
      try match.require(scene.record.skipped[promise] != nil, "its handler ran")
    },
    cell("<what:adopted|adopt|adopted by {id}>") { promise, match, scene in
      let outers = scene.record.adoptions.filter {
        $0.value.contains { $0.inner == promise && $0.number <= scene.number }
      }
      try match.require(!outers.isEmpty, "it was not")
      if match.has("id") {
        try match.require(outers[try match.promise("id")] != nil, "another one did")
      }
    },
    cell("running[ {text}][ on {queue}][ {text2}]") { promise, match, scene in
      try match.require(scene.isBusy(promise), "it does not run")
    },
    cell("{text}[ on {queue}][ T{n}]") { promise, match, scene in
      guard scene.isBusy(promise), let number = started(promise, scene) else {
        return try match.require(false, "it does not run")
      }
      let words = match.text().split(separator: " ").filter { $0.first?.isNumber == true }
      if words.count == 1, words[0].contains("/") { return }
      try checkElapsed(match.text(), since: number, match, scene)
      if match.has("n") {
        try match.require(
          try match.number() == scene.record.event(number)?.thread?.rawValue, "on another thread")
      }
    },
  ]
}
