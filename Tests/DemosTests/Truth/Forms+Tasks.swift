import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What is said of tasks, and of promises whose tasks await others.
extension SentenceForms {
  /// A task with its number and its name, or the promise for which a task works.
  private static let who = "<who:task {id}[ '{text4}']|the body of {promise3}>"

  /// Or a task of which nothing is known.
  private static let whoOrTask = "<who:a task|task {id}[ '{text4}']|the body of {promise3}>"

  /// The node that awaits; `nil` if it is only said that a task does.
  private static func awaiter(_ match: SentenceMatch) throws -> PromiseID? {
    if match.has("id") { return try match.promise("id") }
    return match.has("promise3") ? try match.promise("promise3") : nil
  }

  /// The node has the name that is said.
  private static func checkName(_ match: SentenceMatch, _ scene: EventScene) throws {
    guard match.has("id") else { return }
    let task = try match.promise("id")
    try match.require(scene.isTask(task), "it is no task")
    let label = scene.creation(task)?.label?.shown(24) ?? ""
    try match.require(match.text("text4") == label, "its name is \(label)")
  }

  private static func checkQueue(
    _ wait: EventRecord.Wait, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard match.has("queue") else {
      return try match.require(wait.queue == nil, "it is on a queue")
    }
    try match.require(
      try wait.queue.map(match.queues().contains) == true, "it is on another queue")
  }

  // MARK: - Events

  static let taskEvents: [SentenceForm] = [
    SentenceForm("\(who) appears: it awaits its first promise") { match, scene in
      guard case .created(let creation)? = scene.event?.kind else {
        return try match.require(false, "nothing was created")
      }
      try match.require(try creation.promise == match.promise("id"), "another one was")
      try checkName(match, scene)
    },
    SentenceForm("\(whoOrTask) awaits {promise}[ on {queue}][ at {text}]") { match, scene in
      guard case .awaitBegan(let promise, let by, _)? = scene.event?.kind else {
        return try match.require(false, "no task begins to await")
      }
      try match.require(try match.promise() == promise && awaiter(match) == by, "another one")
      try checkName(match, scene)
      guard let by else { return }
      try scene.openAwaits(by: by).last.map { try checkQueue($0, match, scene) }
    },
    SentenceForm(
      "\(whoOrTask) continues: its 'await' of {promise} <how:returns the value|throws the error>"
    ) { match, scene in
      guard case .awaitEnded(let promise, .settled, let by)? = scene.event?.kind else {
        return try match.require(false, "no task continues")
      }
      try match.require(try match.promise() == promise && awaiter(match) == by, "another one")
      let isError = match.text("how").hasPrefix("throws")
      try match.require(
        (scene.settlement(promise)?.settlement.outcome == .rejected) == isError, "it does not")
    },
    SentenceForm("\(whoOrTask) was cancelled, and no longer awaits {promise}") { match, scene in
      guard case .awaitEnded(let promise, .cancelled, let by)? = scene.event?.kind else {
        return try match.require(false, "no task was cancelled")
      }
      try match.require(try match.promise() == promise && awaiter(match) == by, "another one")
    },
    SentenceForm("\(whoOrTask) continues: {promise} can never settle") { match, scene in
      guard case .awaitEnded(let promise, .abandoned, let by)? = scene.event?.kind else {
        return try match.require(false, "no await was abandoned")
      }
      try match.require(try match.promise() == promise && awaiter(match) == by, "another one")
    },
    SentenceForm("\(who) has awaited nothing for a long time, and is no longer followed") {
      match, scene in
      guard case .deallocated(let task, .settled, _)? = scene.event?.kind else {
        return try match.require(false, "it is followed")
      }
      try match.require(try match.promise("id") == task, "another one")
      try match.require(scene.openAwaits(by: task).isEmpty, "it awaits something")
    },
  ]

  // MARK: - Why

