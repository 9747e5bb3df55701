import PromiseEvents
import PromiseGraph
import PromiseInsight

// What Esc, the arrow keys, clicks and the wheel do, depending on the front layer.
extension State {
  /// Goes back one step: closes the front layer, or goes back in the run.
  mutating func back() {
    switch mode {
    case .prompt:
      if case .prompt(let prompt) = overlay { leave(prompt) }
    case .help: leaveHelp()
    case .export: overlay = nil
    case .quiz: leaveQuiz()
    case .explore:
      guard exploring?.isOfRuns == true else { return stopExploring() }
      notice =
        exploring?.isRunning == true
        ? language.text("q stops the runs and quits") : language.text("q quits")
    case .compare:
      if comparing?.coversRun == true { comparing = nil } else { notice = language.text("q quits") }
    case .lesson: closeLesson()
    case .why:
      run?.why = nil
      // The comparison selected the promise to explain it.
      if comparing != nil { run?.selection = nil }
    case .ended: run?.endCard = nil
    case .settling: run?.whatIf?.isSettling = false
    case .whatIf:
      if run?.whatIf?.typed != nil { run?.whatIf?.typed = nil } else { run?.whatIf = nil }
    case .breakpoints: run?.gate?.isListOpen = false
    case .demo, .choosing: backInRun()
    case .picker: backInPicker()
    }
  }

  /// Does the first of these that applies: ends the search, stops choosing, zooms out, returns to the
  /// original run, folds, clears the selection, clears the filter, leaves the run.
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
      notice = language.text("filter cleared: all promises are shown")
    } else if comparing != nil {
      return returnToComparison()
    } else if exploring != nil {
      return returnToExploration()
    } else if isFromList {
      leaveRun()
    } else {
      notice =
        demos.isEmpty
        ? language.text("nothing is open: q quits")
        : language.text("nothing is open: D goes to the list of demos, q quits")
    }
  }

  /// Moves the selection of the front layer, or scrolls it, by `rows`.
  mutating func move(by rows: Int, isPage: Bool = false) {
    switch mode {
    case .picker: pick(movedBy: rows)
    case .demo, .choosing: arrowInPane(rows)
    case .explore, .compare: arrowInPair(rows)
    case .quiz: arrowInQuiz(rows)
    case .why: arrowInWhy(rows)
    case .whatIf, .settling: arrowInWhatIf(rows, byPage: isPage)
    case .breakpoints: arrowInBreakpoints(rows)
    case .export: arrowInExport(rows)
    case .lesson:
      if let scroll = scrolled(run?.lesson?.scroll, by: rows) { run?.lesson?.scroll = scroll }
    case .help:
      guard case .help(var panel) = overlay, let scroll = scrolled(panel.scroll, by: rows) else {
        break
      }
      panel.scroll = scroll
      overlay = .help(panel)
    case .prompt, .ended: break
    }
  }

  /// Returns the scroll position of the front sheet after scrolling by `rows`; `nil` without a sheet.
  func scrolled(_ scroll: Int?, by rows: Int) -> Int? {
    guard let scroll, let sheet = sheet(of: mode) else { return nil }
    return min(max(0, scroll + rows), sheet.last)
  }

  /// The number of rows that a page key moves by.
  var pageRows: Int {
    switch mode {
    case .quiz: quizPageRows
    case .explore, .compare: pairPageRows
    case .why, .lesson, .whatIf, .breakpoints: panelFrame.inside.height - 1
    case .demo, .choosing, .settling, .ended:
      layout.frame(of: run?.focus ?? .chain).map { $0.inside.height - 1 } ?? size.height - 4
    case .picker: PickerView.frames(size).list.inside.height - 1
    case .export, .help, .prompt: size.height - 4
    }
  }

  /// Handles a click on a cell.
  mutating func press(x: Int, y: Int) {
    switch mode {
    case .help, .export: return
    case .prompt:
      if let sheet = sheet(of: mode), sheet.frame.contains(x, y), let item = sheet.item(atRow: y) {
        takeFromPalette(item)
      }
      return
    case .picker, .demo, .choosing, .ended, .why, .whatIf, .settling, .breakpoints, .explore,
      .compare, .lesson,
      .quiz:
      break
    }
    if y == size.height - 1 {
      if let key = FooterView.key(atColumn: x, self) { press(key) }
      return
    }
    switch mode {
    case .explore, .compare: return pressInPair(x: x, y: y)
    case .quiz: focusInQuiz(x: x, y: y)
    case .demo, .choosing, .ended, .why, .whatIf, .settling, .breakpoints, .lesson:
      guard sheet(of: mode)?.frame.contains(x, y) == true else {
        run?.endCard = nil
        return pressInPanes(x: x, y: y)
      }
    case .picker, .help, .prompt, .export: break
    }
    guard let sheet = sheet(of: mode), sheet.frame.contains(x, y),
      let item = sheet.item(atRow: y)
    else { return }
    take(item)
  }

  /// Handles a click on an item of the front sheet.
  private mutating func take(_ item: Int) {
    switch mode {
    case .picker:
      if item == picked { return perform(.open) }
      picked = item
    case .quiz: if quiz?.stage == .asking { return answer(item) }
    case .why: run?.why?.selected = item
    case .whatIf, .settling: selectInWhatIf(item)
    case .breakpoints: run?.gate?.selected = item
    case .demo, .choosing, .ended, .explore, .compare, .lesson, .export, .help, .prompt: break
    }
  }

  /// Handles the wheel over a cell.
  mutating func wheel(by rows: Int, x: Int, y: Int) {
    switch mode {
    case .picker: move(by: rows.signum())
    case .help: move(by: rows)
    case .quiz: wheelInQuiz(by: rows, x: x, y: y)
    case .explore, .compare: wheelInPair(by: rows, x: x, y: y)
    case .demo, .choosing, .ended, .why, .whatIf, .settling, .breakpoints, .lesson:
      guard sheet(of: mode)?.frame.contains(x, y) == true else {
        wheelInPanes(by: rows, x: x, y: y)
        break
      }
      let selects = [.whatIf, .settling, .breakpoints].contains(mode)
      move(by: selects ? rows.signum() : rows)
    case .prompt, .export: break
    }
  }

  /// Changes the focused or visible pane of the front layer.
  mutating func lookAround(_ action: Action) {
    switch mode {
    case .quiz: lookInQuiz(action)
    case .explore, .compare: lookInPair(action)
    case .demo, .choosing, .ended, .why, .whatIf, .settling, .breakpoints, .lesson: look(action)
    case .picker: pickBeside(action)
    case .export, .help, .prompt: break
    }
  }

  /// The selection of the front layer as text.
  var selectedText: String? {
    switch mode {
    case .explore: exploring?.again
    case .compare: comparedText
    case .why: run?.why?.text
    case .whatIf, .settling: WhatIfView.copied(self)
    case .breakpoints: run?.gate?.breakpoints.map(\.text).joined(separator: "\n")
    case .demo, .choosing, .ended, .lesson: run.flatMap { selectedText(of: $0) }
    case .picker, .quiz, .export, .help, .prompt: nil
    }
  }
}
