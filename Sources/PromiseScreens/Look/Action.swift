package import PromiseKitLite

/// What a key does.
package enum Action: Hashable, Sendable {
  // The program.
  case quit, suspend, redraw, help, back
  // Running and stepping.
  case toggleRunning, slower, faster, follow, restart
  case stepForward, stepBack, turnForward, turnBack
  case nextOfPromise, previousOfPromise, nextSettlement, previousSettlement
  case scrubForward, scrubBack, start, end
  // Schedules.
  case explore, openOutcome, choosing, choose(Int), nextChoice, previousChoice
  // Places.
  case goTo, mark, nextMark, previousMark
  // Finding.
  case search, nextMatch, previousMatch, filter
  // Selecting.
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown
  case parent, child, source, returnBack
  // Why.
  case why, marked, followReason, returnFromReason
  // The lesson and the quiz.
  case lesson, nextPage, previousPage, ask
  case quiz, answer(Int), nextQuestion, skipQuestion, nextReason, previousReason
  // What if.
  case whatIf, longer(Int), digit(Int), acceptLength, eraseDigit, flip, undo
  case settle, settleAs(PromiseEvent.Outcome)
  // Panes.
  case pane(PaneKind), fold, explorePane(ExplorePane), nextPane, previousPane, zoom
  case scrollLeft, scrollRight
  // The picker and the prompt.
  case nextVariant, previousVariant, nextChapter, previousChapter
  case open, openNumber(Int), accept
  case cursorLeft, cursorRight, cursorStart, cursorEnd, erase, eraseWord, eraseToStart
  case earlierLine, laterLine
  // The panel of exports.
  case export, writeExport, nextPart, previousPart
  // The clipboard, the mouse.
  case copy, toggleMouse
}
