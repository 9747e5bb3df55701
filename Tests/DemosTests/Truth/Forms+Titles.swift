import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The titles of the panes, the header, and the rows of the queues.
extension SentenceForms {
  static let titles = SentenceForms("title", paneTitles)
  static let queueRows = SentenceForms("queues pane", queueHeads + taskLines + jobRows + summary)

  private static let paneTitles: [SentenceForm] = [
    SentenceForm("<Inspect|Queues|Events|Time|Warnings|Chain|Source|Time by turns>") { _, _ in },
    SentenceForm("Inspect {id}: {text}") { match, scene in
      let promise = try match.promise("id")
      let said = match.text()
      let settlement = scene.settlement(promise)?.settlement
      let job = scene.job(promise)?.job
      switch said {
      case "rejected, unhandled":
        try match.require(scene.past(scene.record.unhandled[promise]) != nil, "it is handled")
      case "fulfilled", "rejected", "cancelled":
        try match.require(settlement?.outcome.rawValue == said, "it is not")
      case "running": try match.require(scene.isBusy(promise), "it does not run")
      case "queued":
        try match.require(job.map(scene.isWaiting) == true, "it does not wait in a queue")
      case "pending":
        try match.require(
          scene.isPending(promise) && !scene.isBusy(promise) && scene.adoption(promise) == nil,
          "it is more than that")
      case "freed pending": try match.require(scene.freed(promise)?.state == .pending, "it was not")
      default:
        let other = said.split(separator: " ").last.flatMap { Int($0.dropFirst()) }.map {
          PromiseID($0)
        }
        if said.hasPrefix("locked in to ") {
          try match.require(
            settlement == nil && scene.adoption(promise)?.inner == other, "it is not")
        } else if said.hasPrefix("forwarded to "), let other {
          try match.require(scene.freed(promise)?.state == .forwarded(to: other), "it is not")
        } else {
          try match.require(false, "no state is called that")
        }
      }
    },
    SentenceForm(
      "Chain: {n} promise<|s>[  {n2} fulfilled][  {n3} rejected][  {n4} cancelled][  {n5} running][  {n6} waiting][  {n8} forwarded][  {n7} freed pending]"
    ) {
      match, scene in
      let all = scene.record.created.keys.filter { scene.creation($0) != nil }
      try match.require(try match.number() == all.count, "there are \(all.count)")
      let open = all.filter { scene.isPending($0) }
      let counts: [(String, Int)] = [
        ("n2", all.count { scene.settlement($0)?.settlement.outcome == .fulfilled }),
        ("n3", all.count { scene.settlement($0)?.settlement.outcome == .rejected }),
        ("n4", all.count { scene.settlement($0)?.settlement.outcome == .cancelled }),
        ("n5", open.count { scene.isBusy($0) && scene.adoption($0) == nil }),
        ("n6", open.count { !scene.isBusy($0) || scene.adoption($0) != nil }),
        ("n8", all.count { scene.settlement($0) == nil && scene.freed($0)?.isForwarded == true }),
        ("n7", all.count { scene.settlement($0) == nil && scene.freed($0)?.state == .pending }),
      ]
      for (name, count) in counts {
        try match.require(
          try (match.has(name) ? match.number(name) : 0) == count, "\(name) is \(count)")
      }
    },
    SentenceForm("Source {text}[ (file {n2} of {n3})][: line {n}[ <running:running>]]") {
      match, scene in
      guard match.has("n") else { return }
      let line = try match.number()
      let made = scene.record.created.values.filter {
        $0.number <= scene.number && $0.creation.site?.line == line
          && $0.creation.site?.fileName == match.text()
      }
      try match.require(!made.isEmpty, "no promise was created there")
      guard match.has("running") else { return }
      let promises = made.map(\.creation.promise)
      try match.require(promises.contains { scene.isBusy($0) }, "none of \(promises) runs")
    },
    SentenceForm("Queues: turn {n}") { match, scene in
      try match.require(try match.number() == scene.turn, "it is turn \(scene.turn)")
    },
    SentenceForm("Events: {n} of {n2}") { match, scene in
      try match.require(
        try match.number() == scene.number && match.number("n2") == scene.record.last,
        "it is another event")
    },
    SentenceForm("Time: 1 col = {text} ms") { match, scene in
      // The pane is 180 columns wide, and its labels have at most 18; the text is rounded to a decimal.
      let length = scene.record.time(scene.record.last) - scene.record.time(1)
      let columns = [179.0, 161.0].map { Double(length) / 1_000_000 / $0 }
      let scale = Double(match.text()) ?? -1
      try match.require(
        scale > columns[0] - 0.06 && scale < columns[1] + 0.06, "a column is \(columns) ms")
    },
    SentenceForm("Time by turns: turn [ ]{n}/{n2}") { match, scene in
      let end = EventScene(scene.record, at: scene.record.last)
      try match.require(
        try match.number() == scene.turn && match.number("n2") == end.turn, "another turn")
    },
  ]

