/// A key as the terminal reports it.
package enum Key: Hashable, Sendable {
  /// A key that types this character, including space.
  case character(Character)
  case up, down, left, right
  case enter, escape, tab, backTab, backspace
  case home, end, pageUp, pageDown
  /// A letter with Control held, as a lowercase letter.
  case control(Character)
}

extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
  /// The key that types this character.
  package init(extendedGraphemeClusterLiteral character: Character) { self = .character(character) }
}

/// A mouse event in a cell; the first cell is 0, 0.
package struct Mouse: Hashable, Sendable {
  /// The kind of mouse event.
  package enum Kind: Hashable, Sendable {
    /// The left button went down, or up.
    case press, release
    /// It moved while the left button was down.
    case drag
    /// The wheel was turned by a notch.
    case wheelUp, wheelDown
  }

  /// The kind of event.
  package var kind: Kind
  /// The column.
  package var x: Int
  /// The row.
  package var y: Int

  /// Creates a mouse event in a cell, or outside all cells.
  package init(_ kind: Kind, x: Int, y: Int) {
    self.kind = kind
    self.x = x
    self.y = y
  }
}

/// The name of a layer in the table of keys.
package enum Mode: String, Hashable, Sendable, CaseIterable {
  /// The list of demos.
  case picker
  /// The panes of a demo.
  case demo
  /// The panes of a demo, while the user chooses what runs next.
  case choosing
  /// The panes of a demo at the end of its run, partly covered by the card that says what came out.
  case ended
  /// The panes of a demo, partly covered by the panel that explains a promise.
  case why
  /// The panes of a demo, partly covered by the what-if panel.
  case whatIf
  /// The same, while the panel asks how to settle a promise.
  case settling
  /// The panes of a run, partly covered by the list of its breakpoints.
  case breakpoints
  /// The outcomes of an exploration.
  case explore
  /// Two compared runs.
  case compare
  /// The panes of a demo, partly covered by its lesson.
  case lesson
  /// A question about a run, or its answer.
  case quiz
  /// The export panel, over the panes.
  case export
  /// The help, over any of them.
  case help
  /// A line is being typed; characters without a binding are added to it.
  case prompt

  /// All modes but the prompt: letters are keys in them.
  static let lettered = Set(allCases).subtracting([.prompt])
  /// The modes that show the panes of a demo.
  static let panes: Set<Mode> = [.demo, .choosing, .why]
  /// The panes of a demo, with nothing covering them.
  static let bare: Set<Mode> = [.demo, .choosing]
  /// What is read in front of a run: playback waits until it is closed.
  static let holdingPlayback: Set<Mode> = [
    .help, .quiz, .export, .explore, .compare, .lesson, .whatIf, .settling,
  ]
  /// The modes that show the panes of a demo, and the end of its run.
  static let panesOrEnd = panes.union([.ended])

  /// Where its keys work, after "in".
  package var place: String {
    switch self {
    case .picker: "the list of demos"
    case .demo: "the panes"
    case .choosing: "the panes while choosing"
    case .ended: "the card at the end of a run"
    case .why: "the explanation"
    case .whatIf: "the what-if panel"
    case .settling: "the what-if panel while settling"
    case .breakpoints: "the list of breakpoints"
    case .explore: "an exploration"
    case .compare: "a comparison of two runs"
    case .lesson: "the lesson"
    case .quiz: "the quiz"
    case .export: "the export panel"
    case .help: "the help"
    case .prompt: "a line that is typed"
    }
  }
}
