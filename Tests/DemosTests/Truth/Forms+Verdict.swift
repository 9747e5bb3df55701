import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// When two handlers were attached and enqueued, and whether their order could differ.
extension SentenceForms {
  static let readiness: [SentenceForm] = [
    SentenceForm(
      "{promise} was enqueued at {time}[<when:, when {promise2} settled|, when it was attached to {promise2}>]"
    ) { match, scene in
      let promise = try match.promise()
      let enqueued = scene.job(promise)?.job.enqueued
      try match.require("time", is: scene.time(enqueued))
      guard match.has("promise2"), let enqueued else { return }
      let parent = try match.promise("promise2")
      try match.require(
        scene.record.attachment[promise]?.parent == parent, "that is not its parent")
      let settled = scene.settlement(parent)?.number
      let attached = scene.record.attachment[promise]?.number
      let isLate = attached ?? 0 > settled ?? .max
      try match.require(
        isLate == match.text("when").contains("attached"), "it was attached before, or after")
      let cause = isLate ? attached : settled
      try match.require(
        cause.map { $0 < enqueued && scene.record.time($0) == scene.record.time(enqueued) }
          ?? false,
        "that was at another time")
    },
    SentenceForm(
      "{promise} was attached at {time}[ at {text}][ by {job}][<late:, when its promise had settled>]"
    ) { match, scene in
      let promise = try match.promise()
      let link = scene.record.attachment[promise]
      // What attaches a handler creates its promise.
      try match.require("time", is: scene.time(link?.number))
      try match.require(
        match.text() == scene.creation(promise)?.site?.fileAndLine.shown(40) ?? "",
        "at another place")
      let maker = scene.record.creators[promise]
      if match.has("job") {
        _ = try match.job(maker, in: scene)
      } else {
        try match.require(maker == nil, "a job attached it")
      }
      let settled = (link?.parent).flatMap { scene.settlement($0)?.number }
      let isLate = settled.map { $0 < link?.number ?? 0 } ?? false
      try match.require(match.has("late") == isLate, "its promise had settled, or had not")
    },
  ]

  static let verdicts: [SentenceForm] = [
    SentenceForm("no: a rule requires it in every schedule") { _, _ in },
    SentenceForm("yes: at event {n} the other one could have started; this run chose {promise}") {
      match, scene in
      guard
        case .choiceMade(let chosen, let options)? = scene.record.event(try match.number())?.kind
      else {
        return try match.require(false, "nothing was chosen there")
      }
      let job = scene.job(try match.promise())?.id
      guard case .start(_, let started) = options[chosen] else {
        return try match.require(false, "no job was started there")
      }
      try match.require(started == job && options.count > 1, "it chose \(started)")
    },
    SentenceForm("no: first in, first out, in every schedule") { _, _ in },
    SentenceForm("not known: no rule that orders them was found") { _, _ in },
    SentenceForm(
      "not while both are attached before {promise} settles (rule 4)[; {queue} is assumed to be serial]"
    ) { match, scene in
      try match.require(
        try match.context.pair.first.flatMap { scene.record.attachment[$0]?.parent }
          == match.promise(), "the first one is attached to another")
    },
    SentenceForm(
      "not while they are attached in this order: that depends on the code that attaches them"
    ) { match, scene in
      let links = match.context.pair.compactMap { scene.record.attachment[$0] }
      try match.require(
        links.count == match.context.pair.count && Set(links.map(\.parent)).count <= 1,
        "they are not attached to one promise")
    },
    SentenceForm("only if {queue}, whose kind is assumed, is not serial") { match, scene in
      let ids = match.context.pair.compactMap { scene.job($0)?.job.queue }
      try match.require(
        try match.queues().contains { ids.contains($0) && scene.queue($0)?.isAssumed == true },
        "it is known, or they ran elsewhere")
    },
  ]
}
