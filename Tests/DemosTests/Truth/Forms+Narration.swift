import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The sentences of the events: narration, captions, the text of a run.
extension SentenceForms {
  static let narration = SentenceForms(
    "narration",
    creations + taskEvents + bodies + attaching + adopting + ignoring + freeing + declarations)

  /// Returns a form for a created promise.
  private static func created(
    _ template: String,
    _ check: @escaping @Sendable (PromiseEvent.Creation, SentenceMatch) throws -> Void
  ) -> SentenceForm {
    SentenceForm("{promise} \(template)") { match, scene in
      guard case .created(let creation)? = scene.event?.kind else {
        return try match.require(false, "nothing was created")
      }
      try match.require(try match.promise() == creation.promise, "another one was created")
      try check(creation, match)
    }
  }

  private static func created(
    _ template: String, by operations: PromiseEvent.Operation...
  ) -> SentenceForm {
    created(template) { creation, match in
      try match.require(operations.contains(creation.operation), "by \(creation.operation)")
      guard case .text(let list)? = match["text"] else { return }
      let names = creation.parents.map(\.description)
      let shown = names.count <= 5 ? names.count : 4
      try match.require(
        list == Language.english.list(Array(names.prefix(shown)), more: names.count - shown),
        "the inputs are \(names)")
    }
  }

  private static let creations: [SentenceForm] = [
    created("existed before the recording began") { creation, match in
      try match.require(creation.late, "it was created now")
    },
    created("is created; its body gets its resolver", by: .body),
    created("is created; the result of its body settles it", by: .async),
    created("is created pending; its resolver settles it", by: .pending),
    created("is created; a timer settles it", by: .after),
    created("is created; it retries until an attempt succeeds", by: .retry),
    created("is created; it waits for all inputs to settle[: {text}]", by: .allSettled),
    created("is created; it settles as soon as one input does[: {text}]", by: .race),
    created("is created; it takes the first value of its inputs[: {text}]", by: .any),
    created("is created; it waits for all its inputs[: {text}]", by: .all),
    SentenceForm(
      "{promise} is created with <what:a value|an error>, already <outcome:fulfilled|rejected>"
    ) {
      match, scene in
      let promise = try match.promise()
      let settled = scene.record.settled[promise]
      try match.require(settled?.number == scene.number + 1, "it does not settle at once")
      try match.require(
        (settled?.settlement.outcome == .fulfilled) == (match.text("outcome") == "fulfilled"),
        "it settles otherwise")
      try match.require(
        scene.operation(promise) == (match.text("what") == "a value" ? .value : .error),
        "by \(String(describing: scene.operation(promise)))")
    },
    SentenceForm("{promise} is created by {text} on {ref}") { match, scene in
      let promise = try match.promise()
      try match.require(match.text() == scene.operation(promise)?.spelling, "another operator")
      try match.require(
        scene.creation(promise)?.parents.first.map(try match.promises("ref").contains) == true,
        "it has another parent")
    },
    created("is created") { creation, match in
      try match.require(creation.parents.isEmpty, "it has a parent")
    },
  ]

  private static let bodies: [SentenceForm] = [
    SentenceForm("the body of {promise} <what:starts|returns|throws>") { match, scene in
      let promise = try match.promise()
      switch (scene.event?.kind, match.text("what")) {
      case (.bodyStarted(promise), "starts"), (.bodyEnded(promise, false), "returns"),
        (.bodyEnded(promise, true), "throws"):
        break
      default: try match.require(false, "its body did not")
      }
    }
  ]

