import PromiseGraph
import PromiseInsight

extension State {
  /// Types `text` into the prompt, if one is open.
  mutating func type(_ text: String) {
    guard var prompt else { return }
    let before = prompt.isSuggestion ? LineEditor() : prompt.line
    prompt.line = before
    prompt.line.insert(text)
    prompt.isSuggestion = false
    if prompt.line != before { changed(prompt) }
  }

  /// Edits the typed line, or what belongs to it.
  fileprivate mutating func edit(_ change: (inout State, inout Prompt) -> Void) {
    guard var new = prompt else { return }
    let text = new.line.text
    new.isSuggestion = false
    change(&self, &new)
    if new.line.text == text { prompt = new } else { changed(new) }
  }

  /// Recalls a line of the history, or returns to the new one.
  fileprivate mutating func recall(_ prompt: inout Prompt, earlier: Bool) {
    let lines = typed[prompt.kind.rawValue] ?? []
    let next = (prompt.past ?? lines.count) + (earlier ? -1 : 1)
    guard next >= 0, next <= lines.count, next < lines.count || prompt.past != nil else {
      notice =
        lines.isEmpty ? language.text("no history") : language.text("end of the history")
      return
    }
    if prompt.past == nil { prompt.draft = prompt.line }
    prompt.past = next < lines.count ? next : nil
    prompt.line = next < lines.count ? LineEditor(lines[next]) : prompt.draft
  }

  /// Moves the selection in the list above the prompt or, if there is none, recalls a line.
  fileprivate mutating func moveInLines(_ prompt: inout Prompt, up: Bool) {
    if prompt.kind == .goTo {
      choose(in: &prompt, by: up ? -1 : 1)
    } else {
      recall(&prompt, earlier: up)
    }
  }

  /// Applies a changed line as it is typed, as far as that can be undone.
  fileprivate mutating func changed(_ prompt: Prompt) {
    var prompt = prompt
    prompt.chosen = 0
    switch prompt.kind {
    case .goTo: break
    case .breakpoint: prompt.problem = nil
    case .help:
      help?.query = prompt.line.text
      help?.scroll = 0
    case .search: search(prompt.line.text, from: prompt.origin)
    case .filter:
      do {
        run?.apply(try Filter(prompt.line.text))
        prompt.problem = nil
      } catch {
        prompt.problem = "\(error)"
      }
    }
    self.prompt = prompt
  }

  /// Accepts the line of a prompt.
  fileprivate mutating func accept(_ prompt: Prompt) {
    let text = prompt.line.text
    if prompt.problem != nil { return }
    self.prompt = nil
    remember(text, for: prompt.kind)
    switch prompt.kind {
    case .help: break
    case .goTo: acceptPlace(prompt)
    case .breakpoint: acceptBreakpoint(prompt)
    case .search: acceptSearch(text, from: prompt.origin)
    case .filter: sayFilter()
    }
  }

  private mutating func remember(_ text: String, for kind: Prompt.Kind) {
    guard text.contains(where: { $0 != " " }) else { return }
    let lines = (typed[kind.rawValue] ?? []).filter { $0 != text } + [text]
    typed[kind.rawValue] = lines.suffix(KeptState.mostLines)
  }

  private mutating func sayFilter() {
    guard let run, let filtered = run.filtered else { return }
    let text = run.filterText(language)
    if let selection = run.selection, !filtered.keeps(selection) {
      notice = language.text(
        "filter \(filtered.filter.text): \(text); it hides the selected \(selection)")
    } else {
      notice = language.text("filter \(filtered.filter.text): \(text)")
    }
  }
}

extension Prompt: Layer {
  var mode: Mode { .prompt }

  func sheet(_ state: State) -> Sheet? {
    kind == .goTo ? PaletteView.sheet(self, state) : nil
  }

  /// Closes the prompt and undoes what it did.
  func back(_ state: inout State) {
    state.prompt = nil
    switch kind {
    case .goTo, .breakpoint: break
    case .help: state.help?.query = ""
    case .search:
      state.goBack(to: origin)
      guard let run = state.run else { return }
      state.run?.search = origin.pattern.map { SearchState($0, in: run.searchIndex) }
    case .filter:
      if let filter = origin.filter { state.run?.apply(filter) } else { state.run?.showAll() }
    }
  }

  /// Handles a click on a row of the list above the line.
  func take(_ item: Int, _ state: inout State) {
    var prompt = self
    prompt.chosen = item
    prompt.isPointed = true
    state.accept(prompt)
  }
}

extension Action {
  static let goTo = Action("go-to", nil) { $0.prompt = $0.run.map { Prompt(.goTo, for: $0) } }
  static let search = Action("search") { $0.prompt = $0.run.map { Prompt(.search, for: $0) } }
  static let filter = Action("filter") {
    $0.prompt = $0.run.map { Prompt(.filter, $0.filtered?.filter.text ?? "", for: $0) }
  }
  static let accept = Action("accept", nil) { if let prompt = $0.prompt { $0.accept(prompt) } }
  static let cursorLeft = edit("cursor-left") { $0.left() }
  static let cursorRight = edit("cursor-right") { $0.right() }
  static let cursorStart = edit("cursor-start") { $0.start() }
  static let cursorEnd = edit("cursor-end") { $0.end() }
  static let erase = edit("erase") { $0.erase() }
  static let eraseWord = edit("erase-word") { $0.eraseWord() }
  static let eraseToStart = edit("erase-to-start") { $0.eraseToStart() }
  static let earlierLine = Action("earlier-line") { $0.edit { $0.recall(&$1, earlier: true) } }
  static let laterLine = Action("later-line") { $0.edit { $0.recall(&$1, earlier: false) } }
  static let lineAbove = Action("line-above") { $0.edit { $0.moveInLines(&$1, up: true) } }
  static let lineBelow = Action("line-below") { $0.edit { $0.moveInLines(&$1, up: false) } }

  private static func edit(
    _ name: String, _ change: @escaping @Sendable (inout LineEditor) -> Void
  ) -> Action {
    Action(name) { $0.edit { change(&$1.line) } }
  }
}

extension KeyTable {
  static let prompt: [Binding] = [
    Binding([(.enter, .accept)], .places, in: [.prompt], "go", "accept the line"),
    Binding(
      [
        (.left, .cursorLeft), (.right, .cursorRight), (.home, .cursorStart), (.end, .cursorEnd),
        (.control("a"), .cursorStart), (.control("e"), .cursorEnd),
      ], .places, in: [.prompt], "", "move the cursor"),
    Binding(
      [
        (.backspace, .erase), (.control("h"), .erase), (.control("w"), .eraseWord),
        (.control("u"), .eraseToStart),
      ], .places, in: [.prompt], "erase", "erase a character, a word, everything before the cursor"),
    Binding(
      [(.up, .lineAbove), (.down, .lineBelow)], .places, in: [.prompt], "choose",
      "choose in the list above the go-to line; elsewhere, previous, next line of the history"),
    Binding(
      [(.control("p"), .earlierLine), (.control("n"), .laterLine)], .places, in: [.prompt],
      "history",
      "previous, next line of the history"),
  ]
}
