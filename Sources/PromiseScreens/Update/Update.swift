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
    change(&self)
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
    perform(action)
  }

  /// Returns the row and the action of `key` in the front layer. At the end of a run the keys of its panes work, too:
  /// they close the card.
  private mutating func stroke(for key: Key) -> (binding: Binding, action: Action)? {
    if let stroke = keys.stroke(for: key, in: mode) { return stroke }
    guard mode == .ended, let stroke = keys.stroke(for: key, in: .demo) else { return nil }
    run?.endCard = nil
    return stroke
  }

  /// Returns what has to be closed before a demo's key works; `nil` if nothing is in the way.
  private func obstacle(to key: Key) -> String? {
    guard keys.stroke(for: key, in: .demo) != nil else { return nil }
    return switch mode {
    case .lesson: course.closeLesson
    case .whatIf: language.text("close the what-if panel first: Esc")
    case .explore, .compare: obstacleInPair(to: key)
    case .settling: language.text("r, f or c settles the promise; Esc cancels")
    default: nil
    }
  }

  /// Returns why a demo's key does not work on a screen with two runs.
  private func obstacleInPair(to key: Key) -> String? {
    guard let row = keys.stroke(for: key, in: .demo)?.binding else { return nil }
    if mode == .explore, exploring?.outcome == nil {
      return Requirement.outcome.obstacle(in: self)
    }
    if mode == .compare, key == .escape, comparing?.coversRun != true {
      return language.text("q quits")
    }
    let label = row.label.isEmpty ? "" : " (\(language.text(Phrase(row.label))))"
    return language.text(
      "press Enter to open the chosen run; \(key.name(glyphs))\(label) works there")
  }

  /// Performs an action.
  mutating func perform(_ action: Action) {
    switch action {
    case .quit: ask(.quit)
    case .suspend: ask(.suspend)
    case .redraw: ask(.redraw)
    case .help: toggleHelp()
    case .nextTopic, .previousTopic: turnHelpPage(action)
    case .back: back()
    case .search where mode == .help: searchHelp()
    case .goTo, .search, .filter: openPrompt(action)
    case .accept: acceptPrompt()
    case .cursorLeft, .cursorRight, .cursorStart, .cursorEnd, .erase, .eraseWord, .eraseToStart,
      .earlierLine, .laterLine, .lineAbove, .lineBelow:
      edit(action)
    case .nextMatch: goToMatch(forward: true)
    case .previousMatch: goToMatch(forward: false)
    case .copy: copy()
    case .export: openExport()
    case .writeExport, .nextPart, .previousPart: export(action)
    case .toggleMouse: toggleMouse()
    case .scrollLeft, .scrollRight: scrollSideways(action)
    case .open: openPicked()
    case .nextVariant, .previousVariant: pickVariant(action)
    case .nextChapter, .previousChapter: pickChapter(action)
    case .explore: explorePicked()
    case .openOutcome: openOutcome()
    case .openCompared: openCompared()
    case .chooseRun(let pane): chooseCompared(pane)
    case .otherLibrary: askForDialects()
    case .choosing: toggleChoosing()
    case .choose(let number): choose(number)
    case .openNumber(let number): openDemo(number - 1)
    case .nextUnplayed: pickUnplayed()
    case .nextDemo: openNextDemo()
    case .demos: leaveRun()
    case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown: arrow(action)
    case .source where run?.focus == .warnings: openWarning()
    case .fold: foldAll()
    case .axis: toggleAxis()
    case .parent, .child, .source, .returnBack:
      if action == .source, toggleFold() { return }
      followEdge(action)
    case .restart: restartProgram()
    case .why where mode == .ended: explainEnd()
    case .why where mode == .compare: openCompared(explaining: true)
    case .start where mode == .compare, .end where mode == .compare:
      jumpInComparison(toEnd: action == .end)
    case .why: toggleWhy()
    case .blocked: explainBlockedQueue()
    case .marked: toggleMarked()
    case .followReason: followWhy()
    case .returnFromReason: returnFromWhy()
    case .lesson, .nextPage, .previousPage, .ask: lesson(action)
    case .quiz: quizPicked()
    case .answer, .nextQuestion, .skipQuestion, .nextReason, .previousReason: quiz(action)
    case .breakpoints, .addBreakpoint, .editBreakpoint, .switchBreakpoint, .removeBreakpoint:
      changeBreakpoints(action)
    case .unblock: letHoldGo()
    case .whatIf: toggleWhatIf()
    case .longer, .nextCritical, .previousCritical, .digit, .acceptLength, .eraseDigit, .flip,
      .settle, .settleAs, .undo:
      changeByHand(action)
    case .pane, .explorePane, .comparePane, .nextPane, .previousPane, .zoom: lookAround(action)
    case .toggleRunning, .slower, .faster, .follow, .stepForward, .stepBack, .turnForward,
      .turnBack, .nextOfPromise, .previousOfPromise, .nextSettlement, .previousSettlement,
      .nextError, .nextDecision, .nextWait, .ownSettlement,
      .nextChoice, .previousChoice, .scrubForward, .scrubBack, .start, .end, .mark, .nextMark,
      .previousMark:
      travel(action)
    }
  }
}
