import PromiseCourse
import PromiseGraph

/// Changes the state as `message` asks, and says what is to be done outside.
package func update(_ state: inout State, _ message: Message) -> [Effect] {
  let effects = change(&state, message)
  state.refreshLesson()
  return effects + state.refreshWhy() + state.refreshWhatIf() + state.restInTour()
}

/// The change itself; what follows from it on the screen comes after.
private func change(_ state: inout State, _ message: Message) -> [Effect] {
  switch message {
  case .key(let key): return state.press(key)
  case .mouse(let mouse): return state.point(mouse)
  case .paste(let text): return state.paste(text)
  case .resize(let size):
    state.size = size
    return []
  case .opened(let demo, let real, let prediction, let events, let token, let changes):
    var run = Run(
      demo: demo, real: real, prediction: prediction, token: token, speed: state.initialSpeed,
      lints: state.lints, interventions: changes)
    run.record(events)
    return state.show(run)
  case .recorded(let recording): return state.show(recording)
  case .began(let program): return state.begin(program)
  case .sources(let texts):
    for text in texts { state.run?.sources[text.file] = text }
    state.run?.looksForSources = true
    return []
  case .printed(let lines):
    state.print(lines)
    return []
  case .programEnded(let ending): return state.end(ending)
  case .progress(let text):
    state.progress = text.isEmpty ? nil : text
    return []
  case .watched(let news): return state.hear(news)
  case .events(let events): return state.receive(events)
  case .finished: return state.finish()
  case .explored(let exploration): return state.found(.schedules(exploration))
  case .repeated(let repetition): return state.found(.runs(repetition))
  case .compared(let outcome, let comparison):
    state.exploring?.comparisons[outcome] = .some(comparison)
    return []
  case .orderFound(let request, let answer):
    state.found(request, answer)
    return []
  case .quizPrepared(let sheet): return state.quizPrepared(sheet)
  case .criticalFound(let request, let values):
    state.found(request, values)
    return []
  case .tick(let now): return state.tick(now)
  case .notice(let text):
    state.notice = text
    return []
  }
}

extension State {
  /// Looks `key` up in the table and does what it says.
  mutating func press(_ key: Key) -> [Effect] {
    notice = nil
    forgetRestart(unless: KeyTable.stroke(for: key, in: mode)?.action)
    guard let (binding, action) = KeyTable.stroke(for: key, in: mode) else {
      notice = obstacle(to: key)
      if case .character(let character) = key { type(String(character)) }
      return []
    }
    if let obstacle = binding.needs?.obstacle(in: self) {
      notice = obstacle
      return []
    }
    return perform(action)
  }

  /// What is to be closed before a key does what it does in a demo; none where nothing is in its way.
  private func obstacle(to key: Key) -> String? {
    guard KeyTable.stroke(for: key, in: .demo) != nil else { return nil }
    return switch mode {
    case .lesson: words.closeLesson
    case .whatIf: "close what if first: Esc"
    case .explore: obstacleInExploration(to: key)
    case .settling: "r, f or c settles the promise; Esc gives it up"
    default: nil
    }
  }

  /// What is found is no run yet that could be looked at, or exported.
  private func obstacleInExploration(to key: Key) -> String? {
    guard let row = KeyTable.stroke(for: key, in: .demo)?.binding else { return nil }
    guard exploring?.outcome != nil else { return Requirement.outcome.obstacle(in: self) }
    let what = row.short.isEmpty ? "" : " (\(row.short))"
    return "Enter opens the selected outcome's run: \(key.name(glyphs))\(what) works there"
  }

  /// Does what a key asks for.
  mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .quit: return [.quit]
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .help:
      overlay = overlay == nil ? .help(scroll: 0) : nil
      return []
    case .back: return back()
    case .goTo, .search, .filter:
      openPrompt(action)
      return []
    case .accept: return acceptPrompt()
    case .cursorLeft, .cursorRight, .cursorStart, .cursorEnd, .erase, .eraseWord, .eraseToStart,
      .earlierLine, .laterLine:
      edit(action)
      return []
    case .nextMatch: return goToMatch(forward: true)
    case .previousMatch: return goToMatch(forward: false)
    case .copy: return copy()
    case .export:
      openExport()
      return []
    case .writeExport, .nextPart, .previousPart: return export(action)
    case .toggleMouse:
      toggleMouse()
      return []
    case .scrollLeft, .scrollRight:
      scrollSideways(action)
      return []
    case .open: return openPicked()
    case .nextVariant, .previousVariant:
      pickVariant(action)
      return []
    case .nextChapter, .previousChapter:
      pickChapter(action)
      return []
    case .explore: return explorePicked()
    case .openOutcome: return openOutcome()
    case .choosing:
      toggleChoosing()
      return []
    case .choose(let number): return choose(number)
    case .openNumber(let number): return openDemo(number - 1)
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown: return arrow(action)
    case .source where run?.focus == .warnings:
      openWarning()
      return []
    case .fold:
      foldAll()
      return []
    case .parent, .child, .source, .returnBack:
      if action == .source, toggleFold() { return [] }
      followEdge(action)
      return []
    case .restart: return restartProgram()
    case .why:
      toggleWhy()
      return []
    case .marked:
      toggleMarked()
      return []
    case .followReason: return followWhy()
    case .returnFromReason: return returnFromWhy()
    case .lesson, .nextPage, .previousPage, .ask: return lesson(action)
    case .quiz: return quizPicked()
    case .answer, .nextQuestion, .skipQuestion, .nextReason, .previousReason:
      return quiz(action)
    case .whatIf:
      toggleWhatIf()
      return []
    case .longer, .digit, .acceptLength, .eraseDigit, .flip, .settle, .settleAs, .undo:
      return changeByHand(action)
    case .pane, .explorePane, .nextPane, .previousPane, .zoom:
      lookAround(action)
      return []
    case .toggleRunning, .slower, .faster, .follow, .stepForward, .stepBack, .turnForward,
      .turnBack, .nextOfPromise, .previousOfPromise, .nextSettlement, .previousSettlement,
      .nextChoice, .previousChoice, .scrubForward, .scrubBack, .start, .end, .mark, .nextMark,
      .previousMark:
      return travel(action)
    }
  }

  private mutating func openPicked() -> [Effect] {
    guard let pickedName else { return openDemo(picked) }
    return [.open(demo: pickedName)]
  }

  private mutating func openDemo(_ index: Int) -> [Effect] {
    guard demos.indices.contains(index) else {
      notice = "there are \(demos.count) demos"
      return []
    }
    picked = index
    return [.open(demo: demos[index].name)]
  }
}
