package import PromiseEvents
import PromiseGraph
package import PromiseInsight

/// What is looked at in a run, and how.
package struct RunView: Sendable {
  /// The promise that the user selected; if `nil`, the selection follows the playhead.
  package internal(set) var selection: PromiseID?
  /// The selections that Backspace returns to; `nil` is following the playhead.
  var trail: [PromiseID?] = []
  /// The selected warning.
  var culprit: Culprit.Key?
  /// The promise marked by `v`, whose order relative to the selected one is explained.
  package internal(set) var marked: PromiseID?
  /// What went wrong, as the user says with `!`.
  @Box var symptom: Symptom?
  /// The events bookmarked by `m`.
  package internal(set) var bookmarks: Set<Int> = []
  /// The current search.
  @Box var search: SearchState?
  /// The promises that the filter shows, if there is a filter.
  package internal(set) var filtered: FilteredPromises?
  /// Whether the user plays the scheduler: digits choose what runs next.
  package internal(set) var choosing = false
  /// The speed as a power of two, one of ``Run/speeds``.
  var speed = 0
  /// The page at which the lesson was closed.
  var lessonPlace = 0

  /// The focused pane.
  package internal(set) var focus = PaneKind.chain
  /// Which of source, events and warnings is visible where they share a place.
  var slot = PaneKind.source
  /// Whether the focused pane covers the whole screen.
  package internal(set) var zoomed = false
  /// Whether the chain pane draws boxes and arrows instead of rows.
  package internal(set) var drawsGraph = false
  /// What the chain pane folds.
  package internal(set) var folding = Folding()
  /// The zoom of the time pane: each step shows half as much time.
  package internal(set) var timeZoom = 0
  /// Whether the axis of the time pane is by turns.
  package internal(set) var countsTurns = false
  /// The scroll position of each pane.
  var scrolls: [PaneKind: Scroll] = [:]
}

/// What is known about the program of a run beside its events.
package struct RunProgram: Sendable {
  /// Whether its times are virtual.
  var hasVirtualTime = false
  /// How it ended, for a run that comes from a trace.
  package internal(set) var ending: ProgramEnding?
  /// Whether it was started here, and can be started again.
  var canRunAgain = false
  /// The progress of a restart.
  var restart: Restart?
  /// Its output, if it is captured.
  package internal(set) var output: PrintedOutput?
  /// The texts of source files that are not in the events.
  var sources: [String: SourceText] = [:]
  /// Whether such files are searched for; an option of the command line says where they are.
  var looksForSources = false
  /// The failure that prevents a newer run of the same program; it replaces the source.
  var trouble: BuildFailure?
}
