import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite

extension TruthChecker {
  /// Judges why every promise is as it is, at the given events, and why pairs of handlers ran in their order.
  mutating func checkWhy(at numbers: some Sequence<Int>, pairs: Int = 6) {
    let known = history.graph(at: history.last)
    for number in numbers {
      let graph = history.graph(at: number)
      let scene = EventScene(record, at: number)
      for node in graph.promises {
        let explanation = graph.explanation(of: node.id, in: history, ahead: known)
        checkWhy(node.id, explanation, scene)
      }
      checkOrders(in: graph, scene, atMost: pairs)
      for queue in record.queues.keys.sorted() {
        let forms = SentenceForms.queue(queue)
        let explanation = graph.explanation(of: queue, now: scene.now, known: known)
        for line in explanation.lines { judge(line.text, forms, scene) }
      }
    }
  }

  /// Judges why a promise is as it is.
  mutating func checkWhy(
    _ promise: PromiseID, _ explanation: Explanation, _ scene: EventScene
  ) {
    checkShape(of: explanation, scene)
    let path = scene.cameFrom(promise)
    let pending = scene.settlement(promise) == nil ? scene.path(of: promise) : path
    var rows: [TimeRow] = []
    for (number, section) in explanation.sections.enumerated() {
      let now = moment(of: section, scene)
      let forms =
        now == nil ? SentenceForms.why(settled: scene.settlement(promise) != nil) : .whyThen
      for (place, line) in section.enumerated() {
        var context = SentenceContext(subject: promise, path: path)
        if !line.lead.isEmpty {
          guard let row = TimeRow(line.lead) else {
            find("\"\(line.lead)\" is no length", scene)
            continue
          }
          rows.append(row)
          (context.row, context.start) = (row, line.event)
        }
        // The last line about an earlier moment says how it went on.
        let isThen = place > 0 && !(line.kind == .detail && place == section.count - 1)
        judge(line.text, forms, isThen ? now ?? scene : scene, tagged: context)
        checkPlace(of: line, on: number == 0 ? pending : path, of: promise, scene)
      }
      checkWay(section, now ?? scene)
      checkSum(of: rows, of: promise, scene)
      rows = []
    }
  }

  /// The moment that a section is about, if it is not the present one.
  private func moment(of section: [Explanation.Line], _ scene: EventScene) -> EventScene? {
    guard let question = section.first?.text, question.hasPrefix("What did "),
      let limit = scene.mentions(question).last,
      let fired = scene.timers(of: limit).last(where: { scene.past($0.fired) != nil })?.fired
    else { return nil }
    return EventScene(record, at: fired)
  }

  /// An explanation begins with a question, answers it, and ends.
  private mutating func checkShape(of explanation: Explanation, _ scene: EventScene) {
    let reason = explanation.lines.dropFirst().prefix { $0.kind != .question }
    guard explanation.lines.count < 100, explanation.lines.first?.kind == .question,
      reason.contains(where: { $0.kind == .answer })
    else { return find("no question with an answer:\n\(explanation.text)", scene) }
  }

  /// Judges a sentence without the words that put it at the top, and its tag.
  mutating func judge(
    _ text: String, _ forms: SentenceForms, _ scene: EventScene, tagged context: SentenceContext
  ) {
    let text = Explanation.withoutLead(text)
    guard text.hasSuffix(")"), let tag = text.range(of: " (tag ", options: .backwards) else {
      return judge(text, forms, scene, context)
    }
    let sentence = String(text[..<tag.lowerBound])
    judge(sentence, forms, scene, context)
    let said = String(text[tag.upperBound...].dropLast())
    let mentions = scene.mentions(sentence)
    let about = sentence.contains(" created ") ? mentions.dropFirst().first : mentions.first
    let own = context.subject.flatMap { scene.creation($0)?.tag }
    let other = about.flatMap { scene.creation($0)?.tag }
    if other?.shown(24) != said || own == other {
      find("\"\(text)\": the tag is \(other ?? "none")", scene)
    }
  }

  /// A line leads to a promise that exists and lies on the path of the one that is asked about, and to an event
  /// that has happened.
  private mutating func checkPlace(
    of line: Explanation.Line, on path: Set<PromiseID>, of promise: PromiseID,
    _ scene: EventScene
  ) {
    if let number = line.event, !(1...scene.number).contains(number) {
      find("\"\(line.text)\" leads to event \(number)", scene)
    }
    guard let other = line.promise, line.kind != .detail, line.lead.isEmpty else { return }
    if !path.contains(other) {
      find("\"\(line.text)\": \(other) is not on the path of \(promise)", scene)
    }
  }

