import PromiseGraph
import PromiseInsight

extension State {
  /// Opens the prompt for an action.
  mutating func openPrompt(_ action: Action) {
    guard let run else { return beginFinding() }
    let prompt =
      switch action {
      case .search: Prompt(.search, for: run)
      case .filter: Prompt(.filter, run.filtered?.filter.text ?? "", for: run)
      default: Prompt(.goTo, for: run)
      }
    overlay = .prompt(prompt)
  }

  /// Types `text` into the prompt, if one is open.
  mutating func type(_ text: String) {
    guard case .prompt(var prompt) = overlay else { return }
    let before = prompt.isSuggestion ? LineEditor() : prompt.line
    prompt.line = before
    prompt.line.insert(text)
    prompt.isSuggestion = false
    if prompt.line != before { changed(prompt) }
  }

  /// Takes in pasted text: it goes into the open prompt, and is never read as keys.
  mutating func paste(_ text: String) {
    guard case .prompt = overlay else {
      if mode == .picker { return find { $0.insert(text) } }
      notice = language.text("open a prompt before pasting: : goes to, / searches, f filters")
      return
    }
    notice = nil
    type(text)
  }

  /// Performs an editing action on the typed line.
  mutating func edit(_ action: Action) {
    if mode == .picker { return eraseFound(action) }
    guard case .prompt(var prompt) = overlay else { return }
    let before = prompt.line.text
    prompt.isSuggestion = false
    switch action {
    case .cursorLeft: prompt.line.left()
    case .cursorRight: prompt.line.right()
    case .cursorStart: prompt.line.start()
    case .cursorEnd: prompt.line.end()
    case .erase: prompt.line.erase()
    case .eraseWord: prompt.line.eraseWord()
    case .eraseToStart: prompt.line.eraseToStart()
    case .earlierLine, .laterLine: recall(&prompt, earlier: action == .earlierLine)
    case .lineAbove, .lineBelow:
      let isAbove = action == .lineAbove
      if prompt.kind == .goTo {
        choose(in: &prompt, by: isAbove ? -1 : 1)
      } else {
        recall(&prompt, earlier: isAbove)
      }
    default: break
    }
    if prompt.line.text == before { overlay = .prompt(prompt) } else { changed(prompt) }
  }

  /// Recalls a line of the history, or returns to the new one.
  private mutating func recall(_ prompt: inout Prompt, earlier: Bool) {
    let lines = typed[prompt.kind] ?? []
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

  /// Applies a changed line as it is typed, as far as that can be undone.
  private mutating func changed(_ prompt: Prompt) {
    var prompt = prompt
    prompt.chosen = 0
    switch prompt.kind {
    case .goTo: break
    case .breakpoint: prompt.problem = nil
    case .help: searchHelp(for: prompt.line.text, &prompt)
    case .search: search(prompt.line.text, from: prompt.origin)
    case .filter:
      do {
        run?.apply(try Filter(prompt.line.text))
        prompt.problem = nil
      } catch {
        prompt.problem = error.description
      }
    }
    overlay = .prompt(prompt)
  }

  /// Closes the prompt and undoes what it did.
  mutating func leave(_ prompt: Prompt) {
    overlay = nil
    if var panel = prompt.help {
      panel.query = ""
      overlay = .help(panel)
      return
    }
    guard let run else { return }
    let origin = prompt.origin
    switch prompt.kind {
    case .goTo, .help, .breakpoint: break
    case .search:
      goBack(to: origin)
      self.run?.search = origin.pattern.map { SearchState($0, in: run.searchIndex) }
    case .filter:
      if let filter = origin.filter { self.run?.apply(filter) } else { self.run?.showAll() }
    }
  }

  /// Closes the prompt and accepts its line.
  mutating func acceptPrompt() {
    guard case .prompt(let prompt) = overlay else { return }
    let text = prompt.line.text
    if prompt.problem != nil { return }
    overlay = nil
    remember(text, for: prompt.kind)
    switch prompt.kind {
    case .help: overlay = prompt.help.map { .help($0) }
    case .goTo: accept(prompt)
    case .breakpoint: acceptBreakpoint(prompt)
    case .search: acceptSearch(text, from: prompt.origin)
    case .filter: sayFilter()
    }
  }

  private mutating func remember(_ text: String, for kind: Prompt.Kind) {
    guard text.contains(where: { $0 != " " }) else { return }
    typed[kind, default: []].removeAll { $0 == text }
    typed[kind, default: []].append(text)
    if typed[kind, default: []].count > KeptState.mostLines { typed[kind]?.removeFirst() }
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