  private static let queueHeads: [SentenceForm] = [
    SentenceForm(
      "{queue} <kind:serial|concurrent[ {n}]|on: nil><assumed:?|> depth {n2}[ deepest {n3}]"
    ) { match, scene in
      let queue = try match.queues().first
      try checkKind(queue, match, scene)
      let depth = scene.running(on: queue).count
      try match.require(try match.number("n2") == depth, "it is \(depth) deep")
    },
    SentenceForm(
      "{queue} <kind:serial|concurrent[ {n}]|on: nil><assumed:?|> <state:idle|BUSY>[ {text}]"
    ) { match, scene in
      guard let queue = try match.queues().first else { return }
      try checkKind(queue, match, scene)
      let running = scene.running(on: queue)
      try match.require(
        running.isEmpty == (match.text("state") == "idle"), "\(running.count) jobs run")
      let words = match.text().components(separatedBy: " ").filter { !$0.isEmpty }
      if let place = words.firstIndex(of: "waiting"), place > 0 {
        try match.require(
          Int(words[place - 1]) == scene.line(of: queue).count,
          "\(scene.line(of: queue).count) wait")
      } else {
        try match.require(scene.line(of: queue).isEmpty, "some wait")
      }
      if let place = words.firstIndex(of: "longest"), place + 1 < words.count {
        let longest = scene.record.longest[queue]?.last { $0.number <= scene.number }?.count
        try match.require(Int(words[place + 1]) == longest, "at most \(longest ?? 0) waited")
      }
    },
  ]

  private static func checkKind(
    _ id: PromiseEvent.QueueID?, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard let queue = id.flatMap({ scene.queue($0) }) else { return }
    let kind = match.text("kind")
    switch queue.kind {
    case .serial: try match.require(kind == "serial", "it is serial")
    case .concurrent(let width):
      try match.require(
        kind == "concurrent" + (width.map { " \($0)" } ?? ""), "its width is \(width ?? 0)")
    case .immediate: return try match.require(kind == "on: nil", "it is immediate")
    }
    try match.require(
      queue.isAssumed == (match.text("assumed") == "?"), "that its kind is assumed must be said")
  }

  private static let jobRows: [SentenceForm] = [
    SentenceForm("> {text3} {text2} since {text}") { match, scene in
      try checkRow(match, scene, where: scene.isRunning) { $0.started }
    },
    SentenceForm("{n} {text3} waits {text2}[ behind {text4}] since {text}") { match, scene in
      try checkRow(match, scene, where: scene.isWaiting) { $0.enqueued }
    },
    SentenceForm("timer {text3} [{text4} ]<when:in {text2} due {text}|due now>") { match, scene in
      let name = match.text("text3")
      let fits = scene.timers.contains { timer in
        timer.promise.map { name.hasPrefix("\($0) ") || name == "\($0)" } ?? true
      }
      try match.require(fits, "no such timer is set")
    },
    SentenceForm("H {text3} is blocked on {text4} {text2} since {text}") { match, scene in
      let fits = scene.waits.contains { wait in
        match.text("text4").hasPrefix("\(wait.promise) ")
          && match.text("text3") == (wait.thread.map { "\($0)" } ?? "a thread")
      }
      try match.require(fits, "it is not")
    },
    SentenceForm("<who:a task awaits|{n} tasks await> {text4} {text2} since {text}") {
      match, scene in
      let open = scene.record.awaits.filter {
        $0.began <= scene.number && scene.past($0.ended) == nil
      }
      let mine = open.filter { match.text("text4").hasPrefix("\($0.promise) ") }
      try match.require(try mine.count == (match.has("n") ? match.number() : 1), "\(mine.count) do")
    },
  ]

