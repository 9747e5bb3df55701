import PromiseGraph
import PromiseKitLite

/// The answers to where the time of a promise went. The length of a row is in the columns before it: ``TimeRow``
/// holds it against the events.
struct TimeRow: Sendable {
  /// The length in the row, in tenths of a millisecond, and its share in percent; 0 is less than one.
  var tenths: Int
  var percent: Int

  /// Reads the columns before a row: `  8.0 ms    4%  `.
  init?(_ lead: String) {
    let words = lead.split(separator: " ")
    guard words.count == 3, words[1] == "ms",
      let share = words[2] == "<1%" ? 0 : Int(words[2].dropLast()), words[2].hasSuffix("%"),
      let point = words[0].lastIndex(of: "."), let whole = Int(words[0][..<point]),
      let tenth = Int(words[0][words[0].index(after: point)...])
    else { return nil }
    (tenths, percent) = (whole * 10 + tenth, share)
  }
}

extension SentenceForms {
  static let time = SentenceForms("why", timeQuestions + rows + bottom)

  private static let timeQuestions: [SentenceForm] = [
    SentenceForm("Why so late? {promise} took {time} ms to settle") { match, scene in
      try match.require(
        "time", is: length(of: match, scene, until: scene.settlement(try match.promise())?.number))
      try match.require(scene.settlement(try match.promise()) != nil, "it has not settled")
    },
    SentenceForm("Where does the time go? {promise} has been pending for {time} ms") {
      match, scene in
      let promise = try match.promise()
      try match.require(scene.settlement(promise) == nil, "it has settled")
      let end = scene.freed(promise).map { scene.record.time($0.number) } ?? scene.now
      try match.require(
        "time", is: scene.record.created[promise].map { end - scene.record.time($0.number) })
    },
    SentenceForm("no time has passed since it was created") { match, scene in
      guard let promise = match.subject, let created = scene.record.created[promise]?.number else {
        return
      }
      let end =
        scene.time(scene.settlement(promise)?.number ?? scene.freed(promise)?.number) ?? scene.now
      try match.require(end == scene.record.time(created), "time has passed")
    },
    SentenceForm("At the bottom of it:") { _, _ in },
  ]

  private static func length(of match: SentenceMatch, _ scene: EventScene, until end: Int?) throws
    -> Int64?
  {
    let created = scene.record.created[try match.promise()]?.number
    guard let created, let end else { return nil }
    return scene.record.time(end) - scene.record.time(created)
  }

  /// Requires that a promise is one on the path of the promise that is asked about.
  private static func requirePath(_ name: String, _ match: SentenceMatch, _ scene: EventScene)
    throws
  {
    guard let subject = match.subject else { return }
    let promise = try match.promise(name)
    try match.require(scene.path(of: subject).contains(promise), "\(promise) is not on its path")
  }

  private static let rows: [SentenceForm] = [
    SentenceForm("[{promise2}, ]waiting for {promise}[, which it adopted]") { match, scene in
      try requirePath("promise", match, scene)
      guard match.has("promise2") || match.subject != nil else { return }
      let waiter = try match.has("promise2") ? match.promise("promise2") : match.subject
      guard let waiter else { return }
      try match.require(
        scene.causes(of: waiter).contains(try match.promise()), "it did not wait for that")
    },
    SentenceForm("[{promise2}, ]waiting for its inputs[: the <which:next is|last was> {promise}]") {
      match, scene in
      let fanIn = try match.has("promise2") ? match.promise("promise2") : match.subject
      guard let fanIn else { return }
      try match.require(scene.isFanIn(fanIn), "it has no inputs")
      guard match.has("promise") else { return }
      let input = try match.promise()
      try match.require(scene.inputs(fanIn).contains(input), "that is not its input")
      if match.text("which") == "next is" {
        try match.require(
          scene.settlement(input) == nil || scene.rest.isEmpty == false, "it has settled")
      } else {
        let decisive = scene.settlement(fanIn)?.settlement.from
        let last = scene.arrivals(fanIn).last { !$0.isIgnored }?.input
        try match.require(input == decisive ?? last, "another was last")
      }
    },
    SentenceForm(
      "[{promise2}, ]waiting in queue {queue}[, behind <what:{n} job<|s>|{job}[ and {n} job<|s>]>]"
    ) {
      match, scene in
      let promise = try match.has("promise2") ? match.promise("promise2") : match.subject
      guard let promise, let job = scene.job(promise)?.job, let enqueued = job.enqueued else {
        return
      }
      try match.require(
        try match.queues().contains(job.queue), "it waits on \(scene.label(job.queue))")
      let then = EventScene(scene.record, at: enqueued)
      let before = then.line(of: job.queue).count - 1
      if match.has("n") {
        try match.require(try match.number() == before, "\(before) were before it")
      }
      if match.has("job") {
        let holders = then.running(on: job.queue)
        let said = try match.job(in: scene) { job in
          holders.contains { $0.job.started == job.started }
        }
        try match.require(holders.contains { $0.id == said.id }, "another one ran")
      }
    },
    SentenceForm("running <place:inline|on {queue}>[: {job}]") { match, scene in
      let job =
        try match.has("job")
        ? match.job(in: scene).job : match.subject.flatMap { scene.job($0)?.job }
      if let job { try checkPlace(of: job, match, scene) }
    },
    SentenceForm("running its body") { match, scene in
      if let subject = match.subject {
        try match.require(scene.record.bodies[subject] != nil, "it has none")
      }
    },
    SentenceForm("waiting for its timer") { match, scene in
      if let subject = match.subject {
        try match.require(!scene.timers(of: subject).isEmpty, "it has none")
      }
    },
    SentenceForm("until its resolver was called") { match, scene in
      guard let subject = match.subject else { return }
      try match.require(hasResolver(subject, scene), "it has none")
    },
    SentenceForm("until its handler was queued") { _, _ in },
  ]

  private static func hasResolver(_ promise: PromiseID, _ scene: EventScene) -> Bool {
    scene.operation(promise).map { [.body, .pending, .thenResolving].contains($0) } ?? false
  }

  private static let bottom: [SentenceForm] = [
    SentenceForm("running: the body of {promise}") { match, scene in
      try requirePath("promise", match, scene)
      try match.require(scene.record.bodies[try match.promise()] != nil, "it has none")
    },
    SentenceForm("the timer of {promise}") { match, scene in
      try requirePath("promise", match, scene)
      try match.require(!scene.timers(of: try match.promise()).isEmpty, "it has none")
    },
    SentenceForm("until the resolver of {promise} was called") { match, scene in
      try requirePath("promise", match, scene)
      try match.require(hasResolver(try match.promise(), scene), "it has none")
    },
    SentenceForm("until the handler of {promise} was queued") { match, scene in
      try requirePath("promise", match, scene)
    },
    SentenceForm("in {n} shorter steps") { match, scene in
      try match.require(try match.number() > 0, "there are none")
    },
  ]
}
