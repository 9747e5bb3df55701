// What Esc, the arrow keys, clicks and the wheel do, by what stands in front.
extension State {
  /// Climbs one step: closes what stands in front, or goes back in the run.
  mutating func back() {
    switch mode {
    case .prompt:
      if case .prompt(let prompt) = overlay { leave(prompt) }
    case .help, .export: overlay = nil
    case .quiz: leaveQuiz()
    case .explore:
      guard exploring?.isOfRuns == true else { return stopExploring() }
      notice = exploring?.isRunning == true ? "q stops the runs and leaves" : "q leaves"
    case .lesson: closeLesson()
    case .why: run?.why = nil
    case .settling: run?.whatIf?.isSettling = false
    case .whatIf:
      if run?.whatIf?.typed != nil { run?.whatIf?.typed = nil } else { run?.whatIf = nil }
    case .demo, .choosing: backInRun()
    case .picker: break
    }
  }

  /// Ends the search, the choosing, the zoom, the change by hand, lets go of the selection, of the filter,
  /// and leaves the run.
  private mutating func backInRun() {
    if run?.search != nil {
      run?.search = nil
    } else if run?.choosing == true {
      run?.choosing = false
    } else if run?.zoomed == true {
      run?.zoomed = false
    } else if unchanged != nil {
      return returnToUnchanged()
    } else if closeFold() {
      return
    } else if run?.selection != nil {
      run?.selection = nil
      run?.trail = []
    } else if run?.filtered != nil {
      run?.showAll()
      notice = "all promises are shown again"
    } else if exploring != nil {
      return returnToExploration()
    } else if !demos.isEmpty {
      run = nil
      tour = nil
      nextTick = nil
      return ask(.closeDemo)
    }
  }

  /// Moves by so many rows what stands in front: its selection, or what is seen of it.
  mutating func move(by rows: Int, isPage: Bool = false) {
    switch mode {
    case .picker: picked = min(max(0, picked + rows), max(0, demos.count - 1))
    case .demo, .choosing: arrowInPane(rows)
    case .explore: arrowInExploration(rows)
    case .quiz: arrowInQuiz(rows)
    case .why: arrowInWhy(rows)
    case .whatIf, .settling: arrowInWhatIf(rows, byPage: isPage)
    case .export: arrowInExport(rows)
    case .lesson:
      if let scroll = scrolled(run?.lesson?.scroll, by: rows) { run?.lesson?.scroll = scroll }
    case .help:
      guard case .help(let old) = overlay, let scroll = scrolled(old, by: rows) else { break }
      overlay = .help(scroll: scroll)
    case .prompt: break
    }
  }

  /// How far the sheet in front is scrolled after so many rows more.
  func scrolled(_ scroll: Int?, by rows: Int) -> Int? {
    guard let scroll, let sheet = sheet(of: mode) else { return nil }
    return min(max(0, scroll + rows), sheet.last)
  }

  /// The rows that a page key passes.
  var pageRows: Int {
    switch mode {
    case .quiz: quizPageRows
    case .explore: explorationPageRows
    case .why, .lesson, .whatIf: panelFrame.inside.height - 1
    case .demo, .choosing, .settling:
      layout.frame(of: run?.focus ?? .chain).map { $0.inside.height - 1 } ?? size.height - 4
    case .picker, .export, .help, .prompt: size.height - 4
    }
  }

  /// Does what a click on a cell asks for.
  mutating func press(x: Int, y: Int) {
    switch mode {
    case .help, .prompt, .export: return
    case .picker, .demo, .choosing, .why, .whatIf, .settling, .explore, .lesson, .quiz: break
    }
    if y == size.height - 1 {
      if let key = FooterView.key(atColumn: x, self) { press(key) }
      return
    }
    switch mode {
    case .explore: return pressInExploration(x: x, y: y)
    case .quiz: focusInQuiz(x: x, y: y)
    case .demo, .choosing, .why, .whatIf, .settling, .lesson:
      guard sheet(of: mode)?.frame.contains(x, y) == true else { return pressInPanes(x: x, y: y) }
    case .picker, .help, .prompt, .export: break
    }
    guard let sheet = sheet(of: mode), sheet.frame.contains(x, y),
      let item = sheet.item(atRow: y)
    else { return }
    take(item)
  }

  /// Does what a click on an item of the sheet in front asks for.
  private mutating func take(_ item: Int) {
    switch mode {
    case .picker:
      if item == picked { return perform(.open) }
      picked = item
    case .quiz: if quiz?.stage == .asking { return answer(item) }
    case .why: run?.why?.selected = item
    case .whatIf, .settling: selectInWhatIf(item)
    case .demo, .choosing, .explore, .lesson, .export, .help, .prompt: break
    }
  }

  /// Does what the wheel asks for over a cell.
  mutating func wheel(by rows: Int, x: Int, y: Int) {
    switch mode {
    case .picker: move(by: rows.signum())
    case .help: move(by: rows)
    case .quiz: wheelInQuiz(by: rows, x: x, y: y)
    case .explore: wheelInExploration(by: rows, x: x, y: y)
    case .demo, .choosing, .why, .whatIf, .settling, .lesson:
      guard sheet(of: mode)?.frame.contains(x, y) == true else {
        wheelInPanes(by: rows, x: x, y: y)
        break
      }
      let selects = [.whatIf, .settling].contains(mode)
      move(by: selects ? rows.signum() : rows)
    case .prompt, .export: break
    }
  }

  /// Changes which pane has the keys, or is seen, in what stands in front.
  mutating func lookAround(_ action: Action) {
    switch mode {
    case .quiz: lookInQuiz(action)
    case .explore: lookInExploration(action)
    case .demo, .choosing, .why, .whatIf, .settling, .lesson: look(action)
    case .picker, .export, .help, .prompt: break
    }
  }

  /// What is selected in what stands in front, as text.
  var selectedText: String? {
    switch mode {
    case .explore: exploring?.again
    case .why: run?.why?.text
    case .whatIf, .settling: WhatIfView.copied(self)
    case .demo, .choosing, .lesson: run.flatMap { selectedText(of: $0) }
    case .picker, .quiz, .export, .help, .prompt: nil
    }
  }
}