  /// Each step goes on from the one before it: both mention one promise, or the step is about an input of it.
  private mutating func checkWay(_ section: [Explanation.Line], _ scene: EventScene) {
    var above: [(depth: Int, mentions: [PromiseID])] = []
    var previous: Explanation.Line?
    for line in section.dropFirst() where line.lead.isEmpty && line.kind != .question {
      let mentions = scene.mentions(line.text)
      guard line.kind != .detail, !line.text.hasPrefix("it began here: "),
        !line.text.hasPrefix("in the end: ")
      else {
        // After steps that are left out, it goes on anywhere.
        if line.text.hasPrefix("... ") { (above, previous) = ([], nil) }
        continue
      }
      if let previous, !goesOn(from: previous.text, to: line.text, scene) {
        find("a step is missing before \"\(line.text)\"", scene)
      }
      previous = line
      let before = above.filter { $0.depth < line.depth || $0.depth >= 8 }
      above.append((line.depth, mentions))
      guard let last = before.last else { continue }
      let near = last.depth >= 8 ? Set(before.flatMap(\.mentions)) : Set(last.mentions)
      if near.isDisjoint(with: mentions),
        !near.contains(where: { !Set(scene.inputs($0)).isDisjoint(with: mentions) })
      {
        find("\"\(line.text)\" does not go on from what is above it", scene)
      }
    }
  }

  /// Whether the outcome that one step names is the one that the next step is about.
  private func goesOn(from one: String, to next: String, _ scene: EventScene) -> Bool {
    let (mentions, subject) = (scene.mentions(one), scene.mentions(next).first)
    if one.contains(" got it from ") || one.contains(" passed on what it got from ") {
      return mentions.count > 1 && mentions[1] == subject
    }
    if one.contains(", given ") || one.contains(", after ") { return mentions.last == subject }
    guard next.contains(" created "), !one.contains(" was resolved at ") else { return true }
    return scene.mentions(next).dropFirst().first == mentions.first
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
      find("the time of \(promise) is \(whole), its parts \(sum)", scene)
    }
    let percent = rows.reduce(0) { $0 + $1.percent }
    if percent < 100 - rows.count || percent > 100 {
      find("the time of \(promise) adds up to \(percent) %", scene)
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
      let context = SentenceContext(pair: [order.first, order.second])
      for line in order.explanation.lines { judge(line.text, .order, scene, context) }
      if case .otherwise(let event) = order.verdict, record.event(event) == nil {
        find("the order leads to event \(event)", scene)
      }
    }
  }
}

extension Explanation {
  /// The lines of each question, with the question.
  fileprivate var sections: [[Line]] {
    var sections: [[Line]] = []
    for line in lines {
      if line.kind == .question || sections.isEmpty { sections.append([]) }
      sections[sections.count - 1].append(line)
    }
    return sections
  }

  /// The answer that is repeated at the top has a lead.
  fileprivate static func withoutLead(_ text: String) -> String {
    for lead in ["in the end: ", "it began here: "] where text.hasPrefix(lead) {
      return String(text.dropFirst(lead.count))
    }
    return text
  }
}

extension EventScene {
  /// The promises that a sentence mentions with their names, in order.
  func mentions(_ sentence: String) -> [PromiseID] {
    var (promises, rest) = ([PromiseID](), Substring(sentence))
    while let start = rest.firstIndex(of: "p") {
      rest = rest[start...]
      let number = Int(rest.dropFirst().prefix { $0.isASCII && $0.isNumber })
      let name = number.map { self.name(PromiseID($0)) } ?? "p"
      if let number, rest.hasPrefix(name) { promises.append(PromiseID(number)) }
      rest = rest.dropFirst(rest.hasPrefix(name) ? name.count : 1)
    }
    return promises
  }
}

extension SentenceForms {
  private static let pendingWhy = SentenceForms("why", waiting.forms + blocked + time.forms)
  private static let settledWhy = SentenceForms(
    "why", origin.forms + waiting.forms.filter { $0.template.hasPrefix("...") } + time.forms)
  /// What was waited for at an earlier moment, and what became of it.
  static let whyThen = SentenceForms("why", waiting.forms + origin.forms)

  /// The forms of why a promise has settled, or why it has not.
  static func why(settled: Bool) -> SentenceForms { settled ? settledWhy : pendingWhy }
}
