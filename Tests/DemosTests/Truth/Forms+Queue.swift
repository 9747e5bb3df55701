import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers to what blocks a queue and what waits there.
extension SentenceForms {
  /// Returns the forms for a queue.
  static func queue(_ queue: PromiseEvent.QueueID) -> SentenceForms {
    SentenceForms(
      "queue",
      waiting.forms + blocks(queue) + [
        SentenceForm("What <what:blocks|runs on> {queue}?") { match, scene in
          try match.require(try match.queues().contains(queue), "another queue")
          try match.require(
            match.text("what") == "blocks" ? !scene.line(of: queue).isEmpty : true,
            "nothing waits there")
        },
        SentenceForm("What waits in {queue}?") { match, _ in
          try match.require(try match.queues().contains(queue), "another queue")
        },
        SentenceForm("What has run on {queue} so far?") { match, _ in
          try match.require(try match.queues().contains(queue), "another queue")
        },
        SentenceForm("What is known of queue {queue}?") { match, scene in
          try match.require(scene.queue(queue) == nil, "it is known")
        },
        SentenceForm("nothing yet: no job has been enqueued there") { match, scene in
          try match.require(
            !scene.record.jobs.values.contains {
              $0.queue == queue && $0.enqueued ?? .max <= scene.number
            }, "one has")
        },
        SentenceForm("{job} has been running there for {time} ms, since {time2}") { match, scene in
          let (_, job) = try match.job(in: scene) { $0.queue == queue && scene.isRunning($0) }
          guard let started = job.started else { return }
          try match.require("time", is: scene.now - scene.record.time(started))
          try match.require("time2", is: scene.record.time(started))
        },
        SentenceForm("{n} more running") { match, scene in
          try match.require(try match.number() < scene.running(on: queue).count, "fewer run")
        },
        SentenceForm("its thread is blocked: it has been waiting for {promise} for {time} ms") {
          match, scene in
          let promise = try match.promise()
          let wait = scene.waits.first { $0.promise == promise && scene.blocks($0, queue) }
          try match.require("time", is: wait.map { scene.now - scene.record.time($0.began) })
        },
        SentenceForm("nothing is running there") { match, scene in
          try match.require(scene.running(on: queue).isEmpty, "a job runs")
        },
        SentenceForm("no job") { match, scene in
          try match.require(scene.line(of: queue).isEmpty, "one waits")
        },
        SentenceForm(
          "{ordinal}: {job}, for {time} ms, since {time2}[, by the time it was enqueued][; it starts at {time3}]"
        ) {
          match, scene in
          let line = scene.line(of: queue)
          let (id, job) = try match.job(in: scene) { $0.queue == queue && scene.isWaiting($0) }
          try match.require(
            (line.firstIndex { $0.id == id } ?? -1) + 1 == (try match.number("ordinal")),
            "it has another place")
          guard let enqueued = job.enqueued else { return }
          try match.require("time", is: scene.now - scene.record.time(enqueued))
          try match.require("time2", is: scene.record.time(enqueued))
          if match.has("time3") { try match.require("time3", is: scene.time(job.started)) }
        },
        SentenceForm("{n} more waiting") { match, scene in
          try match.require(try match.number() < scene.line(of: queue).count, "fewer wait")
        },
        SentenceForm(
          "{n} job<|s>, which ran for {time} ms and waited for {time2} ms, at most {time3} ms"
        ) { match, scene in
          let over = scene.record.jobs.values.filter {
            $0.queue == queue && scene.past($0.ended) != nil
          }
          try match.require(try match.number() == over.count, "\(over.count) have ended")
          let begun = scene.record.jobs.values.filter {
            $0.queue == queue && scene.past($0.started) != nil
          }
          let ran = over.compactMap { job in
            job.started.map { scene.record.time(job.ended ?? $0) - scene.record.time($0) }
          }
          let waited = begun.compactMap { job in
            job.enqueued.map { scene.record.time(job.started ?? $0) - scene.record.time($0) }
          }
          try match.require("time", is: ran.reduce(0, +))
          try match.require("time2", is: waited.reduce(0, +))
          try match.require("time3", is: waited.max() ?? 0)
        },
      ])
  }

  /// The longest time for which a thread of a queue was blocked.
  private static func blocks(_ queue: PromiseEvent.QueueID) -> [SentenceForm] {
    [
      SentenceForm(
        "<who:{job}|thread {n2}[ ({text})]|a thread> blocked it for {time} ms, from {time2} to {time3}, waiting for {promise}[; {n} job<|s> waited behind it]"
      ) { match, scene in
        let promise = try match.promise()
        let waits = scene.record.waits.filter {
          $0.queue == queue && scene.past($0.ended) != nil
        }
        func length(_ wait: EventRecord.Wait) -> Int64 {
          scene.record.time(wait.ended ?? 0) - scene.record.time(wait.began)
        }
        let longest = waits.map(length).max()
        try match.require("time", is: longest)
        let wait = waits.first { wait in
          length(wait) == longest && wait.promise == promise
            && (try? match.require("time2", is: scene.record.time(wait.began))) != nil
        }
        guard let wait, let ended = wait.ended else {
          return try match.require(false, "no such wait was the longest")
        }
        try match.require("time3", is: scene.record.time(ended))
        if match.has("job") { _ = try match.job(wait.job, in: scene) }
        let behind = scene.record.jobs.values.count { job in
          job.queue == queue && job.enqueued.map { $0 < ended } ?? false
            && job.started ?? .max > ended && job.ended ?? .max > ended
        }
        try match.require((try? match.number()) ?? 0 == behind, "\(behind) waited")
      }
    ]
  }
}