  private static let attaching: [SentenceForm] = [
    SentenceForm(
      "{promise} attaches its handler to {ref} ({ordinal}), to run <place:inline|on {queue}>"
    ) {
      match, scene in
      guard case .handlerAttached(let parent, let child, _, let queue)? = scene.event?.kind else {
        return try match.require(false, "nothing was attached")
      }
      try match.require(try match.promise() == child, "another handler was attached")
      try match.require(try match.promises("ref").contains(parent), "to another promise")
      let count = scene.handlers(parent).count
      try match.require(try match.number("ordinal") == count, "it is handler \(count)")
      let isInline = scene.queue(queue)?.kind == .immediate
      try match.require(isInline == (match.text("place") == "inline"), "the queue is another one")
      if !isInline { try match.require(try match.queues().contains(queue), "on another queue") }
    },
    SentenceForm("{promise} is skipped: it has settled already") { match, scene in
      guard case .handlerSkipped(_, let child, _)? = scene.event?.kind else {
        return try match.require(false, "nothing was skipped")
      }
      try match.require(try match.promise() == child, "another link was skipped")
      try match.require(scene.settlement(child) != nil, "it settles afterward")
    },
    SentenceForm("{promise} is skipped: the <what:value|error|cancellation> of {ref} is passed on")
    {
      match, scene in
      guard case .handlerSkipped(let parent, let child, let reason)? = scene.event?.kind else {
        return try match.require(false, "nothing was skipped")
      }
      try match.require(try match.promise() == child, "another link was skipped")
      try match.require(try match.promises("ref").contains(parent), "from another promise")
      let settlement = scene.settlement(parent)?.settlement
      let said = match.text("what")
      try match.require(
        (settlement?.outcome == .fulfilled) == (said == "value"), "the outcome is another one")
      try match.require(
        (reason == .cancellationPassesByPolicy) == (said == "cancellation"),
        "the reason is \(reason)")
      if said == "cancellation" {
        try match.require(settlement?.outcome == .cancelled, "nothing was cancelled")
      }
      try match.require(
        scene.record.settled[child]?.settlement.outcome == settlement?.outcome,
        "\(child) does not settle like that")
    },
    SentenceForm(
      "the handler of {promise} does not run: its <what:owner is gone|chain is cancelled>"
    ) {
      match, scene in
      guard case .handlerSkipped(_, let child, let reason)? = scene.event?.kind else {
        return try match.require(false, "nothing was skipped")
      }
      try match.require(try match.promise() == child, "another link was skipped")
      try match.require(
        reason == (match.text("what") == "owner is gone" ? .ownerGone : .chainCancelled),
        "the reason is \(reason)")
      try match.require(scene.job(child)?.job.started == nil, "it does run")
    },
  ]

  private static let adopting: [SentenceForm] = [
    SentenceForm(
      "{promise} adopts {ref}<end: and settles when it does|, which is already {outcome}>"
    ) {
      match, scene in
      guard case .adopted(let outer, let inner)? = scene.event?.kind else {
        return try match.require(false, "nothing was adopted")
      }
      try match.require(try match.promise() == outer, "another one adopts")
      try match.require(try match.promises("ref").contains(inner), "another one is adopted")
      if match.has("outcome") {
        try match.require(
          scene.settlement(inner)?.settlement.outcome.rawValue == match.text("outcome"), "it is not"
        )
      } else {
        try match.require(scene.settlement(inner) == nil, "it has already settled")
        if let later = scene.record.settled[outer], later.settlement.from == inner {
          try match.require(
            scene.record.settled[inner].map { $0.number < later.number } ?? false,
            "it does not settle before")
        }
      }
    },
    SentenceForm("{promise} handles the error of {ref}") { match, scene in
      guard case .errorHandled(let promise, let by)? = scene.event?.kind else {
        return try match.require(false, "nothing was handled")
      }
      try match.require(try match.promise() == by, "another one handles it")
      try match.require(try match.promises("ref").contains(promise), "the error of another one")
      let outcome = scene.settlement(promise)?.settlement.outcome
      try match.require(outcome == .rejected || outcome == .cancelled, "there is no error")
    },
  ]

  private static let ignoring: [SentenceForm] = [
    SentenceForm(
      "{promise} is <state:{outcome}|locked in|resolved>; <what:fulfilling|rejecting|cancelling|resolving> it[ at {text}] is ignored"
    ) { match, scene in
      guard case .resolutionIgnored(let promise, let site, let attempt)? = scene.event?.kind else {
        return try match.require(false, "nothing was ignored")
      }
      try match.require(try match.promise() == promise, "it was another one")
      let acts = ["fulfilled": "fulfilling", "rejected": "rejecting", "cancelled": "cancelling"]
      try match.require(
        match.text("what") == attempt.flatMap { acts[$0.rawValue] } ?? "resolving",
        "tried otherwise")
      let state = scene.settlement(promise)?.settlement.outcome.rawValue ?? "locked in"
      try match.require(match.text("state") == state, "it is \(state)")
      try match.require(match.text() == site?.fileAndLine.shown(40) ?? "", "at another place")
      try match.require(
        scene.settlement(promise) != nil || scene.adoption(promise) != nil, "it is still open")
    },
    SentenceForm("no handler for the error of {promise}[, from {ref}][: {text}]") { match, scene in
      guard case .errorUnhandled(let promise, let origin, let error)? = scene.event?.kind else {
        return try match.require(false, "no error is unhandled")
      }
      try match.require(try match.promise() == promise, "it is another one")
      try match.require(match.has("ref") == (origin != promise), "the origin is \(origin)")
      if match.has("ref") {
        try match.require(try match.promises("ref").contains(origin), "the origin is \(origin)")
      }
      try match.require(match.text() == error.shown(60), "the error is \(error)")
      try match.require(scene.record.handled[promise] == nil, "it is handled")
    },
  ]

