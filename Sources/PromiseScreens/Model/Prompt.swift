import PromiseGraph
import PromiseKitLite

/// A line that is being typed below the panes, what for, and how to go back.
struct Prompt: Hashable, Sendable {
  /// What the line is for.
  enum Kind: Hashable, Sendable {
    case goTo, search, filter
    /// In the list of demos: a word of the one that is looked for.
    case demo
  }

  /// What the line is for.
  let kind: Kind
  /// The line.
  var line: LineEditor
  /// Which of the lines of that kind typed before stands here; none where it is a new one.
  var past: Int?
  /// The new line, while one typed before stands here.
  var draft = LineEditor()
  /// Why the line cannot be what it is for, yet.
  var problem: String?
  /// How the run was looked at when the prompt was opened.
  let origin: Origin
  /// The demo that was selected in the list then.
  var picked = 0

  /// How a run was looked at.
  struct Origin: Hashable, Sendable {
    var playhead: Int
    var playing: Bool
    var selection: PromiseID?
    var scrolls: [PaneKind: Scroll]
    var pattern: SearchPattern?
    var filter: Filter?
  }

  /// A prompt below the list of demos, of which the one at `picked` is selected.
  init(picked: Int) {
    kind = .demo
    line = LineEditor("")
    origin = Origin(playhead: 0, playing: false, scrolls: [:])
    self.picked = picked
  }

  init(_ kind: Kind, _ text: String = "", for run: Run) {
    self.kind = kind
    line = LineEditor(text)
    origin = Origin(
      playhead: run.playhead, playing: run.playing, selection: run.selection,
      scrolls: run.scrolls, pattern: run.search?.pattern, filter: run.filtered?.filter)
  }
}
