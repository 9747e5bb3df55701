import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The sentences of jobs, waits, timers and choices.
extension SentenceForms {
  static let jobs = running + blocking + timers + choices

  private static let running: [SentenceForm] = [
    SentenceForm("{job} <what:runs inline, without a queue|runs inline, on the settling thread>") {
      match, scene in
      switch (scene.event?.kind, match.text("what").hasSuffix("queue")) {
      case (.jobEnqueued(let id, _, let queue, _)?, true),
        (.jobStarted(let id, _, let queue)?, false):
        _ = try match.job(id, in: scene)
        try match.require(scene.queue(queue)?.kind == .immediate, "it has a queue")
      default: try match.require(false, "it did not")
      }
    },
    SentenceForm(
      "{job} is enqueued on {queue}[<line:, which is idle|, behind the running job|, behind {n} job<|s>|, perhaps behind {n} job<|s>>]"
    ) { match, scene in
      guard case .jobEnqueued(let id, _, let queue, _)? = scene.event?.kind else {
        return try match.require(false, "no job was enqueued")
      }
      _ = try match.job(id, in: scene)
      try match.require(try match.queues().contains(queue), "on another queue")
      let (before, running) = (scene.line(of: queue).count - 1, scene.running(on: queue).count)
      switch match.text("line") {
      case ", which is idle":
        try match.require(before == 0 && running == 0, "\(running) run, \(before) wait")
        try match.require(!scene.waits.contains { scene.blocks($0, queue) }, "a wait blocks it")
      case ", behind the running job":
        try match.require(before == 0 && running == 1, "\(running) run, \(before) wait")
        let kind = scene.queue(queue)
        try match.require(
          kind?.kind == .serial && kind?.isAssumed == false, "that it is serial is assumed")
      case "": try match.require(before == 0, "\(before) wait")
      default: try match.require(try match.number() == before, "\(before) wait")
      }
    },
    SentenceForm("{job} runs on {queue}[ with {text} from {id}][, after {time} ms in the queue]") {
      match, scene in
      guard case .jobStarted(let id, let child, let queue)? = scene.event?.kind else {
        return try match.require(false, "no job started")
      }
      let job = try match.job(id, in: scene)
      try match.require(try match.queues().contains(queue), "on another queue")
      let waited = job.job.enqueued.map { scene.now - scene.record.time($0) } ?? 0
      if match.has("time") {
        try match.require("time", is: waited)
      } else {
        try match.require(waited < 100_000, "it waited")
      }
      guard match.has("text"), let child else { return }
      let parent = scene.record.attachment[child]?.parent
      try match.require(
        try match.promise("id") == parent, "its parent is \(String(describing: parent))")
      let value = parent.flatMap { scene.settlement($0) }?.settlement.description
      try match.require(value?.shown(40) == match.text(), "its input is \(value ?? "")")
      let ignorant: [PromiseEvent.Operation] = [.ensure, .ensureThen, .finally, .cancelled]
      try match.require(
        scene.operation(child).map { !ignorant.contains($0) } == true,
        "its handler has no parameter")
    },
    SentenceForm(
      "{job} <what:returns a promise|returns|throws>[ after {time} ms][; <next:the resolver of {id} settles it|{id} settles next>]"
    ) { match, scene in
      guard case .jobEnded(let id, let child, _, let ending)? = scene.event?.kind else {
        return try match.require(false, "no job ended")
      }
      let job = try match.job(id, in: scene)
      let words: [PromiseEvent.JobEnding: String] = [
        .returned: "returns", .returnedPromise: "returns a promise", .threw: "throws",
      ]
      try match.require(words[ending] == match.text("what"), "it \(ending)")
      let ran = job.job.started.map { scene.now - scene.record.time($0) } ?? 0
      if match.has("time") {
        try match.require("time", is: ran)
      } else {
        try match.require(ran < 100_000, "it ran for \(ran) ns")
      }
      guard match.has("next") else { return }
      try match.require(try match.promise("id") == child, "its promise is another one")
      guard let child else { return }
      if match.text("next").hasSuffix("settles next") {
        let next = scene.record.events[scene.number...].first { $0.kind.isSettlement }?.kind
        try match.require(
          next?.mentions(child) == true && next?.promises.first == child, "it does not settle next")
      } else {
        try match.require(scene.settlement(child) == nil, "it has settled")
        try match.require(
          scene.operation(child) == .body || scene.operation(child) == .thenResolving,
          "it has no resolver")
      }
    },
    SentenceForm("{job} does not run: chain cancelled or owner gone") { match, scene in
      guard case .jobEnded(let id, _, _, .skipped)? = scene.event?.kind else {
        return try match.require(false, "it ran")
      }
      _ = try match.job(id, in: scene)
    },
    SentenceForm("{job} declares access to {text}") { match, scene in
      guard case .touched(let id, let names)? = scene.event?.kind else {
        return try match.require(false, "nothing was declared")
      }
      _ = try match.job(id, in: scene)
      try match.require(match.text() == names.joined(separator: ", ").shown(60), "\(names)")
    },
  ]

