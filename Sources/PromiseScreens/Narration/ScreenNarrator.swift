package import PromiseEvents
package import PromiseGraph

/// Tells what the screens would show in sentences, one after the other, for whoever listens instead of
/// looking: nothing is ever drawn over.
///
/// It remembers what it has told, and is asked after each change what is new.
package struct ScreenNarrator {
  /// What was told last of the list of demos, or of the run.
  private var told: Told
  /// The event that was told last.
  private var playhead = 0
  private var selection: PromiseID?
  private var notice: String?
  /// What was told to be in the way of a program that is watched.
  private var trouble: BuildFailure?
  private var teller = EventTeller()

  private enum Told: Hashable {
    /// The list of demos comes first, or a demo that is being opened.
    case nothing, opening
    case demos
    case run(String)
  }

  /// The most events that one step tells; of more only the last.
  private static let mostEvents = 200

  /// A narrator that has told nothing, of a program that begins with the list of demos or with one of
  /// them.
  package init(opensDemo: Bool = false) { told = opensDemo ? .opening : .nothing }

  /// Nothing is there to be told yet: a demo is being opened.
  var isWaiting: Bool { told == .opening }

  /// A key was pressed: what was said before may be said again.
  package mutating func keyPressed() { notice = nil }

  /// The sentences that tell what has changed since the last time.
  package mutating func sentences(for state: State) -> [String] {
    var lines: [String] = []
    if let run = state.run {
      lines += opening(run)
      lines += movement(run)
      lines += choice(run)
    } else if told != .demos, !isWaiting {
      told = .demos
      lines += Self.list(state.demos)
    }
    let troubles = inTheWay(state)
    lines += troubles
    if troubles.isEmpty, let text = state.notice, text != notice { lines.append(sentence(text)) }
    notice = state.notice
    if case .prompt(let prompt) = state.overlay, let problem = prompt.problem {
      lines.append(sentence(problem))
    }
    return lines
  }

  /// What is in the way of a newer run, once.
  private mutating func inTheWay(_ state: State) -> [String] {
    defer { trouble = state.watching?.trouble }
    guard let trouble = state.watching?.trouble, trouble != self.trouble else { return [] }
    let places = trouble.diagnostics.prefix(Self.mostDiagnostics).map(\.sentence)
    return ([trouble.headline] + places + trouble.advice + trouble.output).filter { !$0.isEmpty }
      .map { sentence($0) }
  }

  /// Of more errors only the first are told.
  private static let mostDiagnostics = 20

  /// The demos by number.
  private static func list(_ demos: [RunDescriptor]) -> [String] {
    ["There are \(demos.count) demos."]
      + demos.enumerated().map { sentence("\($0 + 1), \($1.name): \($1.teaches)") }
  }

  private mutating func opening(_ run: Run) -> [String] {
    guard told != .run(run.demo.name) || run.playhead < run.history.base else { return [] }
    told = .run(run.demo.name)
    playhead = run.history.base
    selection = nil
    teller = EventTeller()
    let length = run.prediction.map { "\($0.last) events, if nothing else is chosen" }
    let kind =
      run.real ? "It runs on real queues" : "It is simulated" + (length.map { "; \($0)" } ?? "")
    return [sentence("\(run.demo.name): \(run.demo.teaches)"), kind + "."]
  }

  /// What the playhead has passed, or where it has gone.
  private mutating func movement(_ run: Run) -> [String] {
    defer { playhead = run.playhead }
    guard run.playhead != playhead else { return [] }
    guard run.playhead > playhead else {
      teller = EventTeller()
      guard let event = run.history[run.playhead] else {
        return ["Back at the start, before the first event."]
      }
      return ["Back at event \(run.playhead)."] + teller.lines(event, in: run.graph)
    }
    let count = run.playhead - playhead
    guard count <= Self.mostEvents else {
      teller = EventTeller()
      let last = run.history[run.playhead].map { teller.lines($0, in: run.graph) } ?? []
      return ["Forward over \(count) events to event \(run.playhead)."] + last
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

  /// The promise that was selected.
  private mutating func choice(_ run: Run) -> [String] {
    defer { selection = run.selection }
    guard let id = run.selection, id != selection else { return [] }
    return [Self.description(of: id, in: run.graph)]
  }

  /// A promise and its state, in a sentence.
  static func description(of id: PromiseID, in graph: Graph) -> String {
    guard let node = graph[id] else { return "\(id) is not made yet." }
    let value = (node.settlement?.description).map { $0.isEmpty ? "" : ": \($0)" } ?? ""
    return sentence("\(graph.plainName(of: id)) is \(node.stateWords)\(value)")
  }
}

/// `text` as a sentence: with a capital where it begins with a word, and a point.
func sentence(_ text: String) -> String {
  let text = sanitized(text)
  // The names of promises and demos stay as they are.
  let first = text.prefix { $0.isLetter }
  let begins = first.endIndex < text.endIndex && text[first.endIndex] == " " && first.count > 0
  let start = begins ? text.prefix(1).uppercased() + text.dropFirst() : text
  return start.last.map { ".?:".contains($0) } == true ? start : start + "."
}

/// Tells events in sentences, and time and turn where they change.
package struct EventTeller {
  private var place: Place?

  private struct Place: Hashable {
    var time: Int64
    var turn: Int
    var queue: QueueID?
  }

  /// A teller that begins with the time and the turn.
  package init() {}

  /// The lines of one event; `graph` stands at it.
  package mutating func lines(_ event: PromiseEvent, in graph: Graph) -> [String] {
    let here = Place(time: event.time, turn: graph.turn, queue: event.queue)
    defer { place = here }
    let narration = Narration(event, in: graph)
    let rule = narration.rule.map { " " + sentence($0) } ?? ""
    var lines: [String] = []
    if here != place { lines.append(heading(here, in: graph)) }
    lines.append(sentence("\(event.sequence), \(narration.sentence)") + rule)
    return lines
  }

  /// `At 80.0 milliseconds, turn 3, on net.`
  private func heading(_ here: Place, in graph: Graph) -> String {
    var parts: [String] = []
    if here.time != place?.time { parts.append("at \(milliseconds(here.time)) milliseconds") }
    if here.turn != place?.turn { parts.append("turn \(here.turn)") }
    if here.queue != place?.queue {
      parts.append(here.queue.map { "on \(graph.plainName(of: $0))" } ?? "outside any queue")
    }
    return sentence(parts.joined(separator: ", "))
  }

  /// A whole run in sentences: what `title` stands for, and then every event.
  package static func text(of history: History, title: String) -> String {
    var lines = [sentence(title)]
    var teller = EventTeller()
    var graph = history.graph(at: history.base)
    for event in history.events {
      graph.apply(event)
      lines += teller.lines(event, in: graph)
    }
    lines.append("That is the end: \(history.count) events.")
    return lines.map { $0 + "\n" }.joined()
  }
}
