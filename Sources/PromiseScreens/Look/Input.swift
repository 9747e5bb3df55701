package import PromiseEvents

/// A key as the terminal reports it.
package enum Key: Hashable, Sendable {
  /// A key that types this character; space is one.
  case character(Character)
  case up, down, left, right
  case enter, escape, tab, backTab, backspace
  case home, end, pageUp, pageDown
  /// A letter with Control held, as a small letter.
  case control(Character)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types this character.
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

/// What the mouse did, and in which cell; the first is 0, 0.
package struct Mouse: Hashable, Sendable {
  /// What it did.
  package enum Kind: Hashable, Sendable {
    /// The left button went down, or up.
    case press, release
    /// It moved while the left button was down.
    case drag
    /// The wheel was turned by a notch.
    case wheelUp, wheelDown
  }

  /// What it did.
  package var kind: Kind
  /// The column.
  package var x: Int
  /// The row.
  package var y: Int

  /// Something that happened in a cell, or outside of all.
  package init(_ kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}

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

/// What can be open: the screen is a stack of these, ``State/layers``, and the keys are those of the front
/// one.
package enum Mode: String, Hashable, Sendable, CaseIterable {
  /// The list of demos.
  case picker
  /// The panes of a demo.
  case demo
  /// The panes of a demo, while the user chooses what runs next.
  case choosing
  /// The panes of a demo, with the panel that answers why over a part of them.
  case why
  /// The panes of a demo, with the panel in which its run is changed by hand over a part of them.
  case whatIf
  /// The same, while how a promise is to be settled is asked for.
  case settling
  /// The outcomes of an exploration.
  case explore
  /// The panes of a demo, with its lesson over a part of them.
  case lesson
  /// A question about a run, or its answer.
  case quiz
  /// The panel in which the form of an export is chosen, over the panes.
  case export
  /// The help, over any of them.
  case help
  /// A line is being typed; characters without a binding go into it.
  case prompt

  /// All but the line that is being typed: letters are keys.
  static let lettered = Set(allCases).subtracting([.prompt])
  /// The modes in which the panes of a demo are seen.
  static let panes: Set<Mode> = [.demo, .choosing, .why]
  /// The same, with nothing over them.
  static let bare: Set<Mode> = [.demo, .choosing]
  /// A run is in front, maybe with a panel over it.
  var showsRun: Bool { ![.picker, .explore, .quiz].contains(self) }
}