  private static let blocking: [SentenceForm] = [
    SentenceForm("<who:{job}|a thread> waits for {promise}[, blocking {queue}]") { match, scene in
      guard case .waitBegan(let promise, let queue, let job, _)? = scene.event?.kind else {
        return try match.require(false, "no wait began")
      }
      try match.require(try match.promise() == promise, "for another one")
      if match.has("job") { _ = try match.job(job, in: scene) }
      try match.require(
        match.has("queue") == (queue != nil), "the queue is \(String(describing: queue))")
      if let queue { try match.require(try match.queues().contains(queue), "another queue") }
      try match.require(scene.settlement(promise) == nil, "it has settled")
    },
    SentenceForm(
      "the wait for {promise} <end:ends|would never end: a deadlock|is abandoned: the run reached a limit>[; {queue} is no longer blocked]"
    ) { match, scene in
      guard case .waitEnded(let promise, let queue, _, let ending)? = scene.event?.kind else {
        return try match.require(false, "no wait ended")
      }
      try match.require(try match.promise() == promise, "for another one")
      switch ending {
      case .settled: try match.require(match.text("end") == "ends", "it ends")
      case .deadlock: try match.require(match.text("end").contains("deadlock"), "a deadlock")
      case .gaveUp: try match.require(match.text("end").contains("limit"), "it was given up")
      }
      guard match.has("queue"), let queue else { return }
      try match.require(try match.queues().contains(queue), "another queue")
      try match.require(!scene.waits.contains { $0.queue == queue }, "another wait blocks it")
    },
    SentenceForm("context {n} is cancelled, with all its pending promises") { match, scene in
      guard case .cancelRequested(let context)? = scene.event?.kind else {
        return try match.require(false, "nothing was cancelled")
      }
      try match.require(try match.number() == context, "it is context \(context)")
    },
  ]

  private static let timers: [SentenceForm] = [
    SentenceForm(
      "the timer of <who:{promise}|{timer}> <what:is set, but never fires|is set: due in {time} ms, at {time2}|fires|stops: it is no longer needed>"
    ) { match, scene in
      let said = match.text("what")
      let owner: PromiseID?
      switch scene.event?.kind {
      case .timerScheduled(_, let promise, let due):
        owner = promise
        try match.require(said.hasPrefix("is set"), "it is set")
        try match.require((due == .max) == said.hasSuffix("fires"), "it is due at \(due)")
        guard due != .max else { break }
        try match.require("time", is: due - scene.now)
        try match.require("time2", is: due)
      case .timerFired(_, let promise):
        owner = promise
        try match.require(said == "fires", "it fires")
      case .timerCancelled(_, let promise):
        owner = promise
        try match.require(said.hasPrefix("stops"), "it stops")
      default: return try match.require(false, "no timer changed")
      }
      if match.has("promise") { try match.require(try match.promise() == owner, "another timer") }
    }
  ]

  private static let choices: [SentenceForm] = [
    SentenceForm(
      "choice {n} of {n2}[ or more]: {text}"
    ) { match, scene in
      guard case .choiceMade(let chosen, let options)? = scene.event?.kind else {
        return try match.require(false, "nothing was chosen")
      }
      try match.require(try match.number() == chosen + 1, "it chose \(chosen + 1)")
      try match.require(try match.number("n2") == options.count, "of \(options.count)")
      guard options.indices.contains(chosen) else { return }
      let next = scene.record.event(scene.number + 1)?.kind
      let said = match.text()
      switch (options[chosen], next) {
      case (.start(let queue, let job), .jobStarted(let next, _, _)?):
        let label = scene.queue(queue)?.label ?? "\(queue)"
        try match.require(
          next == job && said == "\(scene.shortName(job)) on \(label)".shown(60),
          "\(next) starts")
      case (.start(_, let job), .jobEnded(let next, _, _, .skipped)?):
        try match.require(
          next == job && said.hasPrefix("\(scene.shortName(job)) on "), "\(next) is skipped")
      case (.end(let job), .jobEnded(let next, _, _, _)?):
        try match.require(
          next == job && said == "end of \(scene.shortName(job))".shown(60), "\(next) ends")
      case (.resume(let job), .waitEnded(_, _, let next, _)?):
        try match.require(
          next == job && said == "\(scene.shortName(job)) resumes".shown(60), "another one resumes")
      case (.fire(let chosen), .timerFired(let next, let promise)?):
        let name = promise.map(scene.shortName) ?? "\(next)"
        try match.require(
          next == chosen && said == "timer of \(name)".shown(60), "\(next) fires")
      default:
        try match.require(false, "next is \(next.map { "\($0.name)" } ?? "nothing")")
      }
    }
  ]
}
