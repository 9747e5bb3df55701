import PromiseEvents
import PromiseGraph
import PromiseInsight

extension Run {
  /// Whether the list of breakpoints is open.
  var listsBreakpoints: Bool {
    get { panels[BreakpointList.self] != nil }
    set { panels[BreakpointList.self] = newValue ? BreakpointList() : nil }
  }
}

extension BreakpointList {
  func copied(_ state: State) -> String? {
    state.run?.gate?.breakpoints.map(\.text).joined(separator: "\n")
  }

  func back(_ state: inout State) { state.run?.listsBreakpoints = false }

  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    guard let gate = state.run?.gate else { return }
    let count = gate.entries.isEmpty ? state.proposedBreakpoints.count : gate.entries.count
    state.run?.gate?.selected = min(max(0, gate.selected + rows), max(0, count - 1))
  }

  func take(_ item: Int, _ state: inout State) { state.run?.gate?.selected = item }

}

extension State {
  /// Likely breakpoints; the first one is for what is selected.
  var proposedBreakpoints: [Breakpoint] {
    guard let run else { return [] }
    let culprit = run.focus == .warnings ? run.context(glyphs, language).chosenCulprit : nil
    return run.proposedBreakpoints(culprit?.warning.lint)
  }

  /// Turns the selected breakpoint off, or on again; adds the selected likely one while there is none.
  fileprivate mutating func switchBreakpoint() {
    let proposed = run?.gate?.entries.isEmpty == true ? proposedBreakpoints : []
    if let gate = run?.gate, proposed.indices.contains(gate.selected) {
      return take(proposed[gate.selected], at: nil)
    }
    changeBreakpoint { state, place in
      state.run?.gate?.entries[place].breakpoint.isOn.toggle()
      state.sendBreakpoints()
    }
  }

  /// Opens or closes the list of breakpoints.
  mutating func toggleBreakpoints() {
    run?.listsBreakpoints.toggle()
    refreshDoubts()
  }

  /// Changes the selected breakpoint.
  fileprivate mutating func changeBreakpoint(_ change: (inout State, Int) -> Void) {
    guard let gate = run?.gate else { return }
    guard gate.entries.indices.contains(gate.selected) else {
      notice = language.text("there is no breakpoint yet: a adds one")
      return
    }
    change(&self, gate.selected)
  }

  /// Opens the prompt for a breakpoint: the one at an index, or a new one.
  fileprivate mutating func editBreakpoint(_ index: Int?) {
    guard let run, let gate = run.gate else { return }
    let text =
      index.map { gate.entries[$0].breakpoint.text } ?? proposedBreakpoints.first?.text ?? ""
    var prompt = Prompt(.breakpoint, text, for: run)
    prompt.breakpoint = index
    prompt.isSuggestion = index == nil && !text.isEmpty
    self.prompt = prompt
  }

  /// Takes in a typed breakpoint. An error leaves the prompt open.
  mutating func acceptBreakpoint(_ prompt: Prompt) {
    var prompt = prompt
    let text = prompt.line.text.trimmed
    guard !text.isEmpty else { return }
    do {
      let breakpoint = try Breakpoint(text)
      guard case .warning(let id) = breakpoint.place, Lints.named(id) == nil else {
        return take(breakpoint, at: prompt.breakpoint)
      }
      prompt.problem = "no warning is called '\(id)': \(Self.similarWarnings(to: id))"
    } catch {
      prompt.problem = error.sentence
    }
    self.prompt = prompt
  }

  private mutating func take(_ breakpoint: Breakpoint, at index: Int?) {
    guard let gate = run?.gate else { return }
    if let same = gate.entries.firstIndex(where: { $0.breakpoint == breakpoint }), same != index {
      run?.gate?.selected = same
      notice = language.text("this is already breakpoint \(same + 1)")
      return
    }
    if let index, gate.entries.indices.contains(index) {
      run?.gate?.entries[index] = GateControl.Entry(breakpoint)
    } else {
      run?.gate?.entries.append(GateControl.Entry(breakpoint))
      run?.gate?.selected = gate.entries.count
    }
    run?.listsBreakpoints = true
    sendBreakpoints()
    if let gate = run?.gate, let doubt = gate.entries[gate.selected].doubt { notice = doubt }
  }

  /// Sends the breakpoints to the program, which keeps them, and forgets where the former ones stop playback.
  fileprivate mutating func sendBreakpoints() {
    refreshDoubts()
    run?.gate?.stops = nil
    guard let gate = run?.gate, let newest = run?.newest else { return }
    if gate.watchesWarnings {
      // Those that are there already do not stop it.
      run?.gate?.warningCount = newest.lints.warningCount + newest.lints.forgottenCount
    }
    ask(.gate(.breakpoints(gate.breakpoints)))
  }

  /// Finds out which breakpoints name something that does not exist so far.
  mutating func refreshDoubts() {
    guard let run, let gate = run.gate else { return }
    for (index, entry) in gate.entries.enumerated() {
      let doubt = run.doubt(about: entry.breakpoint, language)
      self.run?.gate?.entries[index].doubt = doubt
    }
  }

  /// Returns the warnings whose names have a word in common with `id`, or how to find them.
  private static func similarWarnings(to id: String) -> String {
    let words = Set(id.split(separator: "-"))
    let counts = Lints.all.map {
      (id: $0.id, common: words.intersection($0.id.split(separator: "-")).count)
    }
    // The most similar first.
    let similar = counts.filter { $0.common > 0 }.sorted { $0.common > $1.common }.map(\.id)
    guard !similar.isEmpty else { return "promise-tui about lints lists them" }
    return "similar ones are \(similar.prefix(3).joined(separator: ", "))"
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}

extension Action {
  static let breakpoints = Action("breakpoints") { $0.toggleBreakpoints() }
  static let addBreakpoint = Action("add-breakpoint") { $0.editBreakpoint(nil) }
  static let editBreakpoint = Action("edit-breakpoint") {
    $0.changeBreakpoint { $0.editBreakpoint($1) }
  }
  static let switchBreakpoint = Action("switch-breakpoint") { $0.switchBreakpoint() }
  static let removeBreakpoint = Action("remove-breakpoint") {
    $0.changeBreakpoint { state, place in
      state.run?.gate?.entries.remove(at: place)
      let last = (state.run?.gate?.entries.count ?? 0) - 1
      state.run?.gate?.selected = max(0, min(place, last))
      state.sendBreakpoints()
    }
  }
}

extension KeyTable {
  static let breakpoints: [Binding] = [
    Binding(
      [("a", .addBreakpoint)], .gate, in: [.breakpoints], "add",
      "in the list of breakpoints: add one; the line begins with what is selected"),
    Binding(
      [(.enter, .switchBreakpoint)], .gate, in: [.breakpoints], "on, off",
      "in the list of breakpoints: turn the selected one off, or on again; while there is none, add the likely one"
    ),
    Binding(
      [("e", .editBreakpoint)], .gate, in: [.breakpoints], "edit",
      "in the list of breakpoints: change the selected one"),
    Binding(
      [("d", .removeBreakpoint)], .gate, in: [.breakpoints], "delete",
      "in the list of breakpoints: delete the selected one"),
    Binding(
      arrows, .gate, in: [.breakpoints], "rows",
      "in the list of breakpoints: previous, next one"),
    Binding(
      [(.escape, .back)], .gate, in: [.breakpoints], "close",
      "in the list of breakpoints: close it"),
  ]
}
