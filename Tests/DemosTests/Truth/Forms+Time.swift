import PromiseGraph
import PromiseInsight
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
  static let time = SentenceForms("why", timeQuestions + outerRows + queueRow + ownRows)

  private static let timeQuestions: [SentenceForm] = [
    SentenceForm("Why so late? {promise} took {time} ms to settle") { match, scene in
      try match.require(
        "time", is: length(of: match, scene, until: scene.settlement(try match.asked())?.number))
      try match.require(scene.settlement(try match.asked()) != nil, "it has not settled")
    },
    SentenceForm("Where does the time go? {promise} has been pending for {time} ms") {
      match, scene in
      try match.require(scene.freed(try match.asked())?.isForwarded != true, "it was replaced")
      try requirePending(match, scene)
    },
    SentenceForm("Where did the time go? {promise} was pending for {time} ms") { match, scene in
      try match.require(scene.freed(try match.asked())?.isForwarded == true, "it is still pending")
      try requirePending(match, scene)
    },
    SentenceForm("no time has passed since it was created") { match, scene in
      guard let promise = match.subject, let created = scene.record.created[promise]?.number else {
        return
      }
      let end =
        scene.time(scene.settlement(promise)?.number ?? scene.freed(promise)?.number) ?? scene.now
      try match.require(end == scene.record.time(created), "time has passed")
    },
    SentenceForm("At the bottom of it:") { match, _ in
      try match.require(match.context.path.count != 1, "it depends on nothing else")
    },
  ]

  /// Checks that the promise has not settled, and for how long it has been pending.
  private static func requirePending(_ match: SentenceMatch, _ scene: EventScene) throws {
    let promise = try match.asked()
    try match.require(scene.settlement(promise) == nil, "it has settled")
    let end = scene.freed(promise).map { scene.record.time($0.number) } ?? scene.now
    try match.require(
      "time", is: scene.record.created[promise].map { end - scene.record.time($0.number) })
  }

  private static func length(of match: SentenceMatch, _ scene: EventScene, until end: Int?) throws
    -> Int64?
  {
    let created = scene.record.created[try match.promise()]?.number
    guard let created, let end else { return nil }
    return scene.record.time(end) - scene.record.time(created)
  }
}
