import PromiseCourse
import PromiseGraph
import PromiseInsight

/// Applies `message` to the state. Returns the effects that the program around it has to perform.
package func update(_ state: inout State, _ message: Message) -> [Effect] {
  state.asking { state in
    state.take(message)
    state.refreshLesson()
    state.refreshWhy()
    state.refreshWhatIf()
    state.refreshEndCard()
    state.refreshPreview()
    state.restInTour()
    state.keepView()
  }
}

extension State {
  /// Runs `change`. Returns the effects that it requested.
  mutating func asking(_ change: (inout State) -> Void) -> [Effect] {
    let isHeld = holdsPlayback
    change(&self)
    holdPlayback(isHeld)
    defer { effects = [] }
    return effects
  }

  /// Requests an effect.
  mutating func ask(_ effect: Effect) { effects.append(effect) }

  /// Applies the message itself; the panels are refreshed afterwards.
  fileprivate mutating func take(_ message: Message) {
    switch message {
    case .key(let key): press(key)
    case .mouse(let mouse): point(mouse)
    case .paste(let text): paste(text)
    case .resize(let size): self.size = size
    case .opened(let demo, let real, let prediction, let events, let token, let changes):
      var run = Run(
        demo: demo, real: real, prediction: prediction, token: token, lints: lints,
        overrides: changes)
      run.record(events)
      show(run)
    case .recorded(let recording): show(recording)
    case .began(let program): begin(program)
    case .sources(let texts):
      for text in texts { run?.sources[text.file] = text }
      run?.looksForSources = true
    case .ranScript(let demo, let script): show(script, of: demo)
    case .printed(let lines): print(lines)
    case .programEnded(let ending): end(ending)
    case .progress(let text): progress = text.isEmpty ? nil : text
    case .watched(let news): hear(news)
    case .events(let events):
      receive(events)
      followGate(events)
    case .finished: finish()
    case .explored(let exploration): found(.schedules(exploration))
    case .repeated(let repetition): found(.runs(repetition))
    case .compared(let outcome, let comparison):
      exploring?.comparisons[outcome] = .some(comparison)
    case .orderFound(let request, let answer): found(request, answer)
    case .previewed(let demo, let preview): previewed(demo, preview)
    case .quizPrepared(let sheet): quizPrepared(sheet)
    case .criticalFound(let request, let values): found(request, values)
    case .dialectsCompared(let comparison): compareDialects(comparison)
    case .tick(let now): tick(now)
    case .notice(let text): notice = text
    case .slowTerminal:
      isCalm = true
      notice = language.text("the terminal is slow: values no longer move along the chain")
    }
  }
}

extension State {
  /// Looks `key` up in the table and performs its action.
  mutating func press(_ key: Key) {
    notice = nil
    if findsWith(key) { return }
    forgetRestart(unless: keys.stroke(for: key, in: mode)?.action)
    guard let (binding, action) = stroke(for: key) else {
      notice = obstacle(to: key)
      if case .character(let character) = key { type(String(character)) }
      return
    }
    if let obstacle = binding.needs?.obstacle(in: self) {
      notice = obstacle
      return
    }
    action.perform(&self)
  }

  /// Returns the row and the action of `key` in the front layer. At the end of a run the keys of its panes work, too:
  /// they close the card.
  private mutating func stroke(for key: Key) -> (binding: Binding, action: Action)? {
    if let stroke = keys.stroke(for: key, in: mode) { return stroke }
    guard front is EndCard, let stroke = keys.stroke(for: key, in: .demo) else { return nil }
    run?.endCard = nil
    return stroke
  }

  /// Returns what has to be closed before a demo's key works; `nil` if nothing is in the way.
  private func obstacle(to key: Key) -> String? {
    keys.stroke(for: key, in: .demo).flatMap { front.obstacle(to: key, $0.binding, self) }
  }
}

extension State {
  /// Takes in pasted text: it goes into the open prompt, and is never read as keys.
  fileprivate mutating func paste(_ text: String) {
    guard prompt != nil else {
      if mode == .picker { return find { $0.insert(text) } }
      notice = language.text("open a prompt before pasting: : goes to, / searches, f filters")
      return
    }
    notice = nil
    type(text)
  }
}
