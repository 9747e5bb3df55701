/// What is kept from one start of the program to the next.
package struct KeptState: Hashable, Sendable {
  /// The speed and the panes of the last run.
  package var view: ViewSettings
  /// How far the reader has come in the course.
  package var progress: CourseProgress
  /// The lines that were typed into each kind of prompt, by the name of the kind; the latest line is last.
  package var typed: [String: [String]]

  package init(
    view: ViewSettings = ViewSettings(), progress: CourseProgress = CourseProgress(),
    typed: [String: [String]] = [:]
  ) {
    self.view = view
    self.progress = progress
    self.typed = typed
  }

  /// The most lines that are kept of each kind of prompt.
  package static let mostLines = 100
}

extension State {
  /// What is kept of the state.
  package var kept: KeptState {
    KeptState(view: viewSettings, progress: courseProgress, typed: typed)
  }

  /// Notes the speed of the run, for the next one.
  mutating func keepView() {
    if let run { viewSettings.speed = run.speed }
  }
}

extension Run {
  /// Begins with the speed and the panes of an earlier run. Output that is not captured has no pane.
  mutating func begin(with settings: ViewSettings) {
    view.speed = settings.speed
    view.focus = settings.focus == .output && program.output == nil ? .chain : settings.focus
    view.slot = settings.slot == .output && program.output == nil ? .source : settings.slot
    view.zoomed = settings.zoomed
  }
}