  private static func checkRow(
    _ match: SentenceMatch, _ scene: EventScene, where fits: (EventRecord.Job) -> Bool,
    since: (EventRecord.Job) -> Int?
  ) throws {
    let name = match.text("text3")
    let jobs = scene.record.jobs.values.filter { job in
      fits(job)
        && (job.child.map { name.hasPrefix("\($0) ") || name == "\($0)" }
          ?? (job.label == name || job.label == nil))
    }
    try match.require(!jobs.isEmpty, "no such job")
    for job in jobs { try checkElapsed(match.text("text2"), since: since(job), match, scene) }
  }

  private static let summary: [SentenceForm] = [
    SentenceForm("next: {id} timer fires at {text}") { match, scene in
      let promise = try match.promise("id")
      try match.require(scene.timers.first?.promise == promise, "another timer is next")
      try match.require(scene.running().isEmpty && scene.line().isEmpty, "jobs run or wait")
      let timer = scene.timers(of: promise).last
      try match.require(
        timer?.fired != nil || timer?.cancelled != nil || scene.number < scene.record.last,
        "the run has ended: it never fires")
    },
    SentenceForm("next, one of {n}:") { match, scene in
      guard case .choiceMade(_, let options)? = scene.nextChoice else {
        return try match.require(false, "nothing is chosen next")
      }
      try match.require(try match.number() == options.count, "there are \(options.count)")
    },
    SentenceForm(
      "[>]{n} <what:{short} on {queue}|end {short}|timer of {short}|{short} resumes>"
    ) {
      match, scene in
      guard case .choiceMade(let chosen, let options)? = scene.nextChoice
      else { return try match.require(false, "nothing is chosen next") }
      let place = try match.number() - 1
      try match.require(options.indices.contains(place), "there are \(options.count)")
      let name =
        switch options[place] {
        case .start(let queue, let job): "\(scene.shortName(job)) on \(scene.label(queue))"
        case .end(let job): "end \(scene.shortName(job))"
        case .resume(let job): "\(scene.shortName(job)) resumes"
        case .fire(let timer):
          "timer of \(scene.record.timers[timer]?.promise.map(scene.shortName) ?? "\(timer)")"
        }
      try match.require(match.text("what") == name, "it is \(name); \(chosen + 1) is chosen")
    },
    SentenceForm("hops so far {text}") { _, _ in },
    SentenceForm("queue wait {queue} p50 {time} p95 {time2} max {time3} ms") { match, scene in
      try checkWait(match, scene)
    },
    SentenceForm("{queue} p50 {time} p95 {time2} max {time3} ms") { match, scene in
      try checkWait(match, scene)
    },
    SentenceForm("longest job {text} {time} ms on {queue}") { match, scene in
      let lengths = scene.record.jobs.values.compactMap { job -> Int64? in
        guard let started = scene.past(job.started) else { return nil }
        return (scene.time(scene.past(job.ended)) ?? scene.now) - scene.record.time(started)
      }
      try match.require("time", is: lengths.max())
    },
    SentenceForm("unresolved {text} until <its resolver is|their resolvers are> called") {
      match, scene in
      for word in match.text().split(separator: " ") where word.hasPrefix("p") {
        guard let number = Int(word.dropFirst()) else { continue }
        try match.require(scene.isPending(PromiseID(number)), "\(word) is not pending")
        try match.require(scene.adoption(PromiseID(number)) == nil, "\(word) is locked in")
      }
    },
    SentenceForm("? the kind of this queue was not declared, but assumed") { match, scene in
      try match.require(
        scene.record.queues.values.contains { $0.isAssumed && $0.number <= scene.number },
        "none was")
    },
    SentenceForm("no queue and no timer yet") { match, scene in
      try match.require(scene.timers.isEmpty, "a timer is set")
    },
  ]

  private static func checkWait(_ match: SentenceMatch, _ scene: EventScene) throws {
    let queues = try match.queues()
    let waits = scene.record.jobs.values.compactMap { job -> Int64? in
      guard queues.contains(job.queue), let enqueued = job.enqueued,
        let started = scene.past(job.started)
      else {
        return nil
      }
      return scene.record.time(started) - scene.record.time(enqueued)
    }
    try match.require("time3", is: waits.max())
  }
}
