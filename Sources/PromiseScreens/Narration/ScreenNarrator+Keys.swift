import PromiseEvents
import PromiseGraph
import PromiseInsight

extension ScreenNarrator {
  /// What a key does in narration mode.
  package enum Answer: Hashable, Sendable {
    /// Say these sentences.
    case say([String])
    /// Press these keys on the screens.
    case press([Key])
  }

  /// Returns what `key` does. Enter and Space narrate the next event; the other keys are those of the table
  /// that do not need a screen.
  package func answer(to key: Key, in state: State) -> Answer {
    let language = state.language
    guard state.run != nil else { return .press([key]) }
    // The card at the end is for the screen.
    let (mode, close): (Mode, [Key]) = state.mode == .ended ? (.demo, [.escape]) : (state.mode, [])
    if mode == .demo, key == .enter || key == .character(" ") { return .press(close + [.right]) }
    if mode == .demo, key == .character("w") { return .say(Self.reasons(state)) }
    guard let (binding, action) = state.keys.stroke(for: key, in: mode) else {
      return .say([
        language.text("That key does nothing here; question mark lists the keys.")
      ])
    }
    if action == .blocked { return .say(Self.queueReport(state.run?.graph.blockedQueue, state)) }
    if action == .help { return .say(Self.help(state)) }
    guard Self.isNarrated(action) else {
      let help = language.text(Phrase(binding.help))
      return .say([sentence(language.text("this key needs the screen: \(help)"), language)])
    }
    return .press(close + [key])
  }

  /// Returns the keys that have the effect of a typed line: a place to go to or, in the list of demos, a
  /// number or a name.
  package func keys(for line: String, in state: State) -> Answer {
    if state.mode == .prompt {
      if let sentences = Self.refusal(of: line, in: state) { return .say(sentences) }
      // Erase a rejected line, which is still in the prompt.
      return .press(
        line.isEmpty ? [.escape] : [.control("u")] + line.map(Key.character) + [.enter])
    }
    let text = line.split(separator: " ").joined(separator: " ").lowercased()
    guard !text.isEmpty else { return .say([]) }
    if text == "q" { return .press([.character("q")]) }
    let index =
      Int(text).map { $0 - 1 } ?? state.demos.firstIndex { $0.name.lowercased() == text }
      ?? state.demos.firstIndex { $0.name.lowercased().hasPrefix(text) }
    guard let index, state.demos.indices.contains(index) else {
      return .say([
        state.language.text(
          "There is no such demo: type a number from 1 to \(state.demos.count), or a name.")
      ])
    }
    return .press(
      Array(repeating: .up, count: state.demos.count) + Array(repeating: .down, count: index)
        + [.enter])
  }

  /// Returns what to say about a line that names something other than a place to go to; `nil` if it can be
  /// accepted.
  private static func refusal(of line: String, in state: State) -> [String]? {
    guard state.prompt?.kind == .goTo, !line.isEmpty else {
      return nil
    }
    let language = state.language
    switch state.palette(for: line).first?.target {
    case .queue(let queue): return queueReport(queue, state)
    case .key(let row, let action) where !isNarrated(action):
      let help = language.text(Phrase(row.help))
      return [sentence(language.text("this key needs the screen: \(help)"), language)]
    case .stop:
      let help = language.text("set a breakpoint")
      return [sentence(language.text("this key needs the screen: \(help)"), language)]
    case .key, .place, .demo, .line, nil: return nil
    }
  }

  /// Returns what runs on a queue and what waits there.
  private static func queueReport(_ queue: QueueID?, _ state: State) -> [String] {
    guard let run = state.run, let queue else {
      return [state.language.text("No job waits behind another one here.")]
    }
    let report = run.graph.explanation(
      of: queue, now: run.clock, known: run.known, language: state.language)
    return report.text.split(separator: "\n").map {
      sentence(String($0.drop { $0 == " " }), state.language)
    }
  }

  /// Returns what to ask for before a line is typed; `nil` while keys are pressed one by one.
  package func question(in state: State) -> String? {
    let language = state.language
    if let prompt = state.prompt {
      return prompt.kind == .goTo
        ? language.text("Go where, then Enter: ") : language.text("Find what, then Enter: ")
    }
    guard state.run == nil, !isWaiting else { return nil }
    return language.text("A number or a name, then Enter; q quits: ")
  }

  /// Returns the explanation of the selected promise, or of the promise of the event at the playhead.
  private static func reasons(_ state: State) -> [String] {
    guard let run = state.run, let promise = run.subject else {
      return [state.language.text("There is no promise to explain yet.")]
    }
    let explanation = state.explanation(of: promise, beside: run.marked)
    return [sentence(explanation.title, state.language)]
      + explanation.text.split(separator: "\n").map {
        sentence(String($0.drop { $0 == " " }), state.language)
      }
  }

  /// Returns the keys, in sentences.
  private static func help(_ state: State) -> [String] {
    let language = state.language
    var lines = [
      language.text("Enter, Space or Right: the next event."),
      language.text(
        "w: explain the selected promise, or that of the last event; with another one marked by v, "
          + "explain the order of the two."),
    ]
    for binding in state.keys.bindings where binding.modes.contains(.demo) {
      let strokes = binding.strokes.filter { isNarrated($0.action) }
      guard !strokes.isEmpty, !binding.help.isEmpty else { continue }
      let keys = strokes.map { spoken($0.key) }.joined(separator: ", ")
      let help = language.text(Phrase(binding.help))
      lines.append(sentence("\(keys): \(help)", language))
    }
    return lines
  }

  /// Returns the name of a key for reading aloud.
  private static func spoken(_ key: Key) -> String {
    guard case .character(let character) = key, let name = names[character] else {
      return key.name(.ascii)
    }
    return name
  }

  private static let names: [Character: String] = [
    "{": "left brace", "}": "right brace", "[": "left bracket", "]": "right bracket",
    ":": "colon", "'": "apostrophe", "?": "question mark", "/": "slash", "+": "plus",
    "-": "minus", "<": "less", ">": "greater",
  ]

  /// Returns whether the effect of an action can be narrated.
  private static func isNarrated(_ action: Action) -> Bool {
    switch action {
    case .quit, .suspend, .help, .back, .follow, .stepForward, .stepBack, .turnForward, .turnBack,
      .nextOfPromise, .previousOfPromise, .nextSettlement, .previousSettlement, .scrubForward,
      .scrubBack, .start, .end, .goTo, .search, .nextMatch, .previousMatch, .mark, .nextMark,
      .previousMark, .nextError, .nextDecision, .nextWait, .ownSettlement, .up, .down, .parent,
      .child, .source, .returnBack, .marked, .accept, .erase:
      true
    default: false
    }
  }
}