  private static let freeing: [SentenceForm] = [
    SentenceForm(
      "{promise} is freed<end:: settled and no longer referenced|; {ref} settles in its place| while pending: it never settles| while pending; {text} can never settle>"
    ) { match, scene in
      guard case .deallocated(let promise, let state, let waiting)? = scene.event?.kind else {
        return try match.require(false, "nothing was freed")
      }
      try match.require(try match.promise() == promise, "it was another one")
      switch state {
      case .settled:
        try match.require(match.text("end").contains("no longer referenced"), "it has settled")
        try match.require(scene.settlement(promise) != nil, "it has not settled")
      case .forwarded(let outer):
        try match.require(try match.promises("ref").contains(outer), "\(outer) replaces it")
      case .pending:
        try match.require(match.text("end").contains("while pending"), "it is pending")
        try match.require(scene.neverSettles(promise), "it does settle")
        // Only a cancellation ends a wait for a promise that was freed.
        try match.require(
          waiting.allSatisfy {
            scene.record.settled[$0].map { $0.settlement.outcome == .cancelled } ?? true
          }, "one that waits settles")
        try match.require(match.has("text") == !waiting.isEmpty, "\(waiting) wait")
        if match.has("text") {
          let names = waiting.map(\.description)
          let shown = names.count <= 5 ? names.count : 4
          try match.require(
            match.text()
              == Language.english.list(Array(names.prefix(shown)), more: names.count - shown),
            "\(waiting) wait")
        }
      }
    }
  ]

  private static let declarations: [SentenceForm] = [
    SentenceForm(
      "'{text}' is <what:a serial queue: one job at a time|a concurrent queue: up to {n} job<|s> at a time|a concurrent queue: many jobs at a time|not a queue: jobs run inline, on the settling thread>[ <assumed:(assumed)>]"
    ) { match, scene in
      guard case .queueDeclared(_, let label, let kind, let assumed)? = scene.event?.kind else {
        return try match.require(false, "no queue was declared")
      }
      try match.require(match.text() == label.shown(32), "the queue is \(label)")
      try match.require(
        match.has("assumed") == assumed, "that it is assumed must be said, and nothing else")
      let said = match.text("what")
      switch kind {
      case .serial: try match.require(said.hasPrefix("a serial"), "it is serial")
      case .concurrent(let width?):
        try match.require(try match.number() == width, "its width is \(width)")
      case .concurrent: try match.require(said.contains("many"), "its width is unknown")
      case .immediate: try match.require(said.hasPrefix("not a queue"), "it is immediate")
      }
    },
    SentenceForm("thread {text} is named '{text2}'") { match, scene in
      guard case .threadNamed(let thread, let name)? = scene.event?.kind else {
        return try match.require(false, "no thread was named")
      }
      try match.require(
        match.text() == "\(thread)" && match.text("text2") == name.shown(32), "otherwise")
    },
    SentenceForm("the program notes: {text}") { match, scene in
      guard case .note(let text)? = scene.event?.kind else {
        return try match.require(false, "nothing was noted")
      }
      try match.require(match.text() == text.shown(120), "it noted \(text)")
    },
    SentenceForm("the source of {text} is recorded from line {n} on") { match, scene in
      guard case .sourceText(let file, let line, _)? = scene.event?.kind else {
        return try match.require(false, "no source was recorded")
      }
      try match.require(try match.text() == file.shown(60) && match.number() == line, "otherwise")
    },
    SentenceForm("what-if: {promise} {text}") { match, scene in
      guard case .intervened(let promise, let what)? = scene.event?.kind else {
        return try match.require(false, "nothing was changed")
      }
      try match.require(
        try match.promise() == promise && match.text() == what.shown(120), "otherwise")
    },
  ]
}
