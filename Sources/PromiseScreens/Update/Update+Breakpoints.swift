import PromiseEvents
import PromiseGraph
import PromiseInsight

// The list of breakpoints of a live program.
extension State {
  /// Performs an action of the list of breakpoints.
  mutating func changeBreakpoints(_ action: Action) {
    guard let gate = run?.gate else { return }
    switch action {
    case .breakpoints:
      run?.gate?.isListOpen.toggle()
      refreshDoubts()
      return
    case .addBreakpoint: return editBreakpoint(nil)
    default: break
    }
    guard gate.entries.indices.contains(gate.selected) else {
      notice = language.text("there is no breakpoint yet: a adds one")
      return
    }
    switch action {
    case .editBreakpoint: return editBreakpoint(gate.selected)
    case .switchBreakpoint: run?.gate?.entries[gate.selected].breakpoint.isOn.toggle()
    case .removeBreakpoint:
      run?.gate?.entries.remove(at: gate.selected)
      run?.gate?.selected = max(0, min(gate.selected, gate.entries.count - 2))
    default: return
    }
    sendBreakpoints()
  }

  /// Selects another breakpoint.
  mutating func arrowInBreakpoints(_ rows: Int) {
    guard let gate = run?.gate else { return }
    run?.gate?.selected = min(max(0, gate.selected + rows), max(0, gate.entries.count - 1))
  }

  /// Opens the prompt for a breakpoint: the one at an index, or a new one.
  private mutating func editBreakpoint(_ index: Int?) {
    guard let run, let gate = run.gate else { return }
    let warning = run.context(glyphs, language).chosenCulprit?.warning.lint
    let text =
      index.map { gate.entries[$0].breakpoint.text }
      ?? run.proposedBreakpoint(warning)?.text ?? ""
    var prompt = Prompt(.breakpoint, text, for: run)
    prompt.breakpoint = index
    prompt.isSuggestion = index == nil && !text.isEmpty
    overlay = .prompt(prompt)
  }

  /// Takes in a typed breakpoint. An error leaves the prompt open.
  mutating func acceptBreakpoint(_ prompt: Prompt) {
    var prompt = prompt
    let text = prompt.line.text.trimmed
    guard !text.isEmpty else { return overlay = nil }
    do throws(Breakpoint.Misread) {
      let breakpoint = try Breakpoint(text)
      guard case .warning(let id) = breakpoint.place, Lints.named(id) == nil else {
        overlay = nil
        return take(breakpoint, at: prompt.breakpoint)
      }
      prompt.problem = "no warning is called '\(id)': \(Self.similarWarnings(to: id))"
    } catch {
      prompt.problem = error.reason
    }
    overlay = .prompt(prompt)
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
    run?.gate?.isListOpen = true
    sendBreakpoints()
    if let gate = run?.gate, let doubt = gate.entries[gate.selected].doubt { notice = doubt }
  }

  /// Sends the breakpoints to the program, which keeps them.
  private mutating func sendBreakpoints() {
    refreshDoubts()
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
    guard !similar.isEmpty else { return "promise-tui lints lists them" }
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
