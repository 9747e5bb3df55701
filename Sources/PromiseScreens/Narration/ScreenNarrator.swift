package import PromiseEvents
package import PromiseGraph
package import PromiseInsight

/// Describes the content of the screens in sentences, one after the other, for screen readers: printed text
/// is never overwritten.
///
/// It remembers what it has described; after each change it returns what is new.
package struct ScreenNarrator {
  /// What was described last: the list of demos, or a run.
  private var subject: Subject
  /// The last narrated event.
  private var playhead = 0
  private var selection: PromiseID?
  private var notice: String?
  /// The last reported failure of a watched program.
  private var trouble: BuildFailure?
  private var teller = EventTeller()

  private enum Subject: Hashable {
    /// Nothing yet; the list of demos, or a demo that is being opened, comes first.
    case nothing, opening
    case demos
    case run(String)
  }

  /// The most events narrated for one step; of more, only the last one is.
  private static let mostEvents = 200

  /// Creates a narrator for a program that starts with the list of demos, or with one of them.
  package init(opensDemo: Bool = false) { subject = opensDemo ? .opening : .nothing }

  /// Whether a demo is being opened, so that there is nothing to describe yet.
  var isWaiting: Bool { subject == .opening }

  /// Notes that a key was pressed, so that the same notice may be repeated.
  package mutating func keyPressed() { notice = nil }

  /// Returns sentences about what has changed since the last call.
  package mutating func sentences(for state: State) -> [String] {
    var lines: [String] = []
    if let run = state.run {
      lines += opening(run, state.language)
      lines += movement(run, state.language)
      lines += choice(run, state.language)
    } else if subject != .demos, !isWaiting {
      subject = .demos
      lines += Self.list(state.demos, state.language)
    }
    let failures = newFailure(state)
    lines += failures
    if failures.isEmpty, let text = state.notice, text != notice {
      lines.append(sentence(text, state.language))
    }
    notice = state.notice
    if let problem = state.prompt?.problem {
      lines.append(sentence(problem, state.language))
    }
    return lines
  }

  /// Returns a new failure of a watched program.
  private mutating func newFailure(_ state: State) -> [String] {
    defer { trouble = state.watching?.trouble }
    guard let trouble = state.watching?.trouble, trouble != self.trouble else { return [] }
    let places = trouble.diagnostics.prefix(Self.mostDiagnostics).map(\.sentence)
    return ([trouble.headline] + places + trouble.advice + trouble.output).filter { !$0.isEmpty }
      .map { sentence($0, state.language) }
  }

  /// The most compiler errors that are reported.
  private static let mostDiagnostics = 20

  /// Returns the demos by number.
  private static func list(_ demos: [RunDescriptor], _ language: Language) -> [String] {
    [language.text("There are \(demos.count) demos.")]
      + demos.enumerated().map {
        sentence("\($0 + 1), \($1.name): \($1.topic(language))", language)
      }
  }

  private mutating func opening(_ run: Run, _ language: Language) -> [String] {
    guard subject != .run(run.demo.name) || run.playhead < run.history.base else { return [] }
    subject = .run(run.demo.name)
    playhead = run.history.base
    selection = nil
    teller = EventTeller(language)
    let length = run.prediction.map {
      language.text("It is simulated; \($0.last) events, if no other choice is made.")
    }
    let kind =
      run.real
      ? language.text("It runs on real queues.") : length ?? language.text("It is simulated.")
    return [sentence("\(run.demo.name): \(run.demo.topic(language))", language), kind]
  }

  /// Returns the events that the playhead has passed, or where it has moved.
  private mutating func movement(_ run: Run, _ language: Language) -> [String] {
    defer { playhead = run.playhead }
    guard run.playhead != playhead else { return [] }
    guard run.playhead > playhead else {
      teller = EventTeller(language)
      guard let event = run.history[run.playhead] else {
        return [language.text("Back at the start, before the first event.")]
      }
      return [language.text("Back at event \(run.playhead).")] + teller.lines(event, in: run.graph)
    }
    let count = run.playhead - playhead
    guard count <= Self.mostEvents else {
      teller = EventTeller(language)
      let last = run.history[run.playhead].map { teller.lines($0, in: run.graph) } ?? []
      return [language.text("Forward over \(count) events to event \(run.playhead).")] + last
    }
    var graph = run.history.graph(at: playhead)
    var lines: [String] = []
    for number in playhead + 1...run.playhead {
      guard let event = run.history[number] else { continue }
      graph.apply(event)
      lines += teller.lines(event, in: graph)
    }
    return lines
  }

  /// Returns a description of a newly selected promise.
  private mutating func choice(_ run: Run, _ language: Language) -> [String] {
    defer { selection = run.selection }
    guard let id = run.selection, id != selection else { return [] }
    return [Self.description(of: id, in: run.graph, language)]
  }

  /// Returns a promise and its state as a sentence.
  static func description(
    of id: PromiseID, in graph: Graph, _ language: Language = .english
  ) -> String {
    guard let node = graph[id] else {
      return sentence(language.text("\(id) does not exist yet"), language)
    }
    let colon = language.text(": ")
    let value = (node.settlement?.description).map { $0.isEmpty ? "" : colon + $0 } ?? ""
    let state = language.text("\(graph.plainName(of: id)) is \(node.stateWords(in: language))")
    return sentence(state + value, language)
  }
}

