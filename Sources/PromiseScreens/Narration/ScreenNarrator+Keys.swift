import PromiseEvents
import PromiseGraph

extension ScreenNarrator {
  /// What a key does where everything is told.
  package enum Answer: Hashable, Sendable {
    /// Say these sentences.
    case say([String])
    /// Do what these keys do on the screens.
    case press([Key])
  }

  /// What `key` does. Enter and the space bar tell the next event; the others are those of the table, as
  /// far as they need no screen.
  package func answer(to key: Key, in state: State) -> Answer {
    guard state.run != nil else { return .press([key]) }
    if state.mode == .demo, key == .enter || key == .character(" ") { return .press([.right]) }
    if state.mode == .demo, key == .character("w") { return .say(Self.reasons(state)) }
    guard let (binding, action) = KeyTable.stroke(for: key, in: state.mode) else {
      return .say(["That key does nothing here; question mark tells the keys."])
    }
    if action == .help { return .say(Self.help(state.glyphs)) }
    guard Self.isTold(action) else {
      return .say([sentence("that key is for the screens: \(binding.long)")])
    }
    return .press([key])
  }

  /// The keys that come to the same as a line that was typed: a place to go to, or, in the list of the
  /// demos, a number or a name.
  package func keys(for line: String, in state: State) -> Answer {
    if state.mode == .prompt {
      // A line that was refused still stands there.
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
      return .say(["There is no such demo: a number from 1 to \(state.demos.count), or a name."])
    }
    return .press(
      Array(repeating: .up, count: state.demos.count) + Array(repeating: .down, count: index)
        + [.enter])
  }

  /// What to ask for before a line is typed; none where keys are pressed one by one.
  package func question(in state: State) -> String? {
    if case .prompt(let prompt) = state.overlay {
      return prompt.kind == .goTo ? "Where to, and Enter: " : "Find what, and Enter: "
    }
    return state.run == nil && !isWaiting ? "A number or a name, and Enter; q leaves: " : nil
  }

  /// Why the promise that is selected, or that of the event at the playhead, is as it is.
  private static func reasons(_ state: State) -> [String] {
    guard let run = state.run, let promise = run.subject else {
      return ["No promise yet to ask about."]
    }
    let explanation = state.explanation(of: promise, beside: run.marked)
    return [sentence(explanation.title)]
      + explanation.text.split(separator: "\n").map { sentence(String($0.drop { $0 == " " })) }
  }

  /// The keys, in sentences.
  private static func help(_ glyphs: GlyphSet) -> [String] {
    var lines = [
      "Enter, Space or Right: the next event.",
      "w: why the selected promise, or that of the last event, is as it is; with another one marked by "
        + "v, why the two ran in their order.",
    ]
    for binding in KeyTable.bindings where binding.modes.contains(.demo) {
      let strokes = binding.strokes.filter { isTold($0.action) }
      guard !strokes.isEmpty, !binding.long.isEmpty else { continue }
      let keys = strokes.map { spoken($0.key) }.joined(separator: ", ")
      lines.append(sentence("\(keys): \(binding.long)"))
    }
    return lines
  }

  /// A key as a voice reads it.
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

  /// It does something that can be told.
  private static func isTold(_ action: Action) -> Bool {
    switch action {
    case .quit, .suspend, .help, .back, .follow, .stepForward, .stepBack, .turnForward, .turnBack,
      .nextOfPromise, .previousOfPromise, .nextSettlement, .previousSettlement, .scrubForward,
      .scrubBack, .start, .end, .goTo, .search, .nextMatch, .previousMatch, .mark, .nextMark,
      .previousMark, .up, .down, .parent, .child, .source, .returnBack, .marked, .accept, .erase:
      true
    default: false
    }
  }
}