  static let taskReasons: [SentenceForm] = [
    SentenceForm("What does \(who) await?") { match, scene in
      let task = try match.promise("id")
      try match.require(match.subject == task && scene.isTask(task), "it is another one")
    },
    SentenceForm("\(who) awaits {promise}[ on {queue}][ at {text}]") { match, scene in
      guard let by = try awaiter(match) else { return }
      let promise = try match.promise()
      guard let wait = scene.openAwaits(by: by).last, wait.promise == promise else {
        return try match.require(false, "it does not")
      }
      try checkName(match, scene)
      try checkQueue(wait, match, scene)
    },
    SentenceForm("\(who) has been awaiting it since {time}") { match, scene in
      guard let by = try awaiter(match) else { return }
      let open = scene.openAwaits(by: by).filter { $0.promise == match.subject }
      try match.require("time", is: scene.time(open.last?.began))
    },
    SentenceForm("{promise} awaits nothing: it runs, or has ended") { match, scene in
      let task = try match.promise()
      try match.require(
        scene.isTask(task) && scene.openAwaits(by: task).isEmpty, "it awaits something")
    },
    SentenceForm(
      "it <how:was cancelled at {time}, while it awaited {promise}|awaited {promise} until {time}>"
    ) { match, scene in
      guard let subject = match.subject else { return }
      let ended = scene.awaits(by: subject).filter { scene.past($0.ended) != nil }
      guard let last = ended.max(by: { $0.began < $1.began }), let end = last.ended else {
        return try match.require(false, "no await of it has ended")
      }
      try match.require(try match.promise() == last.promise, "the last one was another")
      try match.require("time", is: scene.time(end))
      try checkCancelled(end, match.text("how").hasPrefix("was"), match, scene)
    },
  ]

  private static func checkCancelled(
    _ number: Int, _ isSaid: Bool, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    guard case .awaitEnded(_, let ending, _)? = scene.record.event(number)?.kind else { return }
    try match.require((ending == .cancelled) == isSaid, "it ended otherwise")
  }

  // MARK: - Panes

  private static func row(
    _ template: String,
    _ check: @escaping @Sendable (PromiseID, SentenceMatch, EventScene) throws -> Void
  ) -> SentenceForm {
    SentenceForm(template) { match, scene in
      guard let subject = match.subject else { return try match.require(false, "no promise") }
      try check(subject, match, scene)
    }
  }

  static let taskRows: [SentenceForm] = [
    row("<verb:awaits|awaited by>: {id} {text} since {time}[ on {queue}]") {
      promise, match, scene in
      let other = try match.promise("id")
      let isBy = match.text("verb") != "awaits"
      let open = scene.openAwaits(by: isBy ? other : promise)
      guard let wait = open.last(where: { $0.promise == (isBy ? promise : other) }) else {
        return try match.require(false, "it does not")
      }
      try match.require("time", is: scene.time(wait.began))
      try checkQueue(wait, match, scene)
    },
    row("awaited: {id} {text} until {time}") { promise, match, scene in
      try checkEnded(promise, isCancelled: false, match, scene)
    },
    row("cancelled: awaiting {id} {text}, at {time}") { promise, match, scene in
      try checkEnded(promise, isCancelled: true, match, scene)
    },
    row("now: awaits nothing: it runs, or has ended") { promise, match, scene in
      try match.require(
        scene.isTask(promise) && scene.openAwaits(by: promise).isEmpty, "it awaits something")
    },
  ]

  private static func checkEnded(
    _ task: PromiseID, isCancelled: Bool, _ match: SentenceMatch, _ scene: EventScene
  ) throws {
    let ended = scene.awaits(by: task).filter { scene.past($0.ended) != nil }
    guard let last = ended.max(by: { $0.began < $1.began }), let end = last.ended else {
      return try match.require(false, "no await of it has ended")
    }
    try match.require(try match.promise("id") == last.promise, "the last one was another")
    if match.has("time") { try match.require("time", is: scene.time(end)) }
    try checkCancelled(end, isCancelled, match, scene)
  }

  static let taskCells: [SentenceForm] = [
    row("<verb:awaits|for> {id}[ since {time}]") { promise, match, scene in
      let open = scene.openAwaits(by: promise)
      guard let wait = open.last, try wait.promise == match.promise("id") else {
        return try match.require(false, "it does not")
      }
      if match.has("time") { try match.require("time", is: scene.time(wait.began)) }
    },
    row("awaited {id}[ until {time}]") { promise, match, scene in
      try checkEnded(promise, isCancelled: false, match, scene)
    },
    row("cancelled[ at {time}], awaiting {id}") { promise, match, scene in
      try checkEnded(promise, isCancelled: true, match, scene)
    },
    row("awaits nothing") { promise, match, scene in
      try match.require(
        scene.isTask(promise) && scene.openAwaits(by: promise).isEmpty, "it awaits something")
    },
  ]

  static let taskLines: [SentenceForm] = [
    SentenceForm("{text3} awaits {text4} {text2} since {text}") { match, scene in
      let open = scene.record.awaits.filter {
        $0.began <= scene.number && scene.past($0.ended) == nil
      }
      let fits = open.contains { wait in
        match.text("text4").hasPrefix("\(wait.promise) ")
          && wait.by.map { match.text("text3").hasPrefix("\($0) ") } == true
      }
      try match.require(fits, "it does not")
    }
  ]
}
