/// What a key does.
package enum Action: Hashable, Sendable {
  // The program.
  case quit, suspend, redraw, help, back
  // Running and stepping.
  case toggleRunning, slower, faster, follow
  case stepForward, stepBack, turnForward, turnBack
  case nextOfPromise, previousOfPromise, nextSettlement, previousSettlement
  case scrubForward, scrubBack, start, end
  // Schedules.
  case explore, openOutcome, choosing, choose(Int), nextChoice, previousChoice
  // Places.
  case goTo, mark, nextMark
  // Selecting.
  case up, down, pageUp, pageDown, halfPageUp, halfPageDown
  case parent, child, source, returnBack
  // Panes.
  case pane(PaneKind), fold, explorePane(ExplorePane), nextPane, previousPane, zoom
  // The picker and the prompt.
  case open, openNumber(Int), accept, erase
}
