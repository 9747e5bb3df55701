import PromiseGraph
import PromiseKitLite

/// Holds what is said about a run against its events.
struct TruthChecker {
  let record: EventRecord
  private(set) var history = History()
  /// What is false, or has a form that no one knows.
  private(set) var findings: [String] = []
  /// How many sentences were looked at.
  private(set) var sentences = 0
  /// Whether the true sentences are kept, and those that were.
  var collects = false
  private(set) var collected:
    [(sentence: String, forms: SentenceForms, scene: EventScene, subject: PromiseID?)] = []

  init(_ events: [PromiseEvent]) {
    record = EventRecord(events)
    history.append(contentsOf: events)
    history.flush()
  }

  /// Judges a sentence.
  mutating func judge(
    _ sentence: String, _ forms: SentenceForms, _ scene: EventScene, about subject: PromiseID? = nil
  ) {
    sentences += 1
    if let finding = forms.finding(sentence, in: scene, about: subject) {
      findings.append(finding)
    } else if collects {
      collected.append((sentence, forms, scene, subject))
    }
  }

  /// Judges the sentence and the rule of each event.
  mutating func checkNarration() {
    var graph = Graph()
    for event in record.events {
      graph.apply(event)
      let narration = Narration(event, in: graph)
      let scene = EventScene(record, at: event.sequence)
      judge(narration.sentence, .events, scene)
      if let rule = narration.rule { judge(rule, .rules, scene) }
    }
  }

  /// Judges the captions of playback.
  mutating func checkPlayback() {
    var after = 0
    for beat in BeatPlan(history).beats {
      defer { after = max(after, beat.events.upperBound) }
      guard !beat.caption.isEmpty else { continue }
      let isWait = beat.kind == .wait && beat.caption.hasPrefix("+")
      let scene = EventScene(
        record, at: isWait ? beat.events.lowerBound : beat.events.upperBound)
      judge(beat.caption, .playback(PlayedBeat(beat: beat, after: after)), scene)
    }
  }
}

// MARK: - Why

extension TruthChecker {
  /// Judges why every promise is as it is, at the given events, and why pairs of handlers ran in their order.
  mutating func checkWhy(at numbers: some Sequence<Int>, pairs: Int = 6) {
    let known = history.graph(at: history.last)
    for number in numbers {
      let graph = history.graph(at: number)
      let scene = EventScene(record, at: number)
      for node in graph.promises {
        checkWhy(node.id, in: graph, known, scene)
      }
      checkOrders(in: graph, scene, atMost: pairs)
      for queue in record.queues.keys.sorted() {
        let forms = SentenceForms.queue(queue)
        let explanation = graph.explanation(of: queue, now: scene.now, known: known)
        for line in explanation.lines { judge(line.text, forms, scene) }
      }
    }
  }

  private mutating func checkWhy(
    _ promise: PromiseID, in graph: Graph, _ known: Graph, _ scene: EventScene
  ) {
    let explanation = graph.explanation(of: promise, in: history, ahead: known)
    let forms = scene.settlement(promise) == nil ? SentenceForms.why.0 : SentenceForms.why.1
    checkShape(of: explanation, scene)
    let path = scene.path(of: promise)
    var rows: [TimeRow] = []
    for line in explanation.lines {
      if line.kind == .question {
        checkSum(of: rows, of: promise, scene)
        rows = []
      }
      if !line.lead.isEmpty {
        guard let row = TimeRow(line.lead) else {
          findings.append("why at event \(scene.number): \"\(line.lead)\" is no length")
          continue
        }
        rows.append(row)
      }
      judge(Self.withoutLead(line.text), forms, scene, about: promise)
      checkPlace(of: line, on: path, of: promise, scene)
    }
    checkSum(of: rows, of: promise, scene)
  }

  /// An explanation begins with a question, answers it, and ends.
  private mutating func checkShape(of explanation: Explanation, _ scene: EventScene) {
    let reason = explanation.lines.dropFirst().prefix { $0.kind != .question }
    guard explanation.lines.count < 100, explanation.lines.first?.kind == .question,
      reason.contains(where: { $0.kind == .answer })
    else {
      findings.append(
        "why at event \(scene.number): no question with an answer:\n\(explanation.text)")
      return
    }
  }

  /// The answer that is repeated at the top has a lead.
  static func withoutLead(_ text: String) -> String {
    for lead in ["in the end: ", "it began here: "] where text.hasPrefix(lead) {
      return String(text.dropFirst(lead.count))
    }
    return text
  }

  /// A line leads to a promise that exists and lies on the path of the one that is asked about, and to an event
  /// that has happened.
  private mutating func checkPlace(
    of line: Explanation.Line, on path: Set<PromiseID>, of promise: PromiseID,
    _ scene: EventScene
  ) {
    if let number = line.event, !(1...scene.number).contains(number) {
      findings.append("why at event \(scene.number): \"\(line.text)\" leads to event \(number)")
    }
    guard let other = line.promise, line.kind != .detail, line.lead.isEmpty else { return }
    if !path.contains(other) {
      findings.append(
        "why at event \(scene.number): \"\(line.text)\": \(other) is not on the path of \(promise)")
    }
  }

  /// The parts of the time add up to all of it.
  private mutating func checkSum(of rows: [TimeRow], of promise: PromiseID, _ scene: EventScene) {
    guard !rows.isEmpty, let created = record.created[promise]?.number else { return }
    let end =
      scene.time(scene.settlement(promise)?.number ?? scene.freed(promise)?.number) ?? scene.now
    let whole = Int((end - record.time(created)) / 100_000)
    let sum = rows.reduce(0) { $0 + $1.tenths }
    // Each row is rounded toward zero.
    if sum > whole || sum < whole - rows.count {
      findings.append(
        "why at event \(scene.number): the time of \(promise) is \(whole), its parts \(sum)")
    }
    let percent = rows.reduce(0) { $0 + $1.percent }
    if percent < 100 - rows.count || percent > 100 {
      findings.append(
        "why at event \(scene.number): the time of \(promise) adds up to \(percent) %")
    }
  }

  private mutating func checkOrders(in graph: Graph, _ scene: EventScene, atMost count: Int) {
    let promises = graph.promises.map(\.id)
    guard promises.count > 1 else { return }
    for pair in 0..<count {
      // Spread over all pairs, the same for the same run.
      let one = promises[(pair * 7 + scene.number) % promises.count]
      let other = promises[(pair * 13 + scene.number * 3 + 1) % promises.count]
      let order = OrderOfTwo(one, other, in: graph, history: history)
      for line in order.explanation.lines { judge(line.text, .order, scene) }
      if case .otherwise(let event) = order.verdict, record.event(event) == nil {
        findings.append("order at event \(scene.number): there is no event \(event)")
      }
    }
  }
}

extension SentenceForms {
  /// The forms of why a promise is pending, and of why it has settled.
  static let why = (
    SentenceForms("why", waiting.forms + time.forms),
    SentenceForms(
      "why", origin.forms + waiting.forms.filter { $0.template.hasPrefix("...") } + time.forms)
  )
}