/// Returns `text` as a sentence: capitalized if it starts with a word, and with a full stop.
func sentence(_ text: String, _ language: Language = .english) -> String {
  let text = sanitized(text)
  guard language == .english else {
    return text.last.map { "。？：.?:".contains($0) } == true ? text : text + language.text(".")
  }
  // The names of promises and demos are not capitalized.
  let first = text.prefix { $0.isLetter }
  let begins = first.endIndex < text.endIndex && text[first.endIndex] == " " && first.count > 0
  let start = begins ? text.prefix(1).uppercased() + text.dropFirst() : text
  return start.last.map { ".?:".contains($0) } == true ? start : start + "."
}

/// Describes events in sentences, with time and turn when they change.
package struct EventTeller {
  private var place: Place?

  private struct Place: Hashable {
    var time: Int64
    var turn: Int
    var queue: QueueID?
  }

  private let language: Language

  /// Creates a teller that starts with the time and the turn.
  package init(_ language: Language = .english) { self.language = language }

  /// Returns the lines of an event; `graph` is the state after it.
  package mutating func lines(_ event: PromiseEvent, in graph: Graph) -> [String] {
    let here = Place(time: event.time, turn: graph.turn, queue: event.queue)
    defer { place = here }
    let narration = Narration(event, in: graph, language: language)
    let gap = language == .english ? " " : ""
    let rule = narration.rule.map { gap + sentence($0, language) } ?? ""
    var lines: [String] = []
    if here != place { lines.append(heading(here, in: graph)) }
    lines.append(sentence("\(event.sequence), \(narration.sentence)", language) + rule)
    return lines
  }

  /// `At 80.0 milliseconds, turn 3, on net.`
  private func heading(_ here: Place, in graph: Graph) -> String {
    var parts: [String] = []
    if here.time != place?.time {
      parts.append(language.text("at \(milliseconds(here.time)) milliseconds"))
    }
    if here.turn != place?.turn { parts.append(language.text("turn \(here.turn)")) }
    if here.queue != place?.queue {
      parts.append(
        here.queue.map { language.text("on \(graph.plainName(of: $0))") }
          ?? language.text("outside any queue"))
    }
    return sentence(parts.joined(separator: language.text(", ")), language)
  }

  /// Returns a whole run in sentences: the title, and then every event.
  package static func text(
    of history: History, title: String, language: Language = .english
  ) -> String {
    var lines = [sentence(title, language)]
    var teller = EventTeller(language)
    var graph = history.graph(at: history.base)
    for event in history.events {
      graph.apply(event)
      lines += teller.lines(event, in: graph)
    }
    lines.append(language.text("That is the end: \(history.count) events."))
    return lines.map { $0 + "\n" }.joined()
  }
}
