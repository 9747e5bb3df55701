import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A line being typed below the panes, its purpose, and the state to restore.
struct Prompt: Hashable, Sendable {
  /// The purpose of a line.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case goTo, search, filter, breakpoint
    /// Text to find in the help.
    case help
  }

  /// The purpose of the line.
  let kind: Kind
  /// The typed line.
  var line: LineEditor
  /// The index of the recalled line in the history; `nil` for a new line.
  var past: Int?
  /// The new line, while a recalled one is shown.
  var draft = LineEditor()
  /// The index of the selected row in the list above a go-to prompt, and whether it was clicked.
  var chosen = 0
  var isPointed = false
  /// The index of the breakpoint that is changed; `nil` for a new one.
  var breakpoint: Int?
  /// Whether the line is a suggestion, which the first typed character replaces.
  var isSuggestion = false
  /// Why the line cannot be accepted.
  var problem: String?
  /// The view of the run when the prompt was opened.
  let origin: Origin

  /// A view of a run.
  struct Origin: Hashable, Sendable {
    var playhead: Int
    var playing: Bool
    var selection: PromiseID?
    var scrolls: [PaneKind: Scroll]
    var pattern: SearchPattern?
    var filter: Filter?
  }

  init(_ kind: Kind, _ text: String = "", for run: Run? = nil) {
    self.kind = kind
    line = LineEditor(text)
    origin = Origin(
      playhead: run?.playhead ?? 0, playing: run?.playing ?? false, selection: run?.selection,
      scrolls: run?.scrolls ?? [:], pattern: run?.search?.pattern, filter: run?.filtered?.filter)
  }
}

extension State {
  /// The line that is being typed, if there is one.
  var prompt: Prompt? {
    get { overlays[Prompt.self] }
    set { overlays[Prompt.self] = newValue }
  }
}
